/// Görsel ve Veri Önbelleği: a cache that makes room by evicting what was used least recently.
package enum CacheLesson {
  /// A cache of a few entries; its content is compared and printed sorted, so age does not show.
  package struct LRUCache: Equatable, CustomStringConvertible {
    private struct Entry {
      let key: Text
      let value: Text
    }

    /// How many entries it holds at most.
    package let capacity: Int
    /// The least recently used first.
    private var entries: [Entry] = []

    package init(capacity: Int) {
      self.capacity = max(0, capacity)
    }

    package var content: [Text: Text] {
      Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }

    /// Makes the entry the most recent one; overflow evicts the least recent.
    package mutating func write(_ key: Text, _ value: Text) {
      entries.removeAll { $0.key == key }
      entries.append(Entry(key: key, value: value))
      if entries.count > capacity { entries.removeFirst() }
    }

    /// Makes the entry, if it is there, the most recent one.
    @discardableResult
    package mutating func read(_ key: Text) -> Text? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.value
    }

    package static func == (left: LRUCache, right: LRUCache) -> Bool {
      left.content == right.content
    }

    package var description: String {
      entries.isEmpty ? "-" : content.printedEntries(\.description).bracketed
    }
  }

  private static let empty = LRUCache(capacity: 2)

  /// Full: `a=1` is the older entry, `b=2` the younger.
  private static let full: LRUCache = {
    var cache = empty
    cache.write("a", "1")
    cache.write("b", "2")
    return cache
  }()

  static let lesson = Lesson(
    "Görsel ve Veri Önbelleği", .network,
    rows: [
      .main("ayni-anahtar") { Trial(from: empty, a: { $0.write("profil", "v1") }) },
      .main("iki-anahtar") {
        Trial(from: empty, a: { $0.write("profil", "v1") }, b: { $0.write("akis", "v1") })
      },
      .main("yaz-oku") {
        Trial(from: empty, a: { $0.write("gorsel", "v1") }, b: { $0.read("profil") })
      },
      .limiting("bos-onbellek") {
        Trial(from: empty, a: { $0.write("c", "3") }, b: { $0.read("a") })
      },
      .limiting("dolu-onbellek") {
        Trial(from: full, a: { $0.write("c", "3") }, b: { $0.read("a") })
      },
    ])
}
