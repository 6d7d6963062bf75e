import ClusterCore

// How a device learns what the cloud holds.
extension RecordsPart {
  mutating func requestPull(_ out: inout Outgoing) {
    guard out.isLinkUp else { return }
    switch pull {
    case .inFlight, .again: pull = .again
    case .idle:
      pull = .inFlight
      pullInFlight = out.send(.pull(cursor: listing?.cursor ?? cursor), for: .records)
    }
  }

  mutating func pulled(
    _ changes: [Change], cursor: Int, more: Bool, pruned: Int, _ out: inout Outgoing
  ) {
    var dropped: [EditKey] = []
    let accepted = changes.filter(accepts)
    for change in accepted {
      if policy.fetch == .overPending { dropped += replaced(by: change).map(\.key) }
      take(change.path, change.state)
    }
    outbox.remove(dropped)
    let data = Effect.store(.settled(dropped, fields: accepted))
    if listing == nil {
      self.cursor = max(self.cursor, cursor)
      let place = Effect.store(.cursor(self.cursor))
      // A cursor that outlives its data makes the device skip it for good.
      let entries = policy.cursor == .afterData ? [data, place] : [place, data]
      for entry in changes.isEmpty ? [] : entries { out.emit(entry) }
    } else {
      if !changes.isEmpty { out.emit(data) }
      list(changes, cursor: cursor, more: more, pruned: pruned, &out)
    }
    backoff.succeed(RecordsPart.pullLine)
    showTouched(&out)
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

  mutating func pullFailed(_ out: inout Outgoing) {
    pull = .idle
    pullInFlight = nil
    retryLater(RecordsPart.pullLine, &out)
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
