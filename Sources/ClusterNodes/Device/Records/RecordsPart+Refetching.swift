import ClusterCore

/// All that the cloud holds, as far as it has been read anew.
struct Refetch: Hashable, Sendable {
  var replica = Replica([])
  /// Where the next page begins.
  var place: Cursor
  /// How often the cloud had been restored when the first page was read.
  var fingerprint: Int?
  /// Up to where the cloud had forgotten deletions when it began.
  let pruned: Int
  /// Whether a page has come.
  var isUnderWay = false
  /// Whether saves wait until it is complete, since the cloud has gone back behind what they are
  /// based on.
  let holdsSaves: Bool
}

// What a device does that cannot go on from its cursor, or whose cloud was restored.
extension RecordsPart {
  /// Reads everything from the beginning. What is pending stays so; what is known counts until
  /// the last page has come, so that a kill in between loses nothing.
  ///
  /// - Parameter pruned: up to where the cloud has forgotten deletions.
  mutating func beginRefetch(
    holdingSaves: Bool = false, after pruned: Int = 0, _ out: inout Outgoing
  ) {
    let beginning: Cursor = policy.cursorFrom == .server ? 0 : .instant(-1)
    refetch = Refetch(
      place: beginning, fingerprint: fingerprint, pruned: max(pruned, self.pruned),
      holdsSaves: holdingSaves)
    pull = .idle
    pullInFlight = nil
    requestPull(&out)
  }

  /// What the device has been told of a field: what counts, and what has come of it so far where
  /// all is read anew. Whoever edits it now has seen both.
  func told(of path: FieldPath) -> [FieldState] {
    [replica, refetch?.replica].compactMap { $0?.fields[path] }
  }

  /// Whether the answer is of a cloud whose records have been restored since the device read them.
  func isRestored(_ fingerprint: Int?) -> Bool {
    guard policy.fingerprint == .check else { return false }
    guard let refetch else { return fingerprint != self.fingerprint }
    return refetch.isUnderWay && fingerprint != refetch.fingerprint
  }

  /// Whether a record that was refused is older at the cloud than what the save was based on.
  func hasGoneBack(_ results: [EditResult], of sent: [Edit]) -> Bool {
    guard refetch == nil else { return false }
    var told: Set<RecordID> = []
    return results.contains { result in
      let record = result.path.record
      guard let refusal = result.refusal, refusal.error == .serverRecordChanged,
        told.insert(record).inserted,
        let base = sent.first(where: { $0.path.record == record })?.base
      else { return false }
      return refusal.record.map(\.state.number).max() ?? 0 < base
    }
  }

  mutating func refetched(
    _ changes: [Change], cursor: Cursor, more: Bool, fingerprint: Int?, at reading: ClockReading,
    _ out: inout Outgoing
  ) {
    guard var refetch else { return }
    if !refetch.isUnderWay, policy.fingerprint == .check { refetch.fingerprint = fingerprint }
    refetch.isUnderWay = true
    refetch.place = cursor
    for change in changes {
      refetch.replica.advance(change.path, to: change.state)
      // An edit that is made before the last page has come must be newer than all that came.
      note(change.state)
    }
    self.refetch = refetch
    backoff.succeed(RecordsPart.pullLine)
    if !more {
      let end = place(cursor, more: false, at: reading)
      finish(refetch, at: end, reading, &out)
    }
    goOnPulling(more, &out)
  }

  /// Takes over what the cloud holds, in the place of all that was known.
  private mutating func finish(
    _ refetch: Refetch, at cursor: Cursor, _ reading: ClockReading, _ out: inout Outgoing
  ) {
    let isRestored = refetch.fingerprint != fingerprint
    let lost = isRestored ? edits(lostBy: refetch.replica, at: reading) : []
    outbox.appendNew(lost, by: id)
    if !lost.isEmpty, policy.outbox == .durable {
      out.emit(.store(.made(lost, clock: policy.stamp == .hybrid ? clock.last : nil)))
    }
    let dropped = policy.fetch == .overPending ? pendingKeys(in: refetch.replica) : []
    outbox.remove(dropped)
    if !dropped.isEmpty { out.emit(.store(.settled(dropped, fields: []))) }
    let held =
      (refetch.replica.fields.map { Change(path: $0, state: $1) }
      + keepPruned(refetch, &out)).sorted { $0.path < $1.path }
    takeAnew(held, cursor, refetch.fingerprint)
    out.emit(.store(.refetched(held, cursor: cursor, fingerprint: refetch.fingerprint)))
    self.refetch = nil
    rebaseOnRefetched()
    showTouched(&out)
    sendPending(&out)
  }

  private func pendingKeys(in replica: Replica) -> [EditKey] {
    outbox.items.filter { replica.fields[$0.edit.path] != nil }.map(\.edit.key)
  }

  /// Also to be called with what the store says was read anew.
  mutating func takeAnew(_ changes: [Change], _ cursor: Cursor, _ fingerprint: Int?) {
    touched.formUnion(replica.fields.keys)
    replica = Replica(changes)
    self.cursor = cursor
    self.fingerprint = fingerprint
    for change in changes {
      touched.insert(change.path)
      note(change.state)
    }
  }

  /// What is pending upon a tag that the cloud has not come to, or no more, is made upon its own.
  private mutating func rebaseOnRefetched() {
    for record in Set(outbox.items.map(\.edit.path.record)).sorted() {
      let tag = replica.tag(of: record)
      outbox.rebase(record, on: tag) { $0.base > tag }
    }
  }

  /// What a restored cloud does not hold and this device does: sent again under the intents that
  /// it was made under, so that two devices which both have it do so once.
  private mutating func edits(lostBy restored: Replica, at reading: ClockReading) -> [Edit] {
    var lost: [Edit] = []
    for (path, state) in replica.fields.sorted(by: { $0.key < $1.key }) {
      let difference = state.lost(
        to: restored.fields[path], under: outbox.edits(of: path), isWhole: rules.sets == .replace)
      lost += difference.map { operation, intent in
        Edit(
          intent: intent, path: path, operation: operation, stamp: stampAgain(state, at: reading),
          base: restored.tag(of: path.record))
      }
    }
    return lost
  }

  /// A value keeps its stamp; adds have none, and get one of now.
  private mutating func stampAgain(_ state: FieldState, at reading: ClockReading) -> Stamp? {
    guard policy.stamp != .server else { return stamp(at: reading) }
    switch state.content {
    case .scalar(_, let stamp, _): return stamp
    case .tombstone(let tombstone): return tombstone.stamp
    case .set, .counter: return stamp(at: reading)
    }
  }
}

extension FieldState {
  /// What has to be done for a restored field to hold again what this one does.
  ///
  /// A value is lost where there is none or another with no larger stamp, a member of a set where
  /// the add is gone. That something had been taken out, a device does not know any more. What its
  /// user has replaced since would only come behind that.
  ///
  /// - Parameter isWhole: whether a set is saved whole.
  fileprivate func lost(
    to restored: FieldState?, under pending: [Edit], isWhole: Bool
  ) -> [(Edit.Operation, IntentID)] {
    switch (content, restored?.content) {
    case (.scalar, _) where !pending.isEmpty || restored?.intent == intent: return []
    case (.scalar(_, let stamp, _), .scalar(_, let other, _)) where stamp < other: return []
    case (.scalar(let value, _, _), _): return [(.write(value), intent)]
    case (.set(let members), _) where isWhole:
      let isNewer = number > restored?.number ?? 0 && pending.isEmpty
      return isNewer ? [(.replace(members.map(\.value)), intent)] : []
    case (.set(let members), let other):
      return members.flatMap { member in
        member.adds.filter { add in
          !(other?.holds(add, of: member.value) ?? false)
            && !pending.contains { $0.takesOut(add, of: member.value) }
        }.map { (.add(member.value), $0) }
      }
    case (.counter(let increments), let other):
      return increments.filter { increment in
        !(other?.counts(increment.id) ?? false)
          && !pending.contains { $0.intent == increment.id }
      }.map { (.increment($0.amount), $0.id) }
    case (.tombstone(let tombstone), _):
      // A record that came back is sent again as what its fields hold.
      guard tombstone.standing == .gone, restored?.tombstone?.deletion != tombstone.deletion else {
        return []
      }
      return [(.delete(observed: tombstone.observed), tombstone.deletion)]
    }
  }
}

extension FieldState.Content {
  /// Whether that increment is in the sum.
  fileprivate func counts(_ id: IntentID) -> Bool {
    guard case .counter(let increments) = self else { return false }
    return increments.contains { $0.id == id }
  }

  /// Whether that add keeps the value in the set.
  fileprivate func holds(_ add: IntentID, of value: Value) -> Bool {
    guard case .set(let members) = self else { return false }
    return members.contains { $0.value == value && $0.adds.contains(add) }
  }
}
