import ClusterCore

// Records that are deleted, come back, and are forgotten in the end.
extension CloudMachine {
  /// What stands at a path, also behind a tombstone; nil where nothing ever did.
  func state(at path: FieldPath) -> FieldState? {
    path.isLife ? lives[path.record]?.state : fields[path]?.state
  }

  /// The same, where its newest change has that feed number.
  func state(at path: FieldPath, ifNumbered number: Int) -> FieldState? {
    guard path.isLife else {
      guard let field = fields.index(forKey: path), fields.values[field].number == number else {
        return nil
      }
      return fields.values[field].state
    }
    guard let life = lives[path.record], life.number == number else { return nil }
    return life.state
  }

  /// In no order.
  var tombstones: [Change] {
    lives.compactMap { record, life in
      life.state.map { Change(path: FieldPath(lifeOf: record), state: $0) }
    }
  }

  /// Applies a deletion or a create that arrived; returns whether that was a change.
  mutating func applyToLife(_ edit: Edit, from device: NodeID, at instant: Instant) -> Bool {
    let record = edit.path.record
    let stamp =
      edit.stamp ?? Stamp(milliseconds: instant.milliseconds, counter: feed.count + 1)
    var life = lives[record, default: CloudLife()]
    let isChange = life.apply(edit, from: device, stampedBy: stamp)
    lives[record] = life
    guard isChange else { return false }
    _ = decide(record)
    number(record, by: edit.intent, at: instant)
    return true
  }

  /// Decides anew whether a record that was deleted is gone, since one of its fields may have
  /// changed; returns whether that has turned.
  ///
  /// Where tombstones are forgotten, what comes to a record that is gone makes its tombstone new
  /// again, so that a record is forgotten with everything that came before a number.
  mutating func settleLife(
    of record: RecordID, by intent: IntentID, isChange: Bool, at instant: Instant
  ) -> Bool {
    guard lives[record] != nil else { return false }
    let hasTurned = decide(record)
    let isRenewed =
      isChange && rules.retention != nil && lives[record]?.tombstone?.standing == .gone
    if hasTurned || isRenewed { number(record, by: intent, at: instant) }
    return hasTurned
  }

  private mutating func number(_ record: RecordID, by intent: IntentID, at instant: Instant) {
    accept(FieldPath(lifeOf: record), at: instant)
    lives[record]?.note(
      intent, number: feed.count, at: rules.retention == nil ? nil : instant)
  }

  private mutating func decide(_ record: RecordID) -> Bool {
    guard let seen = lives[record]?.observed else { return false }
    let own = fields.filter { $0.key.record == record }.map(\.value)
    return lives[record]?.settle(
      by: rules.deletes, newest: own.compactMap { $0.newest(but: seen) }.max(),
      holders: Set(own.flatMap { $0.state?.holders ?? [] })) ?? false
  }

  /// Whether what the edit wants is so now.
  func isHeld(by edit: Edit) -> Bool {
    let tombstone = lives.isEmpty ? nil : lives[edit.path.record]?.tombstone
    switch edit.operation {
    case .delete: return tombstone?.standing == .gone
    case .create: return tombstone?.standing != .gone
    case .remove: return true
    case .write, .add, .replace, .increment: break
    }
    guard let field = fields[edit.path], field.isHeld(by: edit) else { return false }
    guard let tombstone, let state = field.state else { return true }
    return tombstone.standing != .gone && tombstone.rest(of: state, by: rules.deletes) != nil
  }

  /// Forgets the records whose deletion is older than tombstones are kept.
  mutating func prune(at instant: Instant) {
    guard let retention = rules.retention, !lives.isEmpty else { return }
    let over = lives.filter { _, life in
      life.goneSince.map { $0 + retention <= instant } ?? false
    }
    for (record, life) in over {
      pruned = max(pruned, life.number)
      lives[record] = nil
      tags[record] = nil
      fields = fields.filter { $0.key.record != record }
    }
  }

  /// The records of a save that were deleted and are forgotten, so that nobody can tell any more
  /// what an edit of them would have come to. One that its maker takes for new has no base, and
  /// one that its maker makes anew needs none.
  func forgottenRecords(of edits: [Edit]) -> Set<RecordID> {
    guard pruned > 0 else { return [] }
    let forgotten = edits.filter { edit in
      (1...pruned).contains(edit.base) && tags[edit.path.record] == nil
    }
    let created = edits.filter { $0.operation == .create }.map(\.path.record)
    return Set(forgotten.map(\.path.record)).subtracting(created)
  }
}

extension Answer {
  /// The same page, with up to where deletions are forgotten.
  func telling(prunedBefore pruned: Int) -> Answer {
    guard pruned > 0, case .pulled(let changes, let cursor, let more, let fingerprint, _) = self
    else { return self }
    return .pulled(
      changes: changes, cursor: cursor, more: more, fingerprint: fingerprint, pruned: pruned)
  }
}
