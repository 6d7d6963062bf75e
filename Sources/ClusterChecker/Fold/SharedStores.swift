import ClusterCore

/// What the actors of a device tell each other: whatever one has stored, the others read before
/// their next event.
///
/// So a store with several actors is like a link between them, and what it delivers is known
/// from the store writes in the trace.
struct SharedStores: Hashable, Sendable {
  private struct Written: Hashable, Sendable {
    let author: DeviceIndex
    let entry: StoreEntry
  }

  /// The devices that have actors, as numbers of their stores; by ``DeviceIndex``.
  private let stores: [Int?]
  /// By the number of the store, oldest first.
  private var written: [[Written]]
  /// How much of it each actor has read, by ``DeviceIndex``.
  private var places: [Int]

  init(_ scenario: Scenario) {
    var homes: [NodeID] = []
    stores = scenario.devices.map { device in
      guard device.home != device.id else { return nil }
      if let number = homes.firstIndex(of: device.home) { return number }
      homes.append(device.home)
      return homes.count - 1
    }
    written = Array(repeating: [], count: homes.count)
    places = Array(repeating: 0, count: stores.count)
  }

  var areNone: Bool { written.isEmpty }

  mutating func append(_ entry: StoreEntry, by device: DeviceIndex) {
    guard let store = stores[device], let entry = known(entry) else { return }
    written[store].append(Written(author: device, entry: entry))
  }

  /// What comes from a device's process is any JSON; nil for what only that program understands.
  private func known(_ entry: StoreEntry) -> StoreEntry? {
    guard case .foreign(let node) = entry else { return entry }
    return try? StoreEntry(JSONReader(node))
  }

  /// What others have stored since the actor last read.
  mutating func readOn(_ device: DeviceIndex) -> [StoreEntry] {
    guard let store = stores[device] else { return [] }
    let news = written[store][places[device]...].filter { $0.author != device }
    places[device] = written[store].count
    return news.map(\.entry)
  }

  /// A new process will read the whole store; of one that is gone there is nothing to be read.
  mutating func die(_ device: DeviceIndex, isStoreGone: Bool) {
    guard let store = stores[device] else { return }
    places[device] = 0
    if isStoreGone { written[store] = [] }
  }

  /// The actors that share the device's store, itself included.
  func actors(of device: DeviceIndex) -> [DeviceIndex] {
    guard let store = stores[device] else { return [device] }
    return stores.indices.filter { stores[$0] == store }
  }
}

extension RunFold {
  /// Before its event an actor reads what the others of its device have stored.
  mutating func readOn(_ device: DeviceIndex) {
    guard !shared.areNone else { return }
    for entry in shared.readOn(device) {
      switch entry {
      case .settled(_, let fields), .refetched(let fields, _, _):
        for change in fields { learn(change.path, change.state, on: device) }
      case .made(let edits, _):
        for edit in edits { take(edit, readBy: device) }
      case .cursor, .forgotten, .transferWanted, .transferEnded, .foreign, .ordered, .orderSettled,
        .registered,
        .read, .counted, .seeded, .asked, .answered, .signedOut, .renewing, .renewed:
        break
      }
    }
  }

  private mutating func take(_ edit: Edit, readBy device: DeviceIndex) {
    see(edit.intent, edit.path, on: device)
    guard let user = ledger.find(EditKey(intent: edit.intent, path: edit.path)) else { return }
    moment.read.append(user)
  }
}
