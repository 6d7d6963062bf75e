/// What kind each field is of: one value, a set, or a counter. None can be two of them.
struct FieldKinds {
  private let rules: CloudRules
  private var sets: [FieldPath: Bool] = [:]
  /// Fields that hold something else than a whole number somewhere.
  private var others: Set<FieldPath> = []
  /// Fields that are written by an operation, and not only there from the start.
  private var written: Set<FieldPath> = []
  private var counts: Set<FieldPath> = []
  /// Fields from the start whose number is too large to be added to.
  private var farOff: Set<FieldPath> = []
  /// Records that a device deletes by writing nothing to their fields.
  private var blanked: [RecordID: NodeID] = [:]

  init(start: StartState, rules: CloudRules) {
    self.rules = rules
    for (path, value) in start.records {
      if case .set = value { sets[path] = true } else { sets[path] = false }
      if !value.isNumber { others.insert(path) }
      if case .scalar(.integer(let count)) = value, !Counter.amounts.contains(count) {
        farOff.insert(path)
      }
    }
  }

  /// Fields that are only added to, under the rule that sums up.
  var counters: Set<FieldPath> { rules.counters == .sum ? counts : [] }

  /// - Parameter device: whose user does it.
  mutating func note(
    _ operation: Operation, by device: DeviceSetup?, at reader: JSONReader
  ) throws(FormatError) {
    switch operation {
    case .write(let values), .resolve(let values):
      try note(values.keys, isSet: false, at: reader)
      written.formUnion(values.keys)
      others.formUnion(values.filter { !FieldValue.scalar($0.value).isNumber }.keys)
    case .create(let values):
      written.formUnion(values.keys)
      for (path, value) in values.sorted(by: { $0.key < $1.key }) {
        let isSet = if case .set = value { true } else { false }
        try note([path], isSet: isSet, at: reader)
        if !value.isNumber { others.insert(path) }
      }
    case .increment(let amounts):
      try note(amounts.keys, isSet: false, at: reader)
      counts.formUnion(amounts.keys)
      if rules.counters == .sum { try checkAmounts(amounts, at: reader) }
    case .add(let values): try note(values.keys, isSet: true, at: reader)
    case .remove(let values):
      guard rules.sets != .union else {
        throw reader.error(
          "a set under \"union\" cannot lose a member",
          allowed: "\"cloud\": {\"sets\": \"observedRemove\"}, or no remove")
      }
      try note(values.keys, isSet: true, at: reader)
    case .delete(let records): try noteDeletion(of: records, by: device, at: reader)
    case .resolveAll, .sync, .call, .signIn, .signOut: break
    case .download, .upload, .cancelTransfer: break
    case .order, .search, .register, .open, .markRead: break
    }
    try checkCounters(at: reader)
  }

  private mutating func noteDeletion(
    of records: [RecordID], by device: DeviceSetup?, at reader: JSONReader
  ) throws(FormatError) {
    guard let device, device.policy.delete == .asWrite else { return }
    guard rules.sets != .union else {
      throw reader.error(
        "\(device.id) deletes a record by emptying its fields, and a set under \"union\" cannot "
          + "lose a member",
        allowed: "\"policy\": {\"delete\": \"tombstone\"}, or other \"sets\"")
    }
    for record in records { blanked[record] = device.id }
  }

  private func checkAmounts(
    _ amounts: [FieldPath: Int64], at reader: JSONReader
  ) throws(FormatError) {
    guard amounts.values.allSatisfy(Counter.amounts.contains) else {
      throw reader.error(
        "a counter is added too much to at once",
        allowed: "amounts from \(Counter.amounts.lowerBound) to \(Counter.amounts.upperBound)")
    }
  }

  private func checkCounters(at reader: JSONReader) throws(FormatError) {
    if let path = counts.intersection(others).min() {
      throw reader.error(
        "\(path) is incremented, and elsewhere it is no whole number",
        allowed: "whole numbers wherever a field is incremented")
    }
    guard rules.counters == .sum else { return }
    if let path = counts.intersection(written).min() {
      throw reader.error(
        "\(path) is incremented and written, but a counter is only added to",
        allowed: "increments alone, with a number from the start if need be; or "
          + "\"cloud\": {\"counters\": \"replace\"}")
    }
    if let path = counts.intersection(farOff).min() {
      throw reader.error(
        "the counter \(path) begins with too large a number",
        allowed: "from \(Counter.amounts.lowerBound) to \(Counter.amounts.upperBound)")
    }
    if let path = counts.filter({ blanked[$0.record] != nil }).min(),
      let device = blanked[path.record]
    {
      throw reader.error(
        "\(device) deletes \(path.record) by emptying its fields, and the counter \(path) cannot "
          + "be emptied",
        allowed: "\"policy\": {\"delete\": \"tombstone\"}, or "
          + "\"cloud\": {\"counters\": \"replace\"}")
    }
  }

  private mutating func note(
    _ paths: some Sequence<FieldPath>, isSet: Bool, at reader: JSONReader
  ) throws(FormatError) {
    for path in paths.sorted() {
      guard sets[path] ?? isSet == isSet else {
        throw reader.error(
          "\(path) is \(isSet ? "one value" : "a set") elsewhere",
          allowed: "write for a field of one value, add and remove for a set")
      }
      sets[path] = isSet
    }
  }
}

extension FieldValue {
  fileprivate var isNumber: Bool {
    if case .scalar(.integer) = self { true } else { false }
  }
}
