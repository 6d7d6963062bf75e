import ClusterCore

/// The values and the numbers of records under `expect.final`.
///
/// Named paths only; a device is asked for what it shows, the cloud for what it holds. An empty
/// set, an emptied value and an absent field count as the same. Where a search kills a device that the file does
/// not, an operation may find nobody there or be cut off for good; then nothing is said of its
/// fields, nor of the number of records, nor of results on the screen of what died. Witnesses are
/// what is named and judged.
struct Final: Check {
  static let name = CheckName.final

  init(_ scenario: Scenario) {}

  /// It keeps nothing: it judges the end alone.
  func weigh(into state: inout StateDigest) {}

  func finding(_ run: RunFold) -> Finding {
    let expect = run.scenario.expect
    let unforeseen = run.unforeseen
    let counts = unforeseen.isEmpty ? expect.recordCounts : [:]
    let app = expect.app.keys.filter { isJudged($0, run) }.sorted()
    let fields = expect.final.values.reduce(0) { sum, values in
      sum + values.keys.count { !unforeseen.contains($0) }
    }
    let witnesses = fields + counts.count + app.count
    guard witnesses > 0 else { return Finding(witnesses: 0) }
    guard let end = run.end else { return .withoutEnd }
    for node in [NodeID.cloud] + run.replicas.map(\.id) {
      let values = (expect.final[node] ?? [:]).sorted { $0.key < $1.key }
      for (path, expected) in values where !unforeseen.contains(path) {
        let breach = breach(path, expected, at: node, run, end)
        if let breach { return Finding(witnesses: witnesses, breach: breach) }
      }
      if let expected = counts[node], let breach = breach(expected, at: node, run, end) {
        return Finding(witnesses: witnesses, breach: breach)
      }
    }
    let state = app.isEmpty ? [:] : run.app
    for path in app {
      let breach = breach(path, expect.app[path] ?? nil, state[path], end)
      if let breach { return Finding(witnesses: witnesses, breach: breach) }
    }
    return Finding(witnesses: witnesses)
  }

  /// Whether the file could foretell it.
  private func isJudged(_ path: AppPath, _ run: RunFold) -> Bool {
    switch path.kind {
    case .orders, .calls:
      // Nobody was there to take it.
      path.name.map { !run.ignoredEntries.contains(EntryID($0.string)) } ?? true
    case .lists: !run.diedUnforeseen.contains(path.node)
    case .threads: run.unforeseen.isEmpty
    case .ledger, .signedIn, .badge, .unread, .files: true
    }
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

  /// What stands beside records; a number that was never set is 0, and a list that nothing is in
  /// is empty.
  private func breach(
    _ path: AppPath, _ expected: AppValue?, _ found: AppValue?, _ end: RunEnd
  ) -> Breach? {
    let actual = found ?? AppValue.unset(path.kind)
    guard actual != expected else { return nil }
    return Breach(
      step: end.step, subject: path.description, reason: "another value",
      explanation: "At the end \(words(path)) is \(actual?.description ?? "nothing"), expected is "
        + "\(expected?.description ?? "nothing").")
  }

  private func words(_ path: AppPath) -> String {
    let name = path.name?.string ?? ""
    return switch path.kind {
    case .ledger: "the ledger"
    case .orders: "order \(name) on \(path.node)"
    case .calls: "call \(name) on \(path.node)"
    case .signedIn: "who is signed in on \(path.node)"
    case .lists: "the list on the screen of \(path.node)"
    case .badge: "the badge of \(path.node)"
    case .unread: "what is unread for \(path.node)"
    case .threads: "the list of records on \(path.node)"
    case .files: "file \(name) " + (path.node == .cloud ? "at the cloud" : "on \(path.node)")
    }
  }

  private func value(
    _ field: FieldIndex, at node: NodeID, _ run: RunFold, _ end: RunEnd
  ) -> FieldValue? {
    guard let device = run.device(node) else { return run.atEnd(field, end) }
    return run.shown(field, on: device)
  }

  private func breach(
    _ expected: Int, at node: NodeID, _ run: RunFold, _ end: RunEnd
  ) -> Breach? {
    let present = run.paths.indices.filter { !isNothing(value($0, at: node, run, end)) }
    let records = Set(present.map { run.paths[$0].record })
    guard records.count != expected else { return nil }
    let names = records.sorted().map(\.string).joined(separator: ", ")
    return Breach(
      step: end.step, subject: "records at \(node)", reason: "another number",
      explanation: "\(node) has \(records.count) records (\(names)), expected are \(expected).")
  }
}

extension AppValue {
  /// What stands where nothing was ever put; nil where that is nothing.
  fileprivate static func unset(_ kind: AppPath.Kind) -> AppValue? {
    switch kind {
    case .badge: .number(0)
    case .ledger, .unread: .items([])
    case .orders, .calls, .signedIn, .lists, .files, .threads: nil
    }
  }
}
