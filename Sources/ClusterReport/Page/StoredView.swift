import ClusterCore

/// What a device's journal owes and knows, as far as its writes in the trace tell.
///
/// A trace that was read back has entries as JSON; what this program did not write tells nothing.
struct StoredView {
  private enum Owed: Hashable {
    case edit(EditKey)
    case wish(IntentID)
    case transfer(TransferKey)
  }

  /// Oldest first.
  private var owed: [(what: Owed, words: String)] = []
  /// How far the change feed has been read; nil before the first answer that told.
  private(set) var cursor: Cursor?
  /// Whether an actor has noted that it renews the session.
  private(set) var isRenewing = false

  /// So many things owed are named; the rest is counted.
  private static let mostNamed = 8

  mutating func take(_ entry: StoreEntry) {
    switch StoredView.known(entry) {
    case .made(let edits, _):
      for edit in edits where !edit.isCarried {
        add(.edit(EditKey(intent: edit.intent, path: edit.path)), "\(edit.intent) \(edit.path)")
      }
    case .settled(let keys, _): for key in keys { remove(.edit(key)) }
    case .cursor(let place): cursor = cursor?.advanced(to: place) ?? place
    case .refetched(_, let place, _): cursor = place
    case .transferWanted(let task): add(.transfer(task.key), task.key.words)
    case .transferEnded(let key, _, _): remove(.transfer(key))
    case .ordered(let order): add(.wish(order.intent), "order \(Wording.name(order.intent))")
    case .orderSettled(let intent, let status): if status != .pending { remove(.wish(intent)) }
    case .read(let items, let intent, let isTold):
      if isTold { remove(.wish(intent)) } else { add(.wish(intent), StoredView.reading(items)) }
    case .asked(let operation, let intent):
      add(.wish(intent), StoredView.words(operation) + " " + Wording.name(intent))
    case .answered(let intent, let status): if status != .pending { remove(.wish(intent)) }
    case .signedOut(let token, let intent): add(.wish(intent), "sign out \(token)")
    case .renewing: isRenewing = true
    case .renewed: isRenewing = false
    case .foreign, .forgotten, .registered, .counted, .seeded: break
    }
  }

  /// What is stored and not settled; nil where nothing is.
  var outbox: String? {
    guard !owed.isEmpty else { return nil }
    let named = owed.prefix(StoredView.mostNamed).map(\.words).joined(separator: ", ")
    let more = owed.count - StoredView.mostNamed
    return more > 0 ? named + " and \(Wording.count(more)) more" : named
  }

  private mutating func add(_ what: Owed, _ words: String) {
    guard !owed.contains(where: { $0.what == what }) else { return }
    owed.append((what, words))
  }

  private mutating func remove(_ what: Owed) { owed.removeAll { $0.what == what } }

  /// The entry as this program's own; as it stands where it is not.
  static func known(_ entry: StoreEntry) -> StoreEntry {
    guard case .foreign(let node) = entry else { return entry }
    return (try? StoreEntry(JSONReader(node))) ?? entry
  }

  private static func reading(_ items: [Text]) -> String {
    "read " + items.map(\.string).joined(separator: ", ")
  }

  /// What the user asked for in the words of a list.
  private static func words(_ operation: Operation) -> String {
    switch operation {
    case .call: "call"
    case .signIn(let user): "sign in \(user)"
    case .signOut: "sign out"
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll, .sync,
      .download, .upload, .cancelTransfer, .order, .search, .register, .open, .markRead:
      "wish"
    }
  }
}

extension StoredView {
  /// What an entry puts into the journal: `the edit w1`, `that w1 is settled`.
  static func words(_ entry: StoreEntry) -> String {
    switch known(entry) {
    case .made(let edits, _): "the edit " + names(edits.map(\.intent))
    case .settled(let keys, _):
      keys.isEmpty ? "what the cloud holds" : "that \(names(keys.map(\.intent))) is settled"
    case .cursor(let place): "the cursor \(place)"
    case .refetched(_, let place, _): "all that the cloud holds, and the cursor \(place)"
    case .forgotten: "that records are gone"
    case .transferWanted(let task): "the wish to \(task.key.words)"
    case .transferEnded(let key, _, _): "the end of \(key.words)"
    case .ordered(let order): "the order \(Wording.name(order.intent))"
    case .orderSettled(let intent, let status): "order \(Wording.name(intent)) \(status.rawValue)"
    case .registered: "the push token"
    case .read(_, let intent, let isTold): isTold ? "that \(intent) is told" : "what \(intent) read"
    case .counted(let push): "that push \(push) is counted"
    case .seeded: "that the first records are made"
    case .asked(_, let intent): "the wish \(Wording.name(intent))"
    case .answered(let intent, _): "the end of \(Wording.name(intent))"
    case .signedOut: "the sign-out"
    case .renewing: "that it renews the session"
    case .renewed: "that the session is renewed"
    case .foreign: "an entry of its own"
    }
  }

  private static func names(_ intents: [IntentID]) -> String {
    var seen: [IntentID] = []
    for intent in intents where !seen.contains(intent) { seen.append(intent) }
    return seen.map(\.string).joined(separator: ", ")
  }
}
