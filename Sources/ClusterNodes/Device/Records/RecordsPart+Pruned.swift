import ClusterCore

// What a device does about deletions that the cloud has forgotten.
extension RecordsPart {
  /// Whether deletions may have been missed: what was read so far ends before the last of those of
  /// which the cloud has kept no trace. Where all is read anew, what a page named may be gone since.
  func hasMissedDeletions(before pruned: Int) -> Bool {
    if let refetch { return refetch.pruned < pruned }
    guard pruned > self.pruned, !replica.fields.isEmpty else { return false }
    switch cursor {
    case .number(let number, _): return number < pruned
    case .instant: return true
    }
  }

  /// - Parameter changes: what the page says that told of it; true for all that.
  mutating func beginRefetch(
    after pruned: Int, knowing changes: [Change], _ out: inout Outgoing
  ) {
    if !changes.isEmpty {
      for change in changes { take(change.path, change.state) }
      out.emit(.store(.settled([], fields: changes)))
      showTouched(&out)
    }
    beginRefetch(after: pruned, &out)
  }

  /// What the device has and the cloud, which has been read anew, has not.
  ///
  /// A policy that takes it for new keeps it, and uploads it.
  mutating func keepPruned(_ refetch: Refetch, _ out: inout Outgoing) -> [Change] {
    pruned = max(pruned, refetch.pruned)
    guard policy.pruned == .upload else { return [] }
    let missing = replica.fields.filter { path, state in
      refetch.replica.fields[path] == nil && state.number <= refetch.pruned
        && !isDeleted(path.record)
    }.sorted { $0.key < $1.key }
    let edits = missing.flatMap { copies(of: $0.key, $0.value) }
    // These are no edits of its user, so nothing of it is pending.
    if !edits.isEmpty { _ = out.send(.save(edits), for: .records) }
    return missing.map { Change(path: $0.key, state: $0.value) }
  }

  private func copies(of path: FieldPath, _ state: FieldState) -> [Edit] {
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

  /// Forgets the deletions that the cloud has forgotten, with what they took: nobody is told any
  /// more if there is another record of that name. To be called at the end of the feed: a record
  /// that had come back by then would have been told of.
  mutating func forgetDeletions(before pruned: Int, _ out: inout Outgoing) {
    guard pruned > 0 else { return }
    let over = replica.fields.filter { _, state in
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

  private mutating func drop(_ paths: [FieldPath], _ out: inout Outgoing) {
    guard !paths.isEmpty else { return }
    forget(paths)
    out.emit(.store(.forgotten(paths)))
  }

  /// What is known of fields that the cloud has forgotten goes.
  mutating func forget(_ paths: [FieldPath]) {
    for path in paths { replica.forget(path) }
    touched.formUnion(paths)
  }

  /// Edits of a record that were refused because it is deleted and forgotten: they are dropped with
  /// the record, or sent again as those of a record that nobody has. Returns those given up.
  mutating func meetForgotten(_ record: RecordID, _ out: inout Outgoing) -> [EditKey] {
    refusals.close(record)
    switch policy.pruned {
    case .upload:
      outbox.rebase(record, on: 0) { _ in true }
      return []
    case .drop:
      drop(replica.fields.keys.filter { $0.record == record }.sorted(), &out)
      return outbox.items.filter { $0.edit.path.record == record }.map(\.edit.key)
    }
  }
}
