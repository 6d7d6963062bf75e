import SyncModels
import Testing

@Suite("Law: a cache write refreshes age")
struct CacheLawTests {
  enum Use {
    case write(Text)
    case read(Text)

    var key: Text {
      switch self {
      case .write(let key), .read(let key): key
      }
    }
  }

  typealias CacheLaw = Law<Int, Use, Set<Text>>

  /// A key that was written stays until as many other keys as the cache holds have been used.
  /// A start is a capacity; seen are the keys.
  private let law = CacheLaw { model, generator in
    let capacity = generator.number(1...3)
    let uses = generator.list(upTo: 16, Self.draw)
    let seen = await model(capacity, uses)
    for (step, use) in uses.enumerated() {
      guard case .write(let key) = use else { continue }
      if let lost = Self.step(after: step, losing: key, uses, seen, capacity) {
        return "capacity \(capacity): \(uses.prefix(lost + 1)) lost \(key)"
      }
    }
    return nil
  }

  private static func draw(_ generator: inout SeededGenerator) -> Use {
    let key = generator.name()
    return generator.chance() ? .write(key) : .read(key)
  }

  private static func step(
    after write: Int, losing key: Text, _ uses: [Use], _ seen: [Set<Text>], _ capacity: Int
  ) -> Int? {
    var others: Set<Text> = []
    for step in write..<uses.count {
      if uses[step].key != key { others.insert(uses[step].key) }
      guard others.count < capacity else { return nil }
      if !seen[step + 1].contains(key) { return step }
    }
    return nil
  }

  @Test("holds for the cache of the lesson", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let cache: CacheLaw.Model = behaviour(
      from: { CacheLesson.LRUCache(capacity: $0) },
      apply: { cache, use in
        switch use {
        case .write(let key): cache.write(key, "v")
        case .read(let key): cache.read(key)
        }
      },
      seen: { Set($0.content.keys) })
    #expect(await law.counterexample(to: cache, seed: seed) == nil)
  }

  @Test("fails for a cache whose writes leave the age as it was", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let agingWrites: CacheLaw.Model = behaviour(
      from: { AgingCache(capacity: $0) },
      apply: { $0.use($1) },
      seen: { Set($0.keys) })
    #expect(await law.counterexample(to: agingWrites, seed: seed) != nil)
  }

  /// The least recently used first, but a write of a key that is there does not count as use.
  private struct AgingCache {
    let capacity: Int
    var keys: [Text] = []

    mutating func use(_ use: Use) {
      switch use {
      case .write(let key):
        if keys.contains(key) { return }
        keys.append(key)
        if keys.count > capacity { keys.removeFirst() }
      case .read(let key):
        guard let place = keys.firstIndex(of: key) else { return }
        keys.append(keys.remove(at: place))
      }
    }
  }
}
