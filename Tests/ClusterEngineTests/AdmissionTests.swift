import ClusterCore
import ClusterNodes
import SyncModels
import Testing

/// Which records of a save the cloud takes in, against the pure model.
@Suite struct AdmissionTests {
  private static func edit(_ record: Int, base: Int, parent: Int?, _ number: Int) -> [Edit] {
    let id = RecordID("r\(record)")
    let title = Edit(
      intent: IntentID("w\(number)"), path: FieldPath(id, "title"),
      operation: .write(.text(Text("v\(number)"))), stamp: Stamp(milliseconds: Int64(number)),
      base: base)
    guard let parent else { return [title] }
    let list = Edit(
      intent: title.intent, path: FieldPath(id, "list"),
      operation: .write(.text(Text("r\(parent)"))),
      stamp: title.stamp, base: base)
    return [title, list]
  }

  private static func rules(atomic: Bool, tags: Bool) -> CloudRules {
    var rules = CloudRules.standard
    rules.batch = atomic ? .atomic : .perRecord
    rules.saves = tags ? .ifTagMatches : .merge
    rules.parent = "list"
    return rules
  }

  private static let names: [SaveRefusal: CloudError] = [
    .changed: .serverRecordChanged, .noRoom: .quotaExceeded, .noParent: .referenceViolation,
    .batch: .batchFailed,
  ]

  /// What the cloud says of each record, which must be the same for all its edits.
  private static func refusals(_ results: [EditResult]) -> [RecordID: CloudError] {
    results.reduce(into: [:]) { $0[$1.path.record] = $1.refusal?.error }
  }

  @Test(arguments: [true, false], [true, false])
  func `for random saves the cloud refuses what the model refuses`(atomic: Bool, hasTags: Bool) {
    var generator = Seed(1).generator(for: "batches")
    var seen: Set<CloudError> = []
    for _ in 1...6 {
      var cloud = CloudMachine(
        rules: Self.rules(atomic: atomic, tags: hasTags), devices: ["phone"], start: [])
      var room: Int?
      for number in 1...40 {
        if generator.below(8) == 0 {
          room = generator.below(3) == 0 ? nil : Int(generator.below(24))
          _ = cloud.handle(.cloud(.quota(records: room)), at: Instant(Int64(number)))
        }
        let tags = cloud.holdings.reduce(into: [Int: Int]()) { tags, change in
          let record = Int(change.path.record.string.dropFirst()) ?? -1
          tags[record] = max(tags[record] ?? 0, change.state.number)
        }
        let records = (0..<24).filter { _ in generator.below(8) == 0 }
        guard !records.isEmpty else { continue }
        let items = (generator.below(2) == 0 ? records : records.reversed()).map { record in
          let base = generator.below(6) == 0 ? Int(generator.below(9)) : tags[record] ?? 0
          let parent = generator.below(2) == 0 ? nil : Int(generator.below(24))
          return BatchSave.Item(record, bases: [base], parent: parent)
        }
        let edits = items.flatMap {
          Self.edit($0.id, base: $0.bases.first ?? 0, parent: $0.parent, number)
        }
        let before = cloud.holdings
        let effects = cloud.handle(
          .request(.save(edits), from: "phone"), at: Instant(Int64(number)))
        guard case .answer(.saved(let results))? = effects.first else { return }
        let expected = BatchSave(items).refusals(
          under: SaveTerms(
            rule: hasTags ? .ifTagMatches : .merge, isAtomic: atomic, room: room, tags: tags))
        let told = Self.refusals(results)
        #expect(
          told
            == Dictionary(
              uniqueKeysWithValues: expected.map { (RecordID("r\($0.key)"), Self.names[$0.value]) })
        )
        for record in told.keys {
          #expect(
            cloud.holdings.filter { $0.path.record == record }
              == before.filter { $0.path.record == record })
        }
        seen.formUnion(told.values)
      }
    }
    #expect(seen.isSuperset(of: [.quotaExceeded, .referenceViolation]))
    #expect(seen.contains(.batchFailed) == atomic)
    #expect(seen.contains(.serverRecordChanged) == hasTags)
  }

  @Test func `a ring of parents is taken in nowhere, and a line of them at once`() {
    var cloud = CloudMachine(
      rules: Self.rules(atomic: false, tags: false), devices: ["phone"], start: [])
    func save(_ links: [(Int, Int?)], _ number: Int) -> [RecordID: CloudError] {
      let edits = links.flatMap { Self.edit($0.0, base: 0, parent: $0.1, number) }
      let effects = cloud.handle(.request(.save(edits), from: "phone"), at: Instant(1))
      guard case .answer(.saved(let results))? = effects.first else { return [:] }
      return Self.refusals(results)
    }
    #expect(
      save([(1, 2), (2, 1), (3, 3)], 1)
        == ["r1": .referenceViolation, "r2": .referenceViolation, "r3": .referenceViolation])
    #expect(save([(1, 2), (2, 3), (3, nil)], 2) == [:])
  }

  @Test func `a limited kind is refused with the time that is left, and nothing is taken in`() {
    var cloud = CloudMachine(rules: .standard, devices: ["phone"], start: [])
    _ = cloud.handle(.cloud(.throttle(.save, length: .seconds(10))), at: Instant(1000))
    let edits = Self.edit(1, base: 0, parent: nil, 1)
    func answer(_ request: Request, at instant: Int64) -> Answer? {
      let effects = cloud.handle(.request(request, from: "phone"), at: Instant(instant))
      guard case .answer(let answer)? = effects.first else { return nil }
      return answer
    }
    #expect(answer(.save(edits), at: 4000) == .refused(.rateLimited, retryAfter: .seconds(7)))
    #expect(cloud.holdings.isEmpty)
    #expect(answer(.pull(cursor: 0), at: 4000) == .pulled(changes: [], cursor: 0, more: false))
    guard case .saved? = answer(.save(edits), at: 11_000) else {
      Issue.record("a save after the limit is not taken in")
      return
    }
  }
}
