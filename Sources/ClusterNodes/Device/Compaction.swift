import ClusterCore

/// What a journal still has to hold: entries that restore to the same machine.
struct Compaction {
  private var pending: [Edit] = []
  /// The newest clock that was stored with edits.
  private var clock: Stamp?
  /// The change with the newest stamp: a newer state of its field may have an older one, and the
  /// clock has to stay ahead of it all the same.
  private var furthest: (change: Change, stamp: Stamp)?
  private var fields: [FieldPath: FieldState] = [:]
  private var cursor: Int?
  /// Entries of other parts, which are kept as they are.
  private var others: [StoreEntry] = []

  init(_ entries: [StoreEntry]) {
    for entry in entries { take(entry) }
  }

  private mutating func take(_ entry: StoreEntry) {
    switch entry {
    case .made(let edits, let stamp):
      pending.append(contentsOf: edits)
      if let stamp, clock.map({ isNewer(stamp, than: $0) }) ?? true { clock = stamp }
    case .settled(let keys, let changes):
      let settled = Set(keys)
      pending.removeAll { settled.contains($0.key) }
      for change in changes { take(change) }
    case .cursor(let place): cursor = place
    case .transferWanted, .transferEnded, .foreign, .ordered, .orderSettled, .registered, .read,
      .counted, .seeded, .asked, .answered:
      others.append(entry)
    }
  }

  private mutating func take(_ change: Change) {
    if case .scalar(_, let stamp, _) = change.state.content,
      furthest.map({ isNewer(stamp, than: $0.stamp) }) ?? true
    {
      furthest = (change, stamp)
    }
    guard change.state.number > fields[change.path]?.number ?? 0 else { return }
    fields[change.path] = change.state
  }

  private func isNewer(_ stamp: Stamp, than other: Stamp) -> Bool {
    (stamp.milliseconds, stamp.counter) > (other.milliseconds, other.counter)
  }

  var entries: [StoreEntry] {
    var entries: [StoreEntry] = []
    if !fields.isEmpty {
      var changes = fields.sorted { $0.key < $1.key }.map { Change(path: $0, state: $1) }
      if let furthest, !changes.contains(furthest.change) { changes.insert(furthest.change, at: 0) }
      entries.append(.settled([], fields: changes))
    }
    if let cursor { entries.append(.cursor(cursor)) }
    if !pending.isEmpty || clock != nil { entries.append(.made(pending, clock: clock)) }
    return entries + others
  }
}

extension DeviceMachine {
  /// Entries that restore to the same machine as these, and are fewer where that can be.
  package static func compacted(_ entries: [StoreEntry]) -> [StoreEntry] {
    Compaction(entries).entries
  }
}
