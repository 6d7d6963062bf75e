import ClusterCore

/// What a journal still has to hold: entries that restore to the same machine.
///
/// What the user was told is not kept: a call that is settled is not shown again at a start.
struct Compaction {
  private var pending: [(edit: Edit, author: NodeID?)] = []
  /// Removes that are settled, and may have taken out an add that is not.
  private var removes: [(edit: Edit, author: NodeID?)] = []
  /// The newest clock that was stored with edits.
  private var clock: Stamp?
  /// The change with the newest stamp: a newer state of its field may have an older one, and the
  /// clock has to stay ahead of it all the same.
  private var furthest: (change: Change, stamp: Stamp)?
  private var fields: [FieldPath: FieldState] = [:]
  private var cursor: Cursor?
  /// How often the cloud has been restored, as far as that is known.
  private var fingerprint: Int?
  /// Whether all that was known was read anew once, so that nothing of the start counts any more.
  private var isReadAnew = false
  /// Calls and the like that are not settled.
  private var asked: [(entry: JournalEntry, intent: IntentID)] = []
  /// Actors that renew a session.
  private var renewing: [JournalEntry] = []
  /// Entries of other parts, which are kept as they are.
  private var others: [JournalEntry] = []
  /// Whoever wrote the first entry stands for all actors where it does not matter who did.
  private let anyone: NodeID?

  init(_ entries: [JournalEntry]) {
    anyone = entries.first?.author
    for entry in entries { take(entry) }
  }

  private mutating func take(_ entry: JournalEntry) {
    switch entry.entry {
    case .made(let edits, let stamp):
      pending.append(contentsOf: edits.map { ($0, entry.author) })
      if let stamp, clock.map({ isNewer(stamp, than: $0) }) ?? true { clock = stamp }
    case .settled(let keys, let changes):
      if !keys.isEmpty, !pending.isEmpty { settle(keys) }
      for change in changes { take(change) }
    case .forgotten(let paths): for path in paths { fields[path] = nil }
    case .cursor(let place): cursor = cursor?.advanced(to: place) ?? place
    case .refetched(let changes, let place, let fingerprint):
      isReadAnew = true
      fields = [:]
      for change in changes { take(change) }
      cursor = place
      self.fingerprint = fingerprint
    case .asked(_, let intent), .signedOut(_, let intent): asked.append((entry, intent))
    case .answered(let intent, _): asked.removeAll { $0.intent == intent }
    case .renewing:
      renewing.removeAll { $0.author == entry.author }
      renewing.append(entry)
    case .renewed: renewing.removeAll { $0.author == entry.author }
    case .transferWanted, .transferEnded, .foreign, .ordered, .orderSettled, .registered, .read,
      .counted, .seeded:
      others.append(entry)
    }
  }

  private mutating func settle(_ keys: [EditKey]) {
    // One edit after the other: there is no need of a set.
    if keys.count == 1, let place = pending.firstIndex(where: { $0.edit.key == keys[0] }) {
      let settled = pending.remove(at: place)
      if settled.edit.isRemove { removes.append(settled) }
      if !pending.contains(where: { $0.edit.key == keys[0] }) { return }
    }
    let settled = Set(keys)
    removes += pending.filter { settled.contains($0.edit.key) && $0.edit.isRemove }
    pending.removeAll { settled.contains($0.edit.key) }
  }

  private mutating func take(_ change: Change) {
    if let stamp = change.state.stamp,
      furthest.map({ isNewer(stamp, than: $0.stamp) }) ?? true
    {
      furthest = (change, stamp)
    }
    guard let place = fields.index(forKey: change.path) else {
      if change.state.number > 0 { fields[change.path] = change.state }
      return
    }
    if change.state.number > fields.values[place].number { fields.values[place] = change.state }
  }

  private func isNewer(_ stamp: Stamp, than other: Stamp) -> Bool {
    (stamp.milliseconds, stamp.counter) > (other.milliseconds, other.counter)
  }

  var entries: [JournalEntry] {
    var entries: [JournalEntry] = []
    var changes = fields.sorted { $0.key < $1.key }.map { Change(path: $0, state: $1) }
    if isReadAnew, let cursor {
      if let furthest, !changes.contains(furthest.change) {
        entries.append(JournalEntry(.settled([], fields: [furthest.change]), by: anyone))
      }
      entries.append(
        JournalEntry(.refetched(changes, cursor: cursor, fingerprint: fingerprint), by: anyone))
    } else {
      if let furthest, !fields.isEmpty, !changes.contains(furthest.change) {
        changes.insert(furthest.change, at: 0)
      }
      if !changes.isEmpty {
        entries.append(JournalEntry(.settled([], fields: changes), by: anyone))
      }
      if let cursor { entries.append(JournalEntry(.cursor(cursor), by: anyone)) }
    }
    return entries + made + takenOut + asked.map(\.entry) + renewing + others
  }

  /// Removes that still matter to another actor's add: made and settled once more.
  private var takenOut: [JournalEntry] {
    let needed = removes.filter { remove in
      pending.contains { $0.author != remove.author && remove.edit.takesOut($0.edit) }
    }
    guard !needed.isEmpty else { return [] }
    return needed.map { JournalEntry(.made([$0.edit], clock: nil), by: $0.author) }
      + [JournalEntry(.settled(needed.map(\.edit.key), fields: []), by: anyone)]
  }

  /// What is pending in the order of making, one entry for each row of edits by one actor.
  private var made: [JournalEntry] {
    var rows: [(edits: [Edit], author: NodeID?)] = []
    for (edit, author) in pending {
      if let last = rows.last, last.author == author {
        rows[rows.count - 1].edits.append(edit)
      } else {
        rows.append(([edit], author))
      }
    }
    if rows.isEmpty, clock != nil { rows.append(([], anyone)) }
    return rows.enumerated().map { index, row in
      JournalEntry(.made(row.edits, clock: index == 0 ? clock : nil), by: row.author)
    }
  }
}

extension FieldState {
  /// The stamp that a hybrid clock has to stay ahead of.
  fileprivate var stamp: Stamp? {
    switch content {
    case .scalar(_, let stamp, _): stamp
    case .tombstone(let tombstone): tombstone.stamp
    case .set, .counter: nil
    }
  }
}

extension Edit {
  fileprivate var isRemove: Bool {
    if case .remove = operation { true } else { false }
  }
}

extension DeviceMachine {
  /// Entries that restore to the same machine as these, and are fewer where that can be.
  package static func compacted(_ entries: [JournalEntry]) -> [JournalEntry] {
    Compaction(entries).entries
  }
}
