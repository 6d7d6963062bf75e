import ClusterCore

/// A record that a user deleted, and the edits by which its device tells the cloud.
struct Deletion: Sendable {
  let record: RecordID
  let device: DeviceIndex
  let step: Int
  let at: Instant
  /// One of the record itself; or one for each field that it emptied.
  let edits: [EditIndex]
  /// The feed numbers of the newest states of the record's fields that the device had been told.
  let told: [FieldIndex: Int]

  func weigh(into state: inout StateDigest) {
    state.combine(record)
    state.combine(device)
    state.combine(at)
    state.combine(edits)
    state.combine(told)
  }
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
      let told = model.fieldsOf(record).map { ($0, replicas[device].fields[$0].told) }
      deletions.append(
        Deletion(
          record: record, device: device, step: event.number, at: event.at, edits: edits,
          told: Dictionary(uniqueKeysWithValues: told)))
    }
  }

  /// Whether an edit that some node knows of brings a deleted record back: one whose maker had seen
  /// the deletion, or one that wins by the rule.
  ///
  /// - Parameter device: whose view it is, where it is not the cloud's: what the cloud is to stamp
  ///   counts as later there until it has answered.
  func isBack(
    _ deletion: Deletion, on device: DeviceIndex? = nil, for isKnown: (UserEdit) -> Bool
  ) -> Bool {
    let stamp = deletion.edits.first.flatMap { ledger.stamp(of: $0) }
    return ledger.edits.indices.contains { index in
      let edit = ledger[index]
      guard edit.key.path.record == deletion.record, !edit.key.path.isLife, isKnown(edit),
        !deletion.edits.contains(index)
      else { return false }
      guard edit.makesAnew else { return false }
      if knew(edit, of: deletion) { return true }
      let isLater =
        if let stamp, let own = ledger.stamp(of: index) {
          own > stamp
        } else {
          // The cloud stamps what arrives: what comes after the deletion is the newer.
          isUnanswered(index, on: device) || arrivedLater(edit, than: deletion)
        }
      // Of several deletions of a record, to have seen one is enough for what is later than all;
      // and later than which it is, nobody knows of those that the cloud has forgotten.
      if isLater || isForgotten(deletion), knewAny(edit) { return true }
      switch scenario.rules.deletes {
      case .deleteWins: return false
      case .updateWins: return !knew(deletion, of: edit)
      case .highest: return isLater
      }
    }
  }

  /// Whether a device has seen a deletion, as its maker or by being told of what it changed.
  ///
  /// What others had seen of whom it was told says nothing: it knows no deletion by that.
  func hasSeen(_ deletion: Deletion, on device: DeviceIndex) -> Bool {
    if deletion.device == device {
      return deletion.edits.allSatisfy { replicas[device].sight.contains(ledger[$0].mark) }
    }
    return deletion.edits.allSatisfy { edit in
      let told = replicas[device].fields[ledger[edit].field].told
      return ledger[edit].arrival.map { $0.number <= told } ?? false
    }
  }

  /// Whether a device has seen an edit, or was told what the cloud made of the record after it.
  func hasHeard(of edit: UserEdit, on device: DeviceIndex) -> Bool {
    if replicas[device].sight.contains(edit.mark) { return true }
    guard let life = model.lifeField(of: edit.key.path.record), let arrival = edit.arrival else {
      return false
    }
    let told = replicas[device].fields[life].told
    let newest = model.fields[life].history.last { $0.number <= told }
    return newest.map { arrival.step <= $0.step } ?? false
  }

  /// Whether the edit's maker had seen the deletion when making it.
  func knew(_ edit: UserEdit, of deletion: Deletion) -> Bool {
    if edit.maker == deletion.device {
      return deletion.edits.contains { edit.sight.contains(ledger[$0].mark) }
    }
    return deletion.edits.contains { index in
      let own = ledger[index]
      let told = own.key.path.isLife ? edit.toldLife : own.field == edit.field ? edit.told : 0
      return own.arrival.map { $0.number <= max(told, edit.toldPruned) } ?? false
    }
  }

  private func isUnanswered(_ edit: EditIndex, on device: DeviceIndex?) -> Bool {
    guard let device else { return false }
    return replicas[device].fields[ledger[edit].field].unanswered.contains(edit)
  }

  private func isForgotten(_ deletion: Deletion) -> Bool {
    deletion.edits.allSatisfy { edit in
      ledger[edit].arrival.map { $0.number <= model.pruned } ?? false
    }
  }

  /// Whether the edit's maker had seen some deletion of the record when making it.
  private func knewAny(_ edit: UserEdit) -> Bool {
    deletions.contains { $0.record == edit.key.path.record && knew(edit, of: $0) }
  }

  /// Whether whoever deleted the record had seen the edit.
  private func knew(_ deletion: Deletion, of edit: UserEdit) -> Bool {
    if edit.maker == deletion.device {
      return ledger[deletion.edits[0]].sight.contains(edit.mark)
    }
    return edit.arrival.map { $0.number <= deletion.told[edit.field] ?? 0 } ?? false
  }

  private func arrivedLater(_ edit: UserEdit, than deletion: Deletion) -> Bool {
    guard let own = edit.arrival?.step else { return true }
    let first = deletion.edits.compactMap { ledger[$0].arrival?.step }.min()
    return first.map { own > $0 } ?? false
  }
}
