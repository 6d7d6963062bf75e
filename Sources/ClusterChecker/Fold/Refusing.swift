import ClusterCore
import SyncModels

// Which records of a save the model refuses.
extension RunFold {
  /// Why records of a save are refused; those that are taken in do not stand here.
  func refusals(of edits: [Edit]) -> [RecordID: CloudError] {
    model.refusals(of: edits, room: limits.room)
  }

  /// Why the cloud would refuse the record of an edit even now; nil where it would take it in.
  func standingRefusal(of index: EditIndex) -> CloudError? {
    let record = paths[ledger[index].field].record
    return model.refusal(
      of: record, partOf: parent(of: record, on: ledger[index].maker), room: limits.room)
  }

  /// The parent that the device's newest edit of the record names, whether or not it has arrived.
  private func parent(of record: RecordID, on device: DeviceIndex) -> RecordID? {
    guard let name = scenario.rules.parent, let field = field(FieldPath(record, name)),
      let naming = ledger.edits.last(where: { $0.field == field && $0.maker == device })
    else { return nil }
    return naming.written?.namedRecord
  }
}

extension CloudModel {
  func refusals(of edits: [Edit], room: Int?) -> [RecordID: CloudError] {
    let forgotten = forgottenRecords(of: edits)
    guard needsTags || parentField != nil || room != nil || !forgotten.isEmpty else { return [:] }
    let anew = Set(
      edits.filter { $0.operation == .create && tags[$0.path.record] == nil }.map(\.path.record))
    var items: [BatchSave<RecordID>.Item] = []
    for edit in edits where !forgotten.contains(edit.path.record) {
      let record = edit.path.record
      if let place = items.firstIndex(where: { $0.id == record }) {
        items[place].bases.insert(anew.contains(record) ? 0 : edit.base)
      } else {
        items.append(BatchSave.Item(record, bases: [anew.contains(record) ? 0 : edit.base]))
      }
      guard edit.path.field == parentField, case .write(let value) = edit.operation,
        let place = items.firstIndex(where: { $0.id == record })
      else { continue }
      items[place].parent = value.namedRecord
    }
    var refusals = BatchSave(items).refusals(under: terms(room)).mapValues { CloudError($0) }
    for record in forgotten { refusals[record] = .unknownItem }
    guard isAtomic, !forgotten.isEmpty else { return refusals }
    for item in items where refusals[item.id] == nil { refusals[item.id] = .batchFailed }
    return refusals
  }

  /// Of a record that is saved alone, upon the tag that it has.
  func refusal(of record: RecordID, partOf parent: RecordID?, room: Int?) -> CloudError? {
    let item = BatchSave.Item(record, bases: [tags[record] ?? 0], parent: parent)
    return BatchSave([item]).refusals(under: terms(room))[record].map { CloudError($0) }
  }

  private func terms(_ room: Int?) -> SaveTerms<RecordID> {
    SaveTerms(rule: saves, isAtomic: isAtomic, room: room, tags: tags)
  }
}

extension CloudError {
  fileprivate init(_ refusal: SaveRefusal) {
    switch refusal {
    case .changed: self = .serverRecordChanged
    case .noRoom: self = .quotaExceeded
    case .noParent: self = .referenceViolation
    case .batch: self = .batchFailed
    }
  }
}

extension Value {
  fileprivate var namedRecord: RecordID? {
    guard case .text(let name) = self else { return nil }
    return RecordID(name)
  }
}
