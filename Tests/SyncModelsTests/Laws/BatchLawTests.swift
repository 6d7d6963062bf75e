import SyncModels
import Testing

@Suite("Law: a record is taken in only upon its tag, under its parent, and where there is room")
struct BatchLawTests {
  private struct Sample {
    let save: BatchSave<Int>
    let tags: [Int: Int]
    let room: Int?

    func terms(isAtomic: Bool = false, rule: SaveRule = .ifTagMatches) -> SaveTerms<Int> {
      SaveTerms(rule: rule, isAtomic: isAtomic, room: room, tags: tags)
    }

    /// Whether the line of its parents within the save never ends.
    func isInRing(_ item: BatchSave<Int>.Item) -> Bool {
      var seen: Set<Int> = []
      var next: BatchSave<Int>.Item? = item
      while let one = next {
        guard seen.insert(one.id).inserted else { return true }
        next = save.items.first { $0.id == one.parent }
      }
      return false
    }

    /// The records that are there when the save is over.
    func there(_ refusals: [Int: SaveRefusal]) -> Set<Int> {
      Set(tags.keys).union(save.items.map(\.id).filter { refusals[$0] == nil })
    }
  }

  /// A handful of records, some of them there, with tags and parents right and wrong.
  private static func samples(_ seed: UInt64) -> [Sample] {
    var generator = SeededGenerator(seed: seed)
    return (1...200).map { _ in
      let held = (0..<6).filter { _ in generator.number(0...2) == 0 }
      let tags = Dictionary(uniqueKeysWithValues: held.map { ($0, generator.number(1...3)) })
      let items = (0..<6).filter { _ in generator.number(0...2) > 0 }
        .shuffled(using: &generator).map { id in
          let base = generator.number(0...5) == 0 ? generator.number(0...3) : tags[id] ?? 0
          let parent = generator.number(0...1) == 0 ? generator.number(0...5) : nil
          return BatchSave.Item(id, bases: [base], parent: parent)
        }
      let room = generator.number(0...1) == 0 ? generator.number(held.count...7) : nil
      return Sample(save: BatchSave(items), tags: tags, room: room)
    }
  }

  @Test(
    "what is taken in has its tag and its parent, and all there is has room", arguments: lawSeeds)
  func holds(seed: UInt64) {
    for sample in Self.samples(seed) {
      let refusals = sample.save.refusals(under: sample.terms())
      let there = sample.there(refusals)
      for item in sample.save.items where refusals[item.id] == nil {
        #expect(item.bases == [sample.tags[item.id] ?? 0])
        #expect(item.parent.map { there.contains($0) } ?? true)
      }
      if let room = sample.room { #expect(there.count <= room) }
    }
  }

  @Test("nobody is refused without a reason", arguments: lawSeeds)
  func refusesForAReason(seed: UInt64) {
    for sample in Self.samples(seed) {
      let refusals = sample.save.refusals(under: sample.terms())
      let there = sample.there(refusals)
      for item in sample.save.items {
        switch refusals[item.id] {
        case nil: break
        case .changed: #expect(item.bases != [sample.tags[item.id] ?? 0])
        case .noParent:
          // In a ring one may be asked for a parent that comes only after it.
          let isMissing = item.parent.map { !there.contains($0) } ?? false
          #expect(isMissing || sample.isInRing(item))
        case .noRoom:
          #expect(sample.tags[item.id] == nil && there.count == sample.room)
        case .batch: Issue.record("no batch is atomic here")
        }
      }
    }
  }

  @Test("an atomic batch is taken in whole or not at all", arguments: lawSeeds)
  func atomic(seed: UInt64) {
    for sample in Self.samples(seed) {
      let alone = sample.save.refusals(under: sample.terms())
      let together = sample.save.refusals(under: sample.terms(isAtomic: true))
      #expect(together.count == (alone.isEmpty ? 0 : sample.save.items.count))
      #expect(together.filter { $0.value != .batch } == alone)
    }
  }

  @Test("without tags, parents and a limit everything is taken in", arguments: lawSeeds)
  func free(seed: UInt64) {
    for sample in Self.samples(seed) {
      let items = sample.save.items.map { BatchSave.Item($0.id, bases: $0.bases) }
      let terms = SaveTerms(rule: .merge, isAtomic: true, room: nil, tags: sample.tags)
      #expect(BatchSave(items).refusals(under: terms).isEmpty)
    }
  }

  @Test("a child that comes before its parent leaves it the room")
  func parentFirst() {
    let save = BatchSave([
      BatchSave.Item("child", bases: [0], parent: "parent"), BatchSave.Item("parent", bases: [0]),
    ])
    let terms = SaveTerms(rule: .merge, isAtomic: false, room: 1, tags: [String: Int]())
    #expect(save.refusals(under: terms) == ["child": .noRoom])
  }
}
