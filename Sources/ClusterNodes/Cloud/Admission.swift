import ClusterCore

/// Decides which records of a save the cloud takes in.
///
/// A record is refused, in this order, that was deleted and is forgotten; whose change tag has moved
/// on since the save's base; whose parent, if the save names one, is neither held nor taken in with the same save; which is new
/// where there is no more room. What room there is goes to records in the order of the save, each
/// parent before its children. Under `atomic` one refused record takes all others with it.
struct Admission {
  private let rules: CloudRules
  /// How many records there is room for; nil for any number.
  private let quota: Int?
  /// The change tag of each record that is held.
  private let tags: [RecordID: Int]
  /// In the order of the save.
  private let records: [RecordID]
  /// The parents that the save names.
  private let parents: [RecordID: RecordID]
  /// Why records are refused; those that are taken in do not stand here.
  private(set) var refusals: [RecordID: CloudError] = [:]
  /// Records that the save makes anew and of which nothing is held: there is no tag to name.
  private let madeAnew: Set<RecordID>
  private var visited: Set<RecordID> = []
  /// New records that are taken in.
  private var new: Set<RecordID> = []

  init(
    of edits: [Edit], rules: CloudRules, quota: Int?, tags: [RecordID: Int],
    forgotten: Set<RecordID>
  ) {
    self.rules = rules
    self.quota = quota
    self.tags = tags
    records = edits.reduce(into: []) { records, edit in
      if !records.contains(edit.path.record) { records.append(edit.path.record) }
    }
    // The last word on a record counts.
    parents = edits.reduce(into: [:]) { parents, edit in
      guard edit.path.field == rules.parent, case .write(let value) = edit.operation else { return }
      parents[edit.path.record] = value.record
    }
    madeAnew = Set(
      edits.filter { $0.operation == .create && tags[$0.path.record] == nil }.map(\.path.record))
    for record in forgotten { refusals[record] = .unknownItem }
    for edit in edits where !forgotten.contains(edit.path.record) && isStale(edit) {
      refusals[edit.path.record] = .serverRecordChanged
    }
    for record in records { decide(record) }
    guard rules.batch == .atomic, !refusals.isEmpty else { return }
    for record in records where refusals[record] == nil { refusals[record] = .batchFailed }
  }

  private func isStale(_ edit: Edit) -> Bool {
    rules.saves == .ifTagMatches && edit.base != tags[edit.path.record] ?? 0
      && !madeAnew.contains(edit.path.record)
  }

  private mutating func decide(_ record: RecordID) {
    // One that is being decided on names, by way of others, its own child as its parent.
    guard visited.insert(record).inserted else { return }
    let parent = parents[record]
    if let parent, records.contains(parent) { decide(parent) }
    guard refusals[record] == nil else { return }
    if let parent, tags[parent] == nil, !new.contains(parent) {
      refusals[record] = .referenceViolation
    } else if tags[record] == nil {
      if let quota, tags.count + new.count >= quota {
        refusals[record] = .quotaExceeded
      } else {
        new.insert(record)
      }
    }
  }
}

extension Value {
  /// The record that a value names; nil for one that names none.
  var record: RecordID? {
    if case .text(let text) = self { RecordID(text) } else { nil }
  }
}
