import ClusterCore

// Records that their user deletes, and makes again.
extension RecordsPart {
  /// Whether the record was ever deleted, as far as is known here.
  func hasLife(_ record: RecordID) -> Bool {
    replica.tombstone(of: record) != nil || outbox.hasLife(of: record)
  }

  /// Whether any record was ever deleted, as far as is known here: most of the time none was.
  private var hasLives: Bool { replica.hasLives || outbox.hasLives }

  /// Whether it is deleted, as it shows here.
  func isDeleted(_ record: RecordID) -> Bool {
    guard hasLife(record) else { return false }
    return !RecordView(
      replica.tombstone(of: record), under: outbox.shownEdits(of: record), by: rules.deletes
    ).isThere
  }

  /// Makes edits of fields; of a record that shows as deleted they make it anew, if they put
  /// something into it.
  mutating func edit(
    _ operations: [(FieldPath, Edit.Operation)], _ intent: IntentID, _ reading: ClockReading,
    _ out: inout Outgoing
  ) {
    guard hasLives else { return make(operations, intent, reading, &out) }
    let filled = operations.filter { $0.1.putsSomething }.map(\.0.record)
    let deleted = Set(filled).filter { isDeleted($0) }.sorted()
    let creates = deleted.map { (FieldPath(lifeOf: $0), Edit.Operation.create) }
    make(creates + operations, intent, reading, &out)
  }

  /// Deletes records that show; whoever sees none has nothing to delete.
  mutating func delete(
    _ records: [RecordID], _ intent: IntentID, _ reading: ClockReading, _ out: inout Outgoing
  ) {
    let there = records.filter { record in shown.contains { $0.key.record == record } }
    switch policy.delete {
    case .tombstone:
      make(
        there.map { (FieldPath(lifeOf: $0), .delete(observed: observed(in: $0))) }, intent,
        reading, &out)
    case .asWrite: make(there.flatMap { blanks(of: $0) }, intent, reading, &out)
    }
  }

  /// What stands in the fields of a record as far as the device has been told, in the order of the
  /// ids' bytes.
  private func observed(in record: RecordID) -> [IntentID] {
    let paths = [replica, refetch?.replica].flatMap { $0?.paths(of: record) ?? [] }
    var seen = Set(paths.flatMap { told(of: $0).flatMap(\.holders) })
    seen.formUnion(outbox.shownEdits(of: record).map(\.intent))
    return seen.sorted()
  }

  /// A write of nothing to each field that shows, and a remove of each member.
  private func blanks(of record: RecordID) -> [(FieldPath, Edit.Operation)] {
    shown.filter { $0.key.record == record }.sorted { $0.key < $1.key }.flatMap {
      path, value -> [(FieldPath, Edit.Operation)] in
      switch value {
      case .scalar(.null): return []
      case .scalar: return [(path, .write(.null))]
      case .set(let members): return sets([path: members], adding: false)
      }
    }
  }

  /// Which edits go into the outbox, and which only show because the deletion of their record
  /// waits there.
  func split(_ edits: [Edit]) -> (kept: [Edit], dropped: [Edit]) {
    guard policy.deleteThenCreate == .keepDelete else { return (edits, []) }
    let waits = { (edit: Edit) in !outbox.deletions(of: edit.path.record).isEmpty }
    return (edits.filter { !waits($0) }, edits.filter { waits($0) })
  }

  /// The operations that go in one save with this one: what makes anew the records that it
  /// deletes.
  func together(with intent: IntentID, of intents: [IntentID]) -> [IntentID] {
    guard policy.deleteThenCreate == .collapse, outbox.hasLives else { return [intent] }
    var deleted = Set(outbox.sendable(of: intent).filter(\.isDeletion).map(\.path.record))
    var together = [intent]
    for other in intents.drop(while: { $0 != intent }).dropFirst() where !deleted.isEmpty {
      let edits = outbox.sendable(of: other).filter { deleted.contains($0.path.record) }
      let makesAnew = edits.contains { $0.operation == .create } && !outbox.isInFlight(other)
      if makesAnew { together.append(other) }
      // What is made after the next deletion goes with that one, and nothing of a record overtakes
      // what stays behind.
      deleted.subtract(edits.filter { !makesAnew || $0.isDeletion }.map(\.path.record))
    }
    return together
  }

  /// Whether an older operation waits that deletes a record of this one: what is made after a
  /// deletion must not come to the cloud before it.
  func isBehindDeletion(_ intent: IntentID, in intents: [IntentID]) -> Bool {
    guard outbox.hasLives else { return false }
    let records = Set(outbox.sendable(of: intent).map(\.path.record))
    return intents.prefix { $0 != intent }.contains { older in
      outbox.sendable(of: older).contains { $0.isDeletion && records.contains($0.path.record) }
    }
  }

  /// Whether the field is only added to.
  func isCounter(_ path: FieldPath) -> Bool {
    if case .counter = replica.fields[path]?.content { return true }
    return outbox.edits(of: path).contains {
      if case .increment = $0.operation { true } else { false }
    }
  }

  /// Whether a record shows decides whether each of its fields does.
  mutating func touchLives() {
    guard hasLives || touched.contains(where: \.isLife) else { return }
    for record in Set(touched.inOrder.map(\.record)) where hasLife(record) || isTouched(record) {
      touched.formUnion(replica.paths(of: record))
      touched.formUnion(outbox.shownEdits(of: record).map(\.path))
      touched.formUnion(shown.keys.filter { $0.record == record })
    }
  }

  private func isTouched(_ record: RecordID) -> Bool {
    touched.inOrder.contains(FieldPath(lifeOf: record))
  }
}
