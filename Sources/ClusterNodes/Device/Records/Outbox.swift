import ClusterCore

/// The edits of a device that the cloud has not answered for, oldest first.
///
/// Those of other actors of the device are here as well, since they show; whoever made an edit
/// sends it.
struct Outbox: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var edit: Edit
    let author: NodeID
    /// The save that carries it now.
    var request: RequestNumber?
    /// An add that the cloud has taken and lost again to a remove of another actor, though its
    /// own has not heard of either.
    var isTakenOut = false
    /// Whether it shows, and is not sent any more.
    var isDropped = false
  }

  let owner: NodeID
  private(set) var items: [Item] = []

  init(owner: NodeID) {
    self.owner = owner
  }

  /// The owner's operations that are pending, oldest first.
  var intents: [IntentID] { intents(but: Questions(), Refusals()) }

  /// The owner's operations of which an edit is pending that waits for nothing, oldest first.
  func intents(but questions: Questions, _ refusals: Refusals) -> [IntentID] {
    var intents: [IntentID] = []
    for item in items
    where item.author == owner && !item.isDropped && !questions.hold(item.edit.path)
      && !refusals.hold(item.edit.path.record) && !intents.contains(item.edit.intent)
    {
      intents.append(item.edit.intent)
    }
    return intents
  }

  func edits(of path: FieldPath) -> [Edit] {
    items.filter { $0.edit.path == path }.map(\.edit)
  }

  /// Those that show.
  func shownEdits(of path: FieldPath) -> [Edit] {
    items.filter { $0.edit.path == path && !$0.isTakenOut }.map(\.edit)
  }

  /// The same without a list of them.
  func lazyShownEdits(of path: FieldPath) -> some Sequence<Edit> {
    items.lazy.filter { $0.edit.path == path && !$0.isTakenOut }.map(\.edit)
  }

  func edits(of intent: IntentID) -> [Edit] {
    items.filter { $0.edit.intent == intent }.map(\.edit)
  }

  /// Those of a record that show, oldest first.
  func shownEdits(of record: RecordID) -> [Edit] {
    items.filter { $0.edit.path.record == record && !$0.isTakenOut }.map(\.edit)
  }

  /// Whether anything is pending that deletes a record, or makes one anew.
  var hasLives: Bool { items.contains { $0.edit.operation.isOfRecord } }

  /// Whether anything of a record is pending that deletes it, or makes it anew.
  func hasLife(of record: RecordID) -> Bool {
    items.contains { $0.edit.operation.isOfRecord && $0.edit.path.record == record }
  }

  /// The owner's deletions of a record that are pending.
  func deletions(of record: RecordID) -> [Edit] {
    items.filter {
      $0.author == owner && !$0.isDropped && $0.edit.isDeletion
        && $0.edit.path.record == record
    }.map(\.edit)
  }

  /// The edits of an operation that have not been dropped.
  func sendable(of intent: IntentID) -> [Edit] {
    items.filter { $0.edit.intent == intent && !$0.isDropped }.map(\.edit)
  }

  /// The owner's edits that are in no save and have not been dropped, oldest first.
  var idle: [Edit] {
    items.filter { $0.author == owner && $0.request == nil && !$0.isDropped }.map(\.edit)
  }

  /// Whether something of a record is still to be taken in by the cloud.
  func holds(_ record: RecordID) -> Bool {
    items.contains { $0.edit.path.record == record && $0.author == owner && !$0.isDropped }
  }

  func isInFlight(_ intent: IntentID) -> Bool {
    items.contains { $0.edit.intent == intent && $0.request != nil }
  }

  var hasSaveInFlight: Bool { items.contains { $0.request != nil } }

  mutating func append(_ edits: [Edit], by author: NodeID) {
    for edit in edits { items.append(Item(edit: edit, author: author)) }
  }

  /// Adds edits that show and are not sent.
  mutating func appendDropped(_ edits: [Edit]) {
    items += edits.map { Item(edit: $0, author: owner, isDropped: true) }
  }

  /// Adds what is not here yet.
  mutating func appendNew(_ edits: [Edit], by author: NodeID) {
    append(edits.filter { edit in !items.contains { $0.edit.key == edit.key } }, by: author)
  }

  /// Removes what other actors have made, and returns it.
  mutating func removeOthers() -> [Edit] {
    let others = items.filter { $0.author != owner }.map(\.edit)
    if !others.isEmpty { items.removeAll { $0.author != owner } }
    return others
  }

  mutating func mark(_ edits: [Edit], inFlightWith request: RequestNumber) {
    for index in items.indices {
      let key = items[index].edit.key
      if edits.contains(where: { $0.key == key }) { items[index].request = request }
    }
  }

  /// The save of that number is over; what it carried is pending again.
  mutating func unmark(_ request: RequestNumber) {
    for index in items.indices where items[index].request == request {
      items[index].request = nil
    }
  }

  mutating func drop(_ keys: [EditKey]) {
    for index in items.indices where keys.contains(items[index].edit.key) {
      items[index].isDropped = true
    }
  }

  mutating func renumber(by shift: Int) {
    for index in items.indices where items[index].request != nil {
      items[index].request = items[index].request.map { $0 + shift }
    }
  }

  /// Bases what is pending of a record, and in no save now, on that tag, so far as it may be.
  mutating func rebase(_ record: RecordID, on tag: Int, where mayBe: (Edit) -> Bool) {
    for index in items.indices
    where items[index].edit.path.record == record && items[index].request == nil
      && mayBe(items[index].edit)
    {
      items[index].edit = items[index].edit.rebased(on: tag)
    }
  }

  mutating func remove(_ keys: [EditKey]) {
    guard !keys.isEmpty, !items.isEmpty else { return }
    guard items.contains(where: { $0.author != owner }) else {
      return items.removeAll { keys.contains($0.edit.key) }
    }
    let removed = items.filter { keys.contains($0.edit.key) }
    guard !removed.isEmpty else { return }
    items.removeAll { keys.contains($0.edit.key) }
    for item in removed {
      for index in items.indices
      where items[index].author != item.author && item.edit.takesOut(items[index].edit) {
        items[index].isTakenOut = true
      }
    }
  }
}

extension Edit {
  var key: EditKey { EditKey(intent: intent, path: path) }

  /// Whether this is a remove that had seen that add.
  func takesOut(_ other: Edit) -> Bool {
    guard case .add(let value) = other.operation, path == other.path else { return false }
    return takesOut(other.intent, of: value)
  }

  /// Whether this is a remove that had seen that add of the value.
  func takesOut(_ add: IntentID, of member: Value) -> Bool {
    guard case .remove(member, let observed) = operation else { return false }
    return observed.contains(add)
  }
}
