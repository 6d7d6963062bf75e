import ClusterCore

/// A device's pure state machine, as its process sees it.
package protocol Machine {
  init(_ setup: DeviceInit)

  /// One entry of the store, oldest first, before the first event.
  mutating func restore(_ entry: StoreEntry)

  mutating func handle(_ event: NodeEvent, at surroundings: Surroundings) -> [Effect]

  /// Entries that restore to the same machine as these, and are fewer where that can be.
  static func compacted(_ entries: [StoreEntry]) -> [StoreEntry]

  /// Operations not settled yet.
  var pending: Int { get }

  /// Its own account of its state, any JSON.
  var state: JSONNode { get }
}
