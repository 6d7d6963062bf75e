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
    default: return nil
    }
  }

  private func stamp(of key: EditKey, in edits: [Edit]) -> Stamp? {
    edits.first { $0.intent == key.intent && $0.path == key.path }?.stamp
  }
}
