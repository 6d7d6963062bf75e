import ClusterCore

/// Every edit the users made, in the order in which they made them.
struct EditLedger: Sendable {
  private(set) var edits: [UserEdit] = []
  private var places: [EditKey: EditIndex] = [:]
  /// The first edit of each operation.
  private var operations: [IntentID: EditIndex] = [:]

  subscript(index: EditIndex) -> UserEdit {
    // Yielded, not copied: an edit is a large struct and is read at almost every event.
    _read { yield edits[index] }
    _modify { yield &edits[index] }
  }

  func find(_ key: EditKey) -> EditIndex? { places[key] }

  /// An edit of the operation, whichever fields it wrote.
  func anyEdit(of intent: IntentID) -> EditIndex? { operations[intent] }

  /// Adds an edit; nil where the operation has edited the field already.
  mutating func append(_ edit: UserEdit) -> EditIndex? {
    guard places[edit.key] == nil else { return nil }
    let index = edits.count
    places[edit.key] = index
    if operations[edit.key.intent] == nil { operations[edit.key.intent] = index }
    edits.append(edit)
    return index
  }

  func weigh(into state: inout StateDigest) {
    state.combine(edits.count)
    for index in edits.indices {
      edits[index].weigh(into: &state)
      state.combine(stamp(of: index))
    }
  }

  /// The edits of the same operation, itself among them.
  func siblings(of index: EditIndex) -> Range<EditIndex> {
    let intent = edits[index].key.intent
    var range = index..<index + 1
    while range.lowerBound > 0, edits[range.lowerBound - 1].key.intent == intent {
      range = range.lowerBound - 1..<range.upperBound
    }
    while range.upperBound < edits.count, edits[range.upperBound].key.intent == intent {
      range = range.lowerBound..<range.upperBound + 1
    }
    return range
  }

  /// Whether its user may rely on it: it showed as made, or another edit of its operation took
  /// effect, since one that was cut off takes effect wholly or not at all.
  func isTaken(_ index: EditIndex) -> Bool {
    let edit = edits[index]
    if edit.wasGivenUp && edit.arrival == nil { return false }
    guard edit.wasCutOff, !edit.wasShown else { return edit.wasShown }
    return siblings(of: index).contains { edits[$0].wasShown || edits[$0].arrival != nil }
  }

  /// Whether it may be that it never took effect: its making was cut off, or its app removed.
  func isVoid(_ index: EditIndex) -> Bool {
    let edit = edits[index]
    guard edit.wasCutOff || edit.wasGivenUp else { return false }
    return edit.arrival == nil && !isTaken(index)
  }

  /// The stamp its maker gave it; nil where the cloud is to give one, or it never left.
  ///
  /// An edit that was never sent has only its maker's journal to name its stamp. That is no
  /// account of what was accepted or is owed, so a check may read it.
  func stamp(of index: EditIndex) -> Stamp? {
    let edit = edits[index]
    if edit.wasSent { return edit.stamp }
    switch edit.entry {
    case .made(let made, _): return stamp(of: edit.key, in: made)
    case .foreign(let node):
      guard case .made(let made, _)? = try? StoreEntry(JSONReader(node)) else { return nil }
      return stamp(of: edit.key, in: made)
    case nil: return nil
    case .settled?, .cursor?, .refetched?, .forgotten?, .transferWanted?, .transferEnded?,
      .ordered?, .orderSettled?, .registered?, .read?, .counted?, .seeded?, .asked?, .answered?,
      .signedOut?, .renewing?, .renewed?:
      return nil
    }
  }

  private func stamp(of key: EditKey, in edits: [Edit]) -> Stamp? {
    edits.first { $0.intent == key.intent && $0.path == key.path }?.stamp
  }
}
