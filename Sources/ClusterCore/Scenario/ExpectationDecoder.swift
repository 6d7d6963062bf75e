/// Reads what should come of a run.
struct ExpectationDecoder {
  let devices: [DeviceSetup]

  func expectation(_ reader: JSONReader?) throws(FormatError) -> Expectation {
    var expectation = Expectation()
    guard let reader else { return expectation }
    let object = try reader.object(allowing: ["pass", "fail", "final", "happened"])
    expectation.pass = try object.optional("pass")?.list(checkName) ?? []
    expectation.fail = try object.optional("fail")?.list(checkName) ?? []
    if let both = expectation.pass.first(where: expectation.fail.contains) {
      throw reader.error("\"\(both)\" is to pass and to fail", allowed: "one of them")
    }
    for (name, count) in try object.optional("happened")?.entries() ?? [] {
      guard Happening(rawValue: name) != nil else {
        throw count.error(
          "no event is counted as \"\(name)\"",
          allowed: Suggestion.among(Happening.allCases.map(\.rawValue), for: name))
      }
      expectation.happened[name] = try count.count(in: 1...1_000_000)
    }
    let nodes = ["cloud"] + devices.map(\.id.string)
    let final = try object.optional("final")?.object(
      allowing: nodes + ["ledger", "badge", "calls", "signedIn"])
    expectation.ledger = try final?.optional("ledger")?.texts()
    let names = devices.map(\.id.string)
    if let badges = try final?.optional("badge")?.object(allowing: names) {
      for device in names {
        guard let badge = badges.optional(device) else { continue }
        expectation.badges[NodeID(device)] = try badge.count()
      }
    }
    try readCalls(final?.optional("calls"), into: &expectation)
    try readUsers(final?.optional("signedIn"), into: &expectation)
    for node in nodes {
      guard let records = final?.optional(node) else { continue }
      try readFinal(records, of: NodeID(node), into: &expectation)
    }
    return expectation
  }

  /// `{"phone": {"q1": "done"}}`.
  private func readCalls(
    _ reader: JSONReader?, into expectation: inout Expectation
  ) throws(FormatError) {
    guard let reader else { return }
    _ = try reader.object(allowing: devices.map(\.id.string))
    for (device, calls) in try reader.entries() {
      for (intent, status) in try calls.entries() {
        expectation.calls[NodeID(device), default: [:]][IntentID(intent)] = try status.choice()
      }
    }
  }

  /// `{"phone": "u1"}`; null for nobody.
  private func readUsers(
    _ reader: JSONReader?, into expectation: inout Expectation
  ) throws(FormatError) {
    guard let reader else { return }
    _ = try reader.object(allowing: devices.map(\.id.string))
    for (device, user) in try reader.entries() {
      let isNobody = if case .null = user.node.content { true } else { false }
      expectation.users[NodeID(device)] = .some(isNobody ? nil : try user.identifier())
    }
  }

  private func checkName(_ reader: JSONReader) throws(FormatError) -> String {
    try reader.choice(CheckName.self).rawValue
  }

  private func readFinal(
    _ records: JSONReader, of node: NodeID, into expectation: inout Expectation
  ) throws(FormatError) {
    for (name, record) in try records.entries() {
      if name == "records" {
        expectation.recordCounts[node] = try record.count(in: 0...1_000_000)
        continue
      }
      for (field, value) in try record.entries() {
        let path = FieldPath(RecordID(name), FieldName(field))
        let isAbsent = if case .null = value.node.content { true } else { false }
        expectation.final[node, default: [:]][path] = .some(
          isAbsent ? nil : try FieldValue(value))
      }
    }
  }
}
