import ClusterCore

/// What a journal still has to hold: entries that restore to the same machine.
struct Compaction {
  private var pending: [Edit] = []
  private var clock: Stamp?
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
      if let stamp { observe(stamp) }
    case .settled(let keys, let changes):
      let settled = Set(keys)
      pending.removeAll { settled.contains($0.key) }
      for change in changes { take(change) }
    case .cursor(let place): cursor = place
    default: others.append(entry)
    }
  }

  /// A newer state may have an older stamp, which the clock has to stay ahead of all the same.
  private mutating func take(_ change: Change) {
    if case .scalar(_, let stamp, _) = change.state.content { observe(stamp) }
    guard change.state.number > fields[change.path]?.number ?? 0 else { return }
    fields[change.path] = change.state
  }

  private mutating func observe(_ stamp: Stamp) {
    if let clock, (stamp.milliseconds, stamp.counter) <= (clock.milliseconds, clock.counter) {
      return
    }
    clock = stamp
  }

  var entries: [StoreEntry] {
    var entries: [StoreEntry] = []
    if !fields.isEmpty {
      let changes = fields.sorted { $0.key < $1.key }.map { Change(path: $0, state: $1) }
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
