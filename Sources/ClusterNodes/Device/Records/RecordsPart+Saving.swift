import ClusterCore

// What the user does to records, and how it gets to the cloud.
extension RecordsPart {
  mutating func perform(
    _ operation: Operation, _ intent: IntentID, at reading: ClockReading, _ out: inout Outgoing
  ) {
    switch operation {
    case .write(let values), .resolve(let values): edit(writes(values), intent, reading, &out)
    case .resolveAll(let side): edit(writes(questions.values(of: side)), intent, reading, &out)
    case .add(let values): edit(sets(values, adding: true), intent, reading, &out)
    case .remove(let values): make(sets(values, adding: false), intent, reading, &out)
    case .create(let values): edit(fields(values), intent, reading, &out)
    case .increment(let amounts): edit(counts(amounts), intent, reading, &out)
    case .delete(let records): delete(records, intent, reading, &out)
    case .sync, .download, .upload, .cancelTransfer, .order, .search, .register, .open, .markRead,
      .call, .signIn, .signOut:
      preconditionFailure("the records of a device were handed \(operation)")
    }
  }

  private func counts(_ amounts: [FieldPath: Int64]) -> [(FieldPath, Edit.Operation)] {
    amounts.sorted { $0.key < $1.key }.map { path, amount in
      switch rules.counters {
      case .sum: (path, .increment(amount))
      case .replace: (path, .write(sum(of: value(of: path), and: amount)))
      }
    }
  }

  /// What is no whole number counts as 0; a sum goes no further than a number can.
  private func sum(of shown: FieldValue?, and amount: Int64) -> Value {
    guard case .scalar(.integer(let number)) = shown else { return .integer(amount) }
    let (sum, isTooFar) = number.addingReportingOverflow(amount)
    return .integer(isTooFar ? (amount > 0 ? .max : .min) : sum)
  }

  private func writes(_ values: [FieldPath: Value]) -> [(FieldPath, Edit.Operation)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, .write($0.value)) }
  }

  /// What makes a record: a write for each scalar, and for each set the adds of its members.
  private func fields(_ values: [FieldPath: FieldValue]) -> [(FieldPath, Edit.Operation)] {
    values.sorted { $0.key < $1.key }.flatMap { path, value in
      switch value {
      case .scalar(let value): [(path, Edit.Operation.write(value))]
      case .set(let members): sets([path: members], adding: true)
      }
    }
  }

  /// Stores, shows and sends edits, in that order: what is shown must outlive a crash. Where the
  /// outbox is memory, nothing is stored before the cloud has answered.
  ///
  /// What the user was asked of a field is settled by a new edit of it, which takes the place of
  /// those that waited.
  mutating func make(
    _ operations: [(FieldPath, Edit.Operation)], _ intent: IntentID, _ reading: ClockReading,
    _ out: inout Outgoing
  ) {
    guard !operations.isEmpty else { return }
    let stamp = stamp(at: reading)
    var edits: [Edit] = []
    edits.reserveCapacity(operations.count)
    for (path, operation) in operations {
      edits.append(
        Edit(
          intent: intent, path: path, operation: operation, stamp: stamp,
          base: replica.tag(of: path.record)))
    }
    var settled: [EditKey] = []
    for edit in edits where questions.hold(edit.path) {
      settled += outbox.edits(of: edit.path).map(\.key)
    }
    let (kept, dropped) = split(edits)
    outbox.append(kept, by: id)
    outbox.appendDropped(dropped)
    for edit in edits { refusals.release(edit.path.record) }
    for edit in edits { touched.insert(edit.path) }
    if policy.outbox == .durable, !kept.isEmpty {
      out.emit(.store(.made(kept, clock: policy.stamp == .hybrid ? clock.last : nil)))
    }
    settleQuestions(of: edits, dropping: settled, &out)
    showTouched(&out)
    sendPending(&out)
  }

  mutating func stamp(at reading: ClockReading) -> Stamp? {
    switch policy.stamp {
    case .deviceClock: Stamp(milliseconds: reading.wall)
    case .server: nil
    case .hybrid: clock.tick(wall: reading.wall)
    }
  }

  /// One edit a member, but under `replace` one a set, which carries it whole.
  func sets(
    _ values: [FieldPath: [Value]], adding: Bool
  ) -> [(FieldPath, Edit.Operation)] {
    values.sorted { $0.key < $1.key }.flatMap { path, members -> [(FieldPath, Edit.Operation)] in
      guard rules.sets != .replace else {
        var whole: Set<Value> = []
        if case .set(let shown) = value(of: path) { whole = Set(shown) }
        if adding { whole.formUnion(members) } else { whole.subtract(members) }
        return [(path, .replace(whole.sorted()))]
      }
      return members.map { member in
        (path, adding ? .add(member) : .remove(member, observed: adds(of: member, in: path)))
      }
    }
  }

  /// The adds of a member that this device has been told of, also by the pages of a feed that is
  /// being read anew, its own pending ones included.
  private func adds(of member: Value, in path: FieldPath) -> [IntentID] {
    var adds: Set<IntentID> = []
    for case .set(let members) in told(of: path).map(\.content) {
      adds.formUnion(members.first { $0.value == member }?.adds ?? [])
    }
    for edit in outbox.edits(of: path) where edit.operation == .add(member) {
      adds.insert(edit.intent)
    }
    return adds.sorted()
  }

  /// Sends what may be sent now, by the policy's order of sending.
  mutating func sendPending(_ out: inout Outgoing) {
    guard out.isLinkUp, refetch?.holdsSaves != true else { return }
    let intents = sendable
    guard !intents.isEmpty else { return }
    switch policy.send {
    case .allAtOnce:
      for intent in intents
      where !outbox.isInFlight(intent) && !isWaiting(intent)
        && !isBehindDeletion(intent, in: intents)
      {
        save(together(with: intent, of: intents), &out)
      }
    case .batched:
      guard let first = intents.first, !outbox.hasSaveInFlight, !isWaiting(first) else { return }
      save(intents, &out)
    case .queued:
      guard let first = intents.first, !outbox.hasSaveInFlight, !isWaiting(first) else { return }
      save(together(with: first, of: intents), &out)
    }
  }

  private func isWaiting(_ intent: IntentID) -> Bool {
    backoff.isWaiting(RecordsPart.line(of: intent))
  }

  private mutating func save(_ intents: [IntentID], _ out: inout Outgoing) {
    let edits = edits(for: intents)
    let sent = policy.write == .wholeRecord ? withCarried(edits) : edits
    let number = out.send(.save(sent), for: .records)
    outbox.mark(edits, inFlightWith: number)
  }

  /// The edits of these operations, and with a record that was refused all that is pending of it:
  /// a later edit may be what makes the cloud take it, and must not be overtaken by an earlier one.
  private func edits(for intents: [IntentID]) -> [Edit] {
    var own: [Edit] = []
    for intent in intents {
      for item in outbox.items
      where item.edit.intent == intent && !item.isDropped && maySend(item.edit) {
        own.append(item.edit)
      }
    }
    guard refusals.areOpen else { return own }
    let refused = Set(own.map(\.path.record).filter { refusals.isOpen($0) })
    guard !refused.isEmpty else { return own }
    let keys = Set(own.map(\.key))
    return outbox.idle.filter { edit in
      keys.contains(edit.key) || refused.contains(edit.path.record) && maySend(edit)
    }
  }

  /// The edits, and every other scalar of their records as it shows now.
  private func withCarried(_ edits: [Edit]) -> [Edit] {
    var all = edits
    for edit in edits {
      for path in replica.paths(of: edit.path.record) {
        // What waits for the user is not sent, and so not carried along either.
        let shown = questions.hold(path) ? replica.fields[path]?.shown : value(of: path)
        guard !all.contains(where: { $0.path == path }), !isCounter(path),
          case .scalar(let value) = shown
        else { continue }
        all.append(
          Edit(
            intent: edit.intent, path: path, operation: .write(value), stamp: edit.stamp,
            base: edit.base, isCarried: true))
      }
    }
    return all
  }
}
