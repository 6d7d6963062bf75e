import ClusterCore

// How a device learns what the cloud holds.
extension RecordsPart {
  mutating func requestPull(_ out: inout Outgoing) {
    guard out.isLinkUp else { return }
    switch pull {
    case .inFlight, .again: pull = .again
    case .idle:
      pull = .inFlight
      pullInFlight = out.send(.pull(cursor: refetch?.place ?? cursor), for: .records)
    }
  }

  mutating func pulled(
    _ changes: [Change], cursor: Cursor, more: Bool, pruned: Int, at reading: ClockReading,
    _ out: inout Outgoing
  ) {
    var dropped: [EditKey] = []
    let accepted = self.accepted(of: changes)
    for change in accepted {
      if policy.fetch == .overPending { dropped += replaced(by: change).map(\.key) }
      take(change.path, change.state)
    }
    outbox.remove(dropped)
    if !more { forgetDeletions(before: pruned, &out) }
    let before = self.cursor
    self.cursor = before.advanced(to: place(cursor, more: more, at: reading))
    let storesPlace = !changes.isEmpty || self.cursor != before
    // A cursor that outlives its data makes the device skip it for good.
    if storesPlace, policy.cursor != .afterData { out.emit(.store(.cursor(self.cursor))) }
    if !changes.isEmpty { out.emit(.store(.settled(dropped, fields: accepted))) }
    if storesPlace, policy.cursor == .afterData { out.emit(.store(.cursor(self.cursor))) }
    backoff.succeed(RecordsPart.pullLine)
    showTouched(&out)
    goOnPulling(more, &out)
  }

  mutating func goOnPulling(_ more: Bool, _ out: inout Outgoing) {
    let pullsAgain = more || pull == .again
    pull = .idle
    pullInFlight = nil
    if pullsAgain { requestPull(&out) }
  }

  /// The pending edits whose place a fetched change takes.
  private func replaced(by change: Change) -> [Edit] {
    var edits = outbox.edits(of: change.path)
    if change.path.isLife {
      edits = outbox.shownEdits(of: change.path.record)
    } else if policy.ownEcho == .foreign || !isOwnEcho(change) {
      edits += outbox.deletions(of: change.path.record)
    }
    return edits
  }

  /// Whether the change is one that the device made itself, or has been told of before.
  private func isOwnEcho(_ change: Change) -> Bool {
    if case .scalar(_, _, let maker) = change.state.content, maker == id { return true }
    return change.state.number <= replica.fields[change.path]?.number ?? 0
  }

  mutating func pullFailed(_ notBefore: Milliseconds?, _ out: inout Outgoing) {
    pull = .idle
    pullInFlight = nil
    retryLater(RecordsPart.pullLine, notBefore: notBefore, &out)
  }

  /// How far the device takes the feed for read.
  ///
  /// A device that goes by its own clock notes when it looked, but goes on from a page that was
  /// cut off by what the page says.
  func place(_ cursor: Cursor, more: Bool, at reading: ClockReading) -> Cursor {
    switch policy.cursorFrom {
    case .server, .serverStamp: cursor
    case .deviceClock: more ? cursor : .instant(reading.wall)
    }
  }

  /// Those of the fetched changes that are applied.
  private func accepted(of changes: [Change]) -> [Change] {
    guard policy.apply == .newestStamp else { return changes }
    var accepted: [Change] = []
    for change in changes where accepts(change) { accepted.append(change) }
    return accepted
  }

  /// Whether a fetched change is applied at all.
  private func accepts(_ change: Change) -> Bool {
    guard policy.apply == .newestStamp,
      case .scalar(let value, let stamp, let maker) = change.state.content,
      let local = localStamp(of: change.path)
    else { return true }
    if stamp != local.stamp { return stamp > local.stamp }
    switch policy.applyTie {
    case .remote: return true
    case .larger:
      return rules.tie == .value
        ? value.comparisonText >= local.value.comparisonText : maker >= local.maker
    }
  }

  private func localStamp(of path: FieldPath) -> (stamp: Stamp, value: Value, maker: NodeID)? {
    if let item = outbox.items.last(where: { $0.edit.path == path }), let stamp = item.edit.stamp,
      case .write(let value) = item.edit.operation
    {
      return (stamp, value, item.author)
    }
    guard case .scalar(let value, let stamp, let maker) = replica.fields[path]?.content else {
      return nil
    }
    return (stamp, value, maker)
  }
}
