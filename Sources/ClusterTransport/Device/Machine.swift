import ClusterCore

/// A device's pure state machine, as its process sees it.
package protocol Machine {
  init(_ setup: DeviceInit)

  /// One entry of the store, oldest first, before the first event.
  mutating func restore(_ entry: JournalEntry)

  /// One entry that another actor has written since the event before.
  mutating func readOn(_ entry: JournalEntry)

  /// All entries of a store that another actor has written anew since the event before.
  mutating func readAnew(_ entries: [JournalEntry])

  mutating func handle(_ event: NodeEvent, at surroundings: Surroundings) -> [Effect]

  /// Entries that restore to the same machine as these, and are fewer where that can be.
  static func compacted(_ entries: [JournalEntry]) -> [JournalEntry]

  /// Operations not settled yet.
  var pending: Int { get }

  /// Its own account of its state, any JSON.
  var state: JSONNode { get }
}
