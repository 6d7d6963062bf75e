import SyncModels
import Testing

@Suite("Law: a shown list refuses an equal version")
struct ShownListLawTests {
  typealias ShownList = MainActorLesson.ShownList

  struct Write {
    let items: [Text]
    let version: Int
  }

  typealias ListLaw = Law<ShownList, Write, ShownList>

  private let law = ListLaw.eachStep(
    start: { ShownList(version: $0.number(0...2), items: [$0.name()]) },
    operation: { Write(items: [$0.name()], version: $0.number(0...4)) },
    holds: { before, write, after in
      guard write.version > before.version else { return after == before }
      return after == ShownList(version: write.version, items: write.items)
    })

  @Test("holds for the list of the lesson", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    let list: ListLaw.Model = behaviour(
      from: { $0 }, apply: { $0.write($1.items, version: $1.version) }, seen: { $0 })
    #expect(await law.counterexample(to: list, seed: seed) == nil)
  }

  @Test("fails for a list that takes an equal version", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    let takingEqual: ListLaw.Model = behaviour(
      from: { $0 },
      apply: { list, write in
        guard write.version >= list.version else { return }
        list = ShownList(version: write.version, items: write.items)
      },
      seen: { $0 })
    #expect(await law.counterexample(to: takingEqual, seed: seed) != nil)
  }
}
