import ClusterCore
import ClusterNodes
import SyncModels
import Testing

/// Change tags at the cloud, whose saves need them, against the pure model.
@Suite struct TagTests {
  private static let rules: CloudRules = {
    var rules = CloudRules.standard
    rules.saves = .ifTagMatches
    return rules
  }()

  private static func cloud() -> CloudMachine {
    CloudMachine(rules: rules, devices: ["phone", "tablet"], start: [])
  }

  private static func edit(
    _ intent: String, _ path: FieldPath, _ value: String, stamp: Int64, base: Int
  ) -> Edit {
    Edit(
      intent: IntentID(intent), path: path, operation: .write(.text(Text(value))),
      stamp: Stamp(milliseconds: stamp), base: base)
  }

  private static func save(_ edits: [Edit], at cloud: inout CloudMachine) -> [EditResult] {
    let effects = cloud.handle(.request(.save(edits), from: "phone"), at: Instant(1))
    guard case .answer(.saved(let results))? = effects.first else { return [] }
    return results
  }

  private static let title = FieldPath("note-1", "title")
  private static let theme = FieldPath("note-1", "theme")

  @Test func `a stale save is refused with the whole record, and changes nothing`() throws {
    var cloud = Self.cloud()
    _ = Self.save([Self.edit("w1", Self.title, "Milk", stamp: 1, base: 0)], at: &cloud)
    _ = Self.save([Self.edit("w2", Self.theme, "dark", stamp: 2, base: 1)], at: &cloud)
    let before = cloud.holdings
    let results = Self.save(
      [
        Self.edit("w3", Self.title, "Eggs", stamp: 9, base: 1),
        Self.edit("w3", Self.theme, "light", stamp: 9, base: 1),
      ], at: &cloud)
    #expect(cloud.holdings == before)
    #expect(results.map(\.isKept) == [false, false])
    #expect(results.map { $0.refusal?.error } == [.serverRecordChanged, .serverRecordChanged])
    #expect(results[0].refusal?.record == before)
    #expect(results[1].refusal?.record == [])
    #expect(CloudError.serverRecordChanged.certainlyNotApplied)
  }

  @Test func `of a save of two records only the stale one is refused`() {
    var cloud = Self.cloud()
    _ = Self.save([Self.edit("w1", Self.title, "Milk", stamp: 1, base: 0)], at: &cloud)
    let other = FieldPath("note-2", "title")
    let results = Self.save(
      [
        Self.edit("w2", Self.title, "Eggs", stamp: 2, base: 0),
        Self.edit("w2", other, "Nails", stamp: 2, base: 0),
      ], at: &cloud)
    #expect(results.map { $0.refusal != nil } == [true, false])
    #expect(
      cloud.holdings.map { "\($0.path) \($0.state.shown)" }
        == ["note-1.title Milk", "note-2.title Nails"])
  }

  @Test func `a save that changes nothing leaves the tag`() {
    var cloud = Self.cloud()
    _ = Self.save([Self.edit("w1", Self.title, "Milk", stamp: 5, base: 0)], at: &cloud)
    let lost = Self.save([Self.edit("w2", Self.title, "Eggs", stamp: 1, base: 1)], at: &cloud)
    #expect(lost[0].refusal == nil && !lost[0].isKept)
    let next = Self.save([Self.edit("w3", Self.title, "Jam", stamp: 9, base: 1)], at: &cloud)
    #expect(next[0].isKept)
  }

  /// One record, so that the feed's numbers are its tag.
  @Test(arguments: 1...20)
  func `for random saves the cloud's tag and what it takes in are the model's`(seed: UInt64) {
    var generator = Seed(seed).generator(for: "tags")
    var cloud = Self.cloud()
    var model = TaggedRecord<[FieldPath: Int64]>([:])
    var refused = 0
    for number in 1...200 {
      // Most are based on the tag or just before it.
      let base = max(0, model.tag - Int(max(0, generator.below(5) - 2)))
      let count = generator.below(2) + 1
      let edits = [Self.title, Self.theme].prefix(Int(count)).map { path in
        Self.edit("w\(number)", path, "v", stamp: generator.below(100), base: base)
      }
      let isTaken = model.save(basedOn: base, rule: .ifTagMatches) { held in
        edits.count { edit in
          let stamp = edit.stamp?.milliseconds ?? 0
          guard stamp >= held[edit.path] ?? 0 else { return false }
          held[edit.path] = stamp
          return true
        }
      }
      let results = Self.save(Array(edits), at: &cloud)
      #expect(results.allSatisfy { ($0.refusal == nil) == isTaken })
      #expect((cloud.holdings.map(\.state.number).max() ?? 0) == model.tag)
      if !isTaken { refused += 1 }
    }
    #expect(refused > 20)
  }
}
