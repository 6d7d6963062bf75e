import ClusterCore

/// The edits of a device that the cloud has not answered for, oldest first.
struct Outbox: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let edit: Edit
    /// The save that carries it now.
    var request: RequestNumber?
  }

  private(set) var items: [Item] = []

  var isEmpty: Bool { items.isEmpty }

  /// The operations that are pending, oldest first.
  var intents: [IntentID] {
    items.reduce(into: []) { intents, item in
      if !intents.contains(item.edit.intent) { intents.append(item.edit.intent) }
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

  mutating func mark(_ intents: [IntentID], inFlightWith request: RequestNumber) {
    for index in items.indices where intents.contains(items[index].edit.intent) {
      items[index].request = request
    }
  }

  /// The save of that number is over; what it carried is pending again.
  mutating func unmark(_ request: RequestNumber) {
    for index in items.indices where items[index].request == request {
      items[index].request = nil
    }
  }

  mutating func renumber(by shift: Int) {
    for index in items.indices where items[index].request != nil {
      items[index].request = items[index].request.map { $0 + shift }
    }
  }

  mutating func remove(_ keys: [EditKey]) {
    items.removeAll { keys.contains($0.edit.key) }
  }
}

extension Edit {
  var key: EditKey { EditKey(intent: intent, path: path) }
}
