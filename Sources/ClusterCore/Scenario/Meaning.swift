/// Refuses what can be written and means nothing.
///
/// Only what a file names by itself is looked at: a preset or a group sets behaviours that may have
/// nothing to do in its scenario. What depends on the timeline is let be, since a search takes
/// entries away.
struct Meaning {
  let rules: CloudRules
  let start: StartState

  /// Of each device that names single behaviours.
  func check(_ devices: JSONReader) throws(FormatError) {
    for device in try devices.elements() {
      guard let policy = device.member("policy"), policy.kind == .object else { continue }
      try check(policy, Policy(policy))
    }
  }

  private func check(_ reader: JSONReader, _ policy: Policy) throws(FormatError) {
    for behaviour in ["conflictTest", "queuedBase"] where rules.saves == .merge {
      guard let place = reader.member(behaviour) else { continue }
      throw place.error(
        "\"\(behaviour)\" is set, but the cloud takes every save and no record conflicts",
        allowed: "\"cloud\": {\"saves\": \"ifTagMatches\"}, or no \"\(behaviour)\"")
    }
    if let place = reader.member("conflictTest"),
      policy.onConflict == .ignore || policy.onConflict == .clientWins
    {
      throw place.error(
        "\"conflictTest\" is set, but \"\(policy.onConflict.rawValue)\" does not look at what the "
          + "cloud holds",
        allowed: "\"onConflict\": \"rebase\" or \"askUser\", or no \"conflictTest\"")
    }
    if let place = reader.member("referenceError"), rules.parent == nil {
      throw place.error(
        "\"referenceError\" is set, but no record has a parent",
        allowed: "\"cloud\": {\"parent\": FIELD}, or no \"referenceError\"")
    }
  }

  /// The parents that records have from the start must be there.
  func check(start reader: JSONReader?) throws(FormatError) {
    guard let field = rules.parent, let reader else { return }
    let records = Set(start.records.keys.map(\.record))
    for (path, value) in start.records.sorted(by: { $0.key < $1.key }) where path.field == field {
      guard let parent = try parent(value, of: path, at: reader), !records.contains(parent) else {
        continue
      }
      throw reader.error(
        "\(path) names the record \"\(parent)\", which is not there at the start",
        allowed: "a record of \"start\", or null")
    }
  }

  /// The parents that an operation names must be texts.
  func check(_ operation: Operation, at reader: JSONReader) throws(FormatError) {
    guard let field = rules.parent else { return }
    let values: [FieldPath: FieldValue] =
      switch operation {
      case .write(let values), .resolve(let values): values.mapValues { .scalar($0) }
      case .create(let values): values
      case .add(let values), .remove(let values): values.mapValues { .set($0) }
      case .increment(let amounts): amounts.mapValues { .scalar(.integer($0)) }
      case .delete, .resolveAll: [:]
      case .sync, .download, .upload, .cancelTransfer, .order, .search, .register, .open,
        .markRead, .call, .signIn, .signOut:
        [:]
      }
    for (path, value) in values.sorted(by: { $0.key < $1.key }) where path.field == field {
      _ = try parent(value, of: path, at: reader)
    }
  }

  private func parent(
    _ value: FieldValue, of path: FieldPath, at reader: JSONReader
  ) throws(FormatError) -> RecordID? {
    switch value {
    case .scalar(.text(let name)): return RecordID(name.string)
    case .scalar(.null): return nil
    case .scalar, .set:
      throw reader.error(
        "\(path) names the parent of \(path.record), and \(value) is no record",
        allowed: "the name of a record, or null")
    }
  }
}
