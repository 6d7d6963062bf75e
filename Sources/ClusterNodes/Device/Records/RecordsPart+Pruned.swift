import ClusterCore

// What a device does that was away for longer than the cloud remembers deletions.
extension RecordsPart {
  /// The feed, read once more from its beginning to see what is not in it.
  struct Listing: Hashable, Sendable {
    /// How far it has been read.
    var cursor = 0
    var named: Set<FieldPath> = []
    /// Up to where deletions were forgotten when it began; once that has moved on, what a page
    /// named before may be gone, and it begins again.
    let pruned: Int
  }

  /// Forgets the deletions that the cloud has forgotten, with what they took: nobody is told any
  /// more if there is another record of that name.
  mutating func forgetDeletions(before pruned: Int, _ out: inout Outgoing) {
    guard pruned > 0 else { return }
    let over = replica.fields.filter { path, state in
      state.tombstone?.standing == .gone && state.number <= pruned
    }
    forget(over.keys.map(\.record), before: pruned, &out)
  }

  /// An answer that knows of no deletion, and is newer than the one known here: the cloud has
  /// forgotten it.
  mutating func forgetDeletions(after results: [EditResult], _ out: inout Outgoing) {
    for result in results where result.refusal == nil && result.tombstone == nil {
      let path = FieldPath(lifeOf: result.path.record)
      guard !result.path.isLife, let known = replica.fields[path], let state = result.state,
        state.number > known.number
      else { continue }
      forget([path.record], before: known.number, &out)
    }
  }

  private mutating func forget(
    _ records: [RecordID], before number: Int, _ out: inout Outgoing
  ) {
    let paths = replica.fields.filter { path, state in
      records.contains(path.record) && state.number <= number
    }.keys.sorted()
    drop(paths, &out)
  }

  /// Whether deletions may have been missed: what was read so far ends before the last of those
  /// of which the cloud has kept no trace.
  func isToList(after pruned: Int) -> Bool {
    if let listing { return listing.pruned < pruned }
    return cursor < pruned && !replica.fields.isEmpty
  }

  /// - Parameter changes: what the page says that told of it; true for all that.
  mutating func beginListing(
    after pruned: Int, knowing changes: [Change], _ out: inout Outgoing
  ) {
    if !changes.isEmpty {
      for change in changes { take(change.path, change.state) }
      out.emit(.store(.settled([], fields: changes)))
      showTouched(&out)
    }
    listing = Listing(pruned: pruned)
    pull = .idle
    pullInFlight = nil
    requestPull(&out)
  }

  /// Notes what a page names; after the last one decides on what none has named.
  mutating func list(
    _ changes: [Change], cursor: Int, more: Bool, pruned: Int, _ out: inout Outgoing
  ) {
    guard var listing else { return }
    listing.named.formUnion(changes.map(\.path))
    listing.cursor = cursor
    self.listing = listing
    guard !more else { return }
    self.listing = nil
    self.cursor = max(self.cursor, cursor, pruned)
    let missing = replica.fields.filter { path, state in
      !listing.named.contains(path) && state.number <= pruned
    }.keys.sorted()
    switch policy.pruned {
    case .drop: drop(missing, &out)
    case .upload: upload(missing, &out)
    }
    out.emit(.store(.cursor(self.cursor)))
  }

  private mutating func drop(_ paths: [FieldPath], _ out: inout Outgoing) {
    guard !paths.isEmpty else { return }
    forget(paths)
    out.emit(.store(.forgotten(paths)))
  }

  /// Sends what it knows and shows as if nobody else had ever had it.
  ///
  /// These are no edits of its user, so nothing of it is pending.
  private mutating func upload(_ paths: [FieldPath], _ out: inout Outgoing) {
    let edits = paths.filter { !isDeleted($0.record) }.flatMap { copies(of: $0) }
    if !edits.isEmpty { _ = out.send(.save(edits), for: .records) }
  }

  private func copies(of path: FieldPath) -> [Edit] {
    guard let state = replica.fields[path] else { return [] }
    func copy(_ operation: Edit.Operation, _ intent: IntentID, _ stamp: Stamp?) -> Edit {
      Edit(
        intent: intent, path: path, operation: operation, stamp: stamp, base: 0, isCarried: true)
    }
    switch state.content {
    case .scalar(let value, let stamp, _): return [copy(.write(value), state.intent, stamp)]
    case .set(let members) where rules.sets == .replace:
      return [copy(.replace(members.map(\.value)), state.intent, StartState.stamp)]
    case .set(let members):
      return members.flatMap { member in
        member.adds.map { copy(.add(member.value), $0, StartState.stamp) }
      }
    case .counter(let increments):
      return increments.map { copy(.increment($0.amount), $0.id, StartState.stamp) }
    case .tombstone: return []
    }
  }

  /// What is known of fields that the cloud has forgotten goes.
  mutating func forget(_ paths: [FieldPath]) {
    for path in paths { replica.forget(path) }
    touched.formUnion(paths)
  }

  /// Edits that were refused because their records are deleted and forgotten: they are dropped
  /// with the records, or sent again as those of records that nobody has. Returns those that are
  /// given up.
  mutating func meetForgotten(
    _ results: [EditResult], of sent: [Edit], _ out: inout Outgoing
  ) -> [EditKey] {
    let refused = results.filter { $0.refusal?.error == .unknownItem }.map(\.path.record)
    let records = Set(refused).sorted()
    guard !records.isEmpty else { return [] }
    switch policy.pruned {
    case .upload:
      for record in records { outbox.rebase(record, on: 0) { _ in true } }
      return []
    case .drop:
      let given = outbox.items.filter { records.contains($0.edit.path.record) }.map(\.edit.key)
      outbox.remove(given)
      touched.formUnion(given.map(\.path))
      drop(replica.fields.keys.filter { records.contains($0.record) }.sorted(), &out)
      return given
    }
  }
}
