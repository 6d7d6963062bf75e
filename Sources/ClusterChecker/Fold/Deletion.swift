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

  /// Whether an edit that some node knows of brings a deleted record back: one whose maker had seen
  /// the deletion, or one that wins by the rule.
  func isBack(_ deletion: Deletion, for isKnown: (UserEdit) -> Bool) -> Bool {
    let marks = deletion.edits.map { ledger[$0].mark }
    let stamp = deletion.edits.first.flatMap { ledger.stamp(of: $0) }
    return ledger.edits.indices.contains { index in
      let edit = ledger[index]
      guard edit.key.path.record == deletion.record, !edit.key.path.isLife, isKnown(edit),
        !deletion.edits.contains(index)
      else { return false }
      if marks.contains(where: edit.sight.contains) { return edit.makesAnew }
      switch scenario.rules.deletes {
      case .deleteWins: return false
      case .updateWins: return !ledger[deletion.edits[0]].sight.contains(edit.mark)
      case .highest:
        guard let stamp, let own = ledger.stamp(of: index) else {
          // The cloud stamps what arrives: an update that comes after the deletion is the newer.
          return isLater(edit, than: deletion)
        }
        return own > stamp
      }
    }
  }

  private func isLater(_ edit: UserEdit, than deletion: Deletion) -> Bool {
    guard let own = edit.arrival?.step else { return true }
    let first = deletion.edits.compactMap { ledger[$0].arrival?.step }.min()
    return first.map { own > $0 } ?? false
  }
}
