import ClusterCore

/// The values and the numbers of records under `expect.final`.
///
/// Named paths only; a device is asked for what it shows, the cloud for what it holds. An empty
/// set and an absent field count as the same. Where a search kills a device that the file does
/// not, an operation may find nobody there or be cut off for good; then nothing is said of its
/// fields, nor of the number of records. Witnesses are what is named and judged.
struct Final: Check {
  static let name = CheckName.final

  init(_ scenario: Scenario) {}

  /// It keeps nothing: it judges the end alone.
  func weigh(into state: inout StateDigest) {}

  func finding(_ run: RunFold) -> Finding {
    let expect = run.scenario.expect
    let unforeseen = run.unforeseen
    let counts = unforeseen.isEmpty ? expect.recordCounts.count : 0
    let witnesses =
      expect.final.values.reduce(0) { sum, values in
        sum + values.keys.count { !unforeseen.contains($0) }
      } + counts
      + expect.calls.values.reduce(0) { $0 + $1.count } + expect.users.count
      + expect.badges.count + (expect.ledger == nil ? 0 : 1)
    guard witnesses > 0 else { return Finding(witnesses: 0) }
    guard let end = run.end else { return .withoutEnd }
    let nodes = [NodeID.cloud] + run.replicas.map(\.id)
    for node in nodes {
      let values = (expect.final[node] ?? [:]).sorted { $0.key < $1.key }
      for (path, expected) in values where !unforeseen.contains(path) {
        let breach = breach(path, expected, at: node, run, end)
        if let breach { return Finding(witnesses: witnesses, breach: breach) }
      }
      if counts > 0, let breach = countBreach(at: node, run, end) {
        return Finding(witnesses: witnesses, breach: breach)
      }
      if let breach = accountBreach(at: node, run, end) {
        return Finding(witnesses: witnesses, breach: breach)
      }
    }
    return Finding(witnesses: witnesses, breach: appBreach(run, end))
  }

  private func breach(
    _ path: FieldPath, _ expected: FieldValue?, at node: NodeID, _ run: RunFold, _ end: RunEnd
  ) -> Breach? {
    let field = run.field(path)
    let actual = field.flatMap { value($0, at: node, run, end) }
    guard !looksSame(actual, expected?.inOrder) else { return nil }
    let device = run.device(node)
    var found = run.words(actual)
    if let field {
      found = device.map { run.showing(field, on: $0) } ?? "\(found) (\(run.winner(field)))"
    }
    return Breach(
      step: end.step, subject: "\(path) at \(node)",
      reason: "another value",
      explanation: "\(path) \(device == nil ? "at the cloud" : "on \(node)") is \(found), expected "
        + "is \(run.words(expected))\(run.contrast(actual, expected)).")
  }

  /// The ledger and the badges.
  private func appBreach(_ run: RunFold, _ end: RunEnd) -> Breach? {
    func words(_ items: [Text]) -> String {
      "[" + items.map(\.string).joined(separator: ", ") + "]"
    }
    let items = run.orders.entries.map(\.item)
    if let expected = run.scenario.expect.ledger, expected != items {
      return Breach(
        step: end.step, subject: "ledger", reason: "other entries",
        explanation: "The ledger is \(words(items)), expected is \(words(expected)).")
    }
    for (device, expected) in run.scenario.expect.badges.sorted(by: { $0.key < $1.key }) {
      let badge = run.badges[device] ?? 0
      guard badge != expected else { continue }
      return Breach(
        step: end.step, subject: "badge of \(device)", reason: "another number",
        explanation: "The badge of \(device) says \(badge), expected is \(expected).")
    }
    return nil
  }

  private func value(
    _ field: FieldIndex, at node: NodeID, _ run: RunFold, _ end: RunEnd
  ) -> FieldValue? {
    guard let device = run.device(node) else { return end.value(field) }
    return run.shown(field, on: device)
  }

  /// What a device tells its user of sessions and calls.
  private func accountBreach(at node: NodeID, _ run: RunFold, _ end: RunEnd) -> Breach? {
    guard let device = run.device(node) else { return nil }
    let account = run.accounts[device]
    if let expected = run.scenario.expect.users[node], expected != account.user {
      let (found, wanted) = (account.user?.string ?? "nobody", expected?.string ?? "nobody")
      return Breach(
        step: end.step, subject: "user at \(node)", reason: "another user",
        explanation: "\(node) shows \(found) as signed in, expected is \(wanted).")
    }
    let calls = (run.scenario.expect.calls[node] ?? [:]).sorted { $0.key < $1.key }
    for (intent, expected) in calls where account.calls[intent] != expected {
      // Nobody was there to take it.
      guard !run.ignoredEntries.contains(intent) else { continue }
      let found = account.calls[intent]?.rawValue ?? "nothing"
      return Breach(
        step: end.step, subject: "\(intent) at \(node)", reason: "another status",
        explanation: "\(node) shows \(intent) as \(found), expected is \(expected.rawValue).")
    }
    return nil
  }

  private func countBreach(at node: NodeID, _ run: RunFold, _ end: RunEnd) -> Breach? {
    guard let expected = run.scenario.expect.recordCounts[node] else { return nil }
    let present = run.paths.indices.filter { value($0, at: node, run, end) != nil }
    let records = Set(present.map { run.paths[$0].record })
    guard records.count != expected else { return nil }
    let names = records.sorted().map(\.string).joined(separator: ", ")
    return Breach(
      step: end.step, subject: "records at \(node)", reason: "another number",
      explanation: "\(node) has \(records.count) records (\(names)), expected are \(expected).")
  }
}
