import ClusterCore

/// The edits of a device that the cloud has not answered for, oldest first.
struct Outbox: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var edit: Edit
    /// The save that carries it now.
    var request: RequestNumber?
  }

  private(set) var items: [Item] = []

  var isEmpty: Bool { items.isEmpty }

  /// The operations that are pending, oldest first.
  var intents: [IntentID] { intents(where: { _ in true }) }

  /// The operations of which such an edit is pending, oldest first.
  func intents(where isMeant: (Edit) -> Bool) -> [IntentID] {
    items.reduce(into: []) { intents, item in
      guard isMeant(item.edit), !intents.contains(item.edit.intent) else { return }
      intents.append(item.edit.intent)
    }
  }

  func edits(of path: FieldPath) -> [Edit] {
    items.filter { $0.edit.path == path }.map(\.edit)
  }

  func edits(of intent: IntentID) -> [Edit] {
    items.filter { $0.edit.intent == intent }.map(\.edit)
  }

  func isInFlight(_ intent: IntentID) -> Bool {
    items.contains { $0.edit.intent == intent && $0.request != nil }
  }

  var hasSaveInFlight: Bool { items.contains { $0.request != nil } }

  mutating func append(_ edits: [Edit]) {
    items.append(contentsOf: edits.map { Item(edit: $0) })
  }

  mutating func mark(_ keys: [EditKey], inFlightWith request: RequestNumber) {
    for index in items.indices where keys.contains(items[index].edit.key) {
      items[index].request = request
    }
  }

  /// The save of that number is over; what it carried is pending again.
  mutating func unmark(_ request: RequestNumber) {
    for index in items.indices where items[index].request == request {
      items[index].request = nil
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
    items.removeAll { keys.contains($0.edit.key) }
  }
}

extension Edit {
  var key: EditKey { EditKey(intent: intent, path: path) }
}
