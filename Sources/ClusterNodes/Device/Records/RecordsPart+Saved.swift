import ClusterCore

// How saves end: answered, or not.
extension RecordsPart {
  mutating func saved(
    _ results: [EditResult], by request: RequestNumber, _ out: inout Outgoing
  ) {
    let sent = outbox.items.filter { $0.request == request }.map(\.edit)
    var fields: [Change] = []
    for result in results {
      for change in result.changes where !fields.contains(where: { $0.path == change.path }) {
        fields.append(change)
      }
    }
    let areTaken = results.allSatisfy { $0.refusal == nil }
    let refused =
      areTaken ? [] : Set(results.filter { $0.refusal != nil }.map(\.path.record))
    let keys = settled(by: sent, refusing: refused)
    outbox.remove(keys)
    for key in keys { touched.insert(key.path) }
    outbox.unmark(request)
    forgetDeletions(after: results, &out)
    for change in fields { take(change.path, change.state) }
    advanceBases(by: results, of: sent)
    if hasGoneBack(results, of: sent) { beginRefetch(holdingSaves: true, &out) }
    if areTaken {
      for result in results { refusals.close(result.path.record) }
      out.emit(.store(.settled(keys, fields: fields)))
    } else {
      let given =
        meetRefusals(results, of: sent, &out) + meetConflicts(results, of: sent)
      let records = results.compactMap(\.refusal).flatMap(\.record)
      let others = records.filter { change in !fields.contains { $0.path == change.path } }
      out.emit(.store(.settled(keys + given, fields: fields + others)))
    }
    if let first = sent.first { backoff.succeed(RecordsPart.line(of: first.intent)) }
    showTouched(&out)
    sendPending(&out)
    pullIfPushed(&out)
  }

  /// The edits that the answer to a save is taken to settle.
  private func settled(by sent: [Edit], refusing refused: Set<RecordID>) -> [EditKey] {
    var keys: [EditKey] = []
    keys.reserveCapacity(sent.count)
    for edit in sent where !refused.contains(edit.path.record) { keys.append(edit.key) }
    switch policy.inFlight {
    case .counter: return keys
    case .markAll:
      // The flag that says "to be sent" is the record's, and the answer clears it.
      let records = Set(keys.map(\.path.record))
      let later = outbox.items.filter { item in
        item.author == id && records.contains(item.edit.path.record)
          && !keys.contains(item.edit.key)
      }
      return keys + later.map(\.edit.key)
    }
  }

  mutating func saveFailed(
    _ request: RequestNumber, _ notBefore: Milliseconds?, _ out: inout Outgoing
  ) {
    guard let first = outbox.items.first(where: { $0.request == request })?.edit.intent else {
      return
    }
    outbox.unmark(request)
    retryLater(RecordsPart.line(of: first), notBefore: notBefore, &out)
    pullIfPushed(&out)
  }
}
