import ClusterCore

/// Whether a record that has been deleted shows on a device, and what of it.
///
/// The cloud has said what it made of the deletion; what is pending here is laid over that.
struct RecordView {
  let isThere: Bool
  /// How many of the pending edits an own deletion has taken with it.
  let firstShown: Int
  private let tombstone: Tombstone?
  private let rule: CloudRules.Deletes
  /// Whether an own deletion hides all that the cloud holds.
  private let isHidden: Bool
  private let isWhole: Bool

  /// - Parameter pending: the edits of the record, oldest first.
  init(_ tombstone: Tombstone?, under pending: [Edit], by rule: CloudRules.Deletes) {
    self.tombstone = tombstone
    self.rule = rule
    let deletion = pending.lastIndex { $0.isDeletion }
    let after = pending.dropFirst(deletion.map { $0 + 1 } ?? 0)
    let creates = after.filter { $0.operation == .create }
    // A create loses to a deletion that was told of meanwhile and has the larger stamp.
    let isMadeAnew = creates.contains { edit in
      guard let tombstone, let stamp = edit.stamp else { return true }
      return stamp > tombstone.stamp
    }
    let isUpdated =
      tombstone.map { stone in after.contains { stone.loses(to: $0, by: rule) } }
      ?? (deletion == nil)
    // Where the create has lost, so has the own deletion before it: what the cloud says of the
    // other deletion holds as if the own had never been.
    isHidden = deletion != nil && (isMadeAnew || creates.isEmpty)
    firstShown = isHidden ? pending.count - after.count : 0
    let isGone = isHidden || tombstone?.standing == .gone
    isWhole =
      !isHidden && !isMadeAnew && tombstone?.standing != .anew
      && (isUpdated || tombstone?.standing == .updated)
    isThere = !isGone || isMadeAnew || isUpdated
  }

  /// What shows of what the cloud holds in a field.
  func rest(of state: FieldState?) -> FieldState? {
    guard let state, !isHidden else { return nil }
    guard let tombstone, !isWhole else { return state }
    return tombstone.notDeleted(state, by: rule)
  }
}

extension Edit {
  var isDeletion: Bool {
    if case .delete = operation { true } else { false }
  }
}

extension Tombstone {
  /// Whether an edit that is pending will bring the record back, as far as a device can tell.
  fileprivate func loses(to edit: Edit, by rule: CloudRules.Deletes) -> Bool {
    guard edit.operation.putsSomething else { return false }
    switch rule {
    case .highest: return edit.stamp.map { $0 > stamp } ?? true
    case .deleteWins: return false
    case .updateWins: return !observed.contains(edit.intent)
    }
  }
}
