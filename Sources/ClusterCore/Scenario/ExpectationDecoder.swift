/// Reads what should come of a run.
struct ExpectationDecoder {
  let devices: [DeviceSetup]

  func expectation(_ reader: JSONReader?) throws(FormatError) -> Expectation {
    var expectation = Expectation()
    guard let reader else { return expectation }
    let object = try reader.object(allowing: ["pass", "fail", "sometimes", "final", "happened"])
    expectation.pass = try object.optional("pass")?.list(checkName) ?? []
    expectation.fail = try object.optional("fail")?.list(checkName) ?? []
    if let both = expectation.pass.first(where: expectation.fail.contains) {
      throw reader.error("\"\(both)\" is to pass and to fail", allowed: "one of them")
    }
    expectation.sometimes = try object.optional("sometimes")?.list(checkName) ?? []
    let settled = expectation.pass + expectation.fail
    if let both = expectation.sometimes.first(where: settled.contains) {
      throw reader.error(
        "\"\(both)\" fails sometimes, and is to do one thing always",
        allowed: "\"sometimes\", or \"pass\" or \"fail\"")
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
    let kinds = AppPath.Kind.allCases
    let final = try object.optional("final")?.object(allowing: nodes + kinds.map(\.rawValue))
    for kind in kinds {
      guard let values = final?.optional(kind.rawValue) else { continue }
      try readApp(values, kind, into: &expectation)
    }
    for node in nodes {
      guard let records = final?.optional(node) else { continue }
      try readFinal(records, of: NodeID(node), into: &expectation)
    }
    return expectation
  }

  /// `["book"]` of the ledger; of any other kind an object, `{"phone": {"q1": "done"}}` or
  /// `{"phone": 3}`.
  private func readApp(
    _ reader: JSONReader, _ kind: AppPath.Kind, into expectation: inout Expectation
  ) throws(FormatError) {
    guard kind != .ledger else {
      expectation.app[AppPath(.ledger)] = .some(try AppValue(reader, at: AppPath(.ledger)))
      return
    }
    let devices = devices.map(\.id.string)
    _ = try reader.object(allowing: kind == .files ? ["cloud"] + devices : devices)
    for (name, value) in try reader.entries() {
      let node = NodeID(name)
      guard kind.isNamed else {
        try note(value, at: AppPath(kind, at: node), in: &expectation)
        continue
      }
      for (name, value) in try value.entries() {
        try note(value, at: AppPath(kind, at: node, Text(name)), in: &expectation)
      }
    }
  }

  private func note(
    _ reader: JSONReader, at path: AppPath, in expectation: inout Expectation
  ) throws(FormatError) {
    let isAbsent = reader.kind == .null
    expectation.app[path] = .some(isAbsent ? nil : try AppValue(reader, at: path))
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
        let isAbsent = value.kind == .null
        expectation.final[node, default: [:]][path] = .some(
          isAbsent ? nil : try FieldValue(value))
      }
    }
  }
}
