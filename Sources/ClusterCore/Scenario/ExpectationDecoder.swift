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
    let final = try object.optional("final")?.object(allowing: nodes + ["ledger", "badge"])
    expectation.ledger = try final?.optional("ledger")?.texts()
    let names = devices.map(\.id.string)
    if let badges = try final?.optional("badge")?.object(allowing: names) {
      for device in names {
        guard let badge = badges.optional(device) else { continue }
        expectation.badges[NodeID(device)] = try badge.count()
      }
    }
    for node in nodes {
      guard let records = final?.optional(node) else { continue }
      try readFinal(records, of: NodeID(node), into: &expectation)
    }
    return expectation
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
