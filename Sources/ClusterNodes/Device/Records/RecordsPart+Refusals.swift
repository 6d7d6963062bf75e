import ClusterCore

// What a device does about records that the cloud refused for what they are, or are a part of.
extension RecordsPart {
  /// Whether an edit may go out as things stand.
  func maySend(_ edit: Edit) -> Bool {
    !questions.hold(edit.path) && !refusals.hold(edit.path.record)
  }

  /// Decides on the records that were refused, other than for their tag; returns the edits that
  /// are given up.
  mutating func meetRefusals(
    _ results: [EditResult], of sent: [Edit], _ out: inout Outgoing
  ) -> [EditKey] {
    var given: [EditKey] = []
    var met: Set<RecordID> = []
    for result in results {
      let record = result.path.record
      guard met.insert(record).inserted else { continue }
      guard let error = result.refusal?.error else {
        refusals.close(record)
        continue
      }
      given +=
        error == .unknownItem
        ? meetForgotten(record, &out) : meetRefusal(of: record, error, sent)
    }
    outbox.remove(given)
    touched.formUnion(given.map(\.path))
    return given
  }

  private mutating func meetRefusal(
    of record: RecordID, _ error: CloudError, _ sent: [Edit]
  ) -> [EditKey] {
    switch error {
    case .batchFailed:
      if policy.batchFailed == .drop { drop(record, of: sent) }
    case .quotaExceeded:
      switch policy.batchFailed {
      case .drop: drop(record, of: sent)
      case .requeue: refusals.wait(record, for: error)
      }
    case .referenceViolation:
      switch policy.referenceError {
      case .cascade: return idle(of: record).map(\.key)
      case .wait: refusals.wait(record, for: error, parent: parent(of: record))
      }
    case .serverRecordChanged: refusals.close(record)
    case .serviceUnavailable, .fileNotFound, .fileLocked, .alreadyExists, .keyReused,
      .unauthorized, .invalidGrant, .rateLimited, .changeTokenExpired, .unknownItem:
      // No cloud of ours says so of one record: it is pending, and goes out with the next save.
      break
    }
    return []
  }

  private mutating func drop(_ record: RecordID, of sent: [Edit]) {
    refusals.close(record)
    outbox.drop(sent.filter { $0.path.record == record }.map(\.key))
  }

  private func parent(of record: RecordID) -> RecordID? {
    guard let field = rules.parent,
      case .scalar(let value) = value(of: FieldPath(record, field))
    else { return nil }
    return value.record
  }
}
