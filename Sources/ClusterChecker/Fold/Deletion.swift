import ClusterCore

/// A record that a user deleted, and the edits by which its device tells the cloud.
struct Deletion: Sendable {
  let record: RecordID
  let device: DeviceIndex
  let step: Int
  let at: Instant
  /// One of the record itself; or one for each field that it emptied.
  let edits: [EditIndex]
}

extension RunFold {
  /// What the user's deletion of these records does to each of their fields as the device shows
  /// them, by the way in which the device deletes.
  func deeds(deleting records: [RecordID], on device: DeviceIndex) -> [(
    FieldPath, [UserEdit.Part.Deed]
  )] {
    let shown = records.map { record in
      model.fieldsOf(record).filter { self.shown($0, on: device) != nil }
    }
    switch scenario.devices[device].policy.delete {
    case .tombstone:
      return zip(records, shown).filter { !$1.isEmpty }.map {
        (FieldPath(lifeOf: $0.0), [.delete])
      }
    case .asWrite:
      return shown.joined().compactMap { field in
        switch self.shown(field, on: device) {
        case nil, .scalar(.null): nil
        case .scalar: (paths[field], [.write(.null)])
        case .set(let members):
          members.isEmpty ? nil : (paths[field], members.map { .remove($0) })
        }
      }
    }
  }

  mutating func noteDeletions(
    of records: [RecordID], by made: [EditIndex], on device: DeviceIndex, _ event: TraceEvent
  ) {
    for record in records {
      let edits = made.filter { paths[ledger[$0].field].record == record }
      guard !edits.isEmpty else { continue }
      deletions.append(
        Deletion(record: record, device: device, step: event.number, at: event.at, edits: edits))
    }
  }
}
