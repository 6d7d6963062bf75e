/// The entries of a device's journal, and when they are to be written anew.
///
/// Whoever keeps a journal, a device's process or the coordinator's memory, keeps one of these
/// beside it, so that both compact after the same events. A run cannot tell whether they do.
package struct JournalLedger: Sendable {
  /// How many entries a journal holds before it is compacted for the first time.
  package static let room = 256

  /// Oldest first.
  package private(set) var entries: [StoreEntry]
  /// How many of them a power loss would leave.
  package private(set) var synced: Int
  private var most: Int

  package init(_ entries: [StoreEntry] = [], synced: Int = 0) {
    self.entries = entries
    self.synced = synced
    most = max(JournalLedger.room, 2 * entries.count)
  }

  package mutating func append(_ entry: StoreEntry, _ durability: Durability) {
    entries.append(entry)
    if durability == .power { synced = entries.count }
  }

  /// Compacts where there are too many, and returns what is left; nil where there are not.
  ///
  /// What is left may be almost as much; the next time is not before it has doubled.
  package mutating func compact(
    by compacted: ([StoreEntry]) -> [StoreEntry]
  ) -> [StoreEntry]? {
    guard entries.count > most else { return nil }
    self = JournalLedger(compacted(entries))
    // The new file is synced before it takes the old one's place.
    synced = entries.count
    return entries
  }

  /// What a power loss leaves.
  package mutating func losePower() {
    self = JournalLedger(Array(entries.prefix(synced)), synced: min(synced, entries.count))
  }
}
