import SyncModels
import Testing

@Suite("Law: a save with a stale change tag is not accepted where saves need the tag")
struct TagLawTests {
  struct Save {
    let base: Int
    /// How many of its changes are accepted, if the save is.
    let changes: Int
  }

  /// The content counts the saves that were taken in.
  typealias Record = TaggedRecord<Int>
  typealias TagLaw = Law<Record, Save, Record>

  private let law = TagLaw.eachStep(
    start: { Record(0, tag: $0.number(0...3)) },
    operation: { Save(base: $0.number(0...6), changes: $0.number(0...2)) },
    holds: { before, save, after in
      guard save.base == before.tag else { return after == before }
      return after == Record(before.content + 1, tag: before.tag + save.changes)
    })

  private static func model(accepting rule: SaveRule) -> TagLaw.Model {
    behaviour(
      from: { $0 },
      apply: { record, save in
        record.save(basedOn: save.base, rule: rule) { content in
          content += 1
          return save.changes
        }
      },
      seen: { $0 })
  }

  @Test("holds for a record whose saves need the tag", arguments: lawSeeds)
  func holds(seed: UInt64) async {
    #expect(await law.counterexample(to: Self.model(accepting: .ifTagMatches), seed: seed) == nil)
  }

  @Test("fails for a record that takes every save in", arguments: lawSeeds)
  func failsWhenChanged(seed: UInt64) async {
    #expect(await law.counterexample(to: Self.model(accepting: .merge), seed: seed) != nil)
  }
}
