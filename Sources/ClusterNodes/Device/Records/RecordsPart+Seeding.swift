import ClusterCore

// The records that the app makes when it is launched for the first time.
extension RecordsPart {
  /// - Parameter intent: what the seeds are made under; nil where there are none.
  mutating func beginSeeding(
    _ intent: IntentID?, at reading: ClockReading, _ out: inout Outgoing
  ) {
    guard !seeds.isEmpty, !hasSeeded, let intent else { return }
    switch policy.seed {
    case .atLaunch: seed(intent, at: reading, &out)
    case .afterEmptyFetch: seedsAfterFetch = intent
    }
  }

  /// The first fetch is complete: only now is it known whether the cloud has any record.
  mutating func finishSeeding(at reading: ClockReading, _ out: inout Outgoing) {
    guard let intent = seedsAfterFetch else { return }
    seedsAfterFetch = nil
    if replica.fields.isEmpty {
      seed(intent, at: reading, &out)
    } else {
      hasSeeded = true
      out.emit(.store(.seeded))
    }
  }

  private mutating func seed(
    _ intent: IntentID, at reading: ClockReading, _ out: inout Outgoing
  ) {
    hasSeeded = true
    let edits = seeds.sorted { $0.key < $1.key }.map { path, value in
      (FieldPath(id(of: path.record, under: intent), path.field), Edit.Operation.write(value))
    }
    make(edits, intent, reading, &out)
    // Last: killed before this, the device seeds again, which does no harm where the ids are
    // the same.
    out.emit(.store(.seeded))
  }

  /// At launch each installation makes ids of its own; after a fetch they follow from the
  /// content, so that two devices that both found nothing make the same records.
  private func id(of record: RecordID, under intent: IntentID) -> RecordID {
    policy.seed == .atLaunch ? RecordID("\(record)@\(intent)") : record
  }
}
