import ClusterCore

/// A device's journal inside the coordinator; the actors of a device have one together.
final class MemoryStore {
  /// Oldest first.
  private(set) var entries: [JournalEntry] = []
  /// Counts the times that the journal was written anew.
  private(set) var generation = 0
  /// How many entries a power loss would leave.
  private var synced = 0

  func append(_ entry: JournalEntry, _ durability: Durability) {
    entries.append(entry)
    if durability == .power { synced = entries.count }
  }

  /// Replaces all entries by these; as with a file, the new ones are synced first.
  func replace(by entries: [JournalEntry]) {
    self.entries = entries
    synced = entries.count
    generation += 1
  }

  func losePower() { entries.removeLast(entries.count - synced) }

  func erase() { replace(by: []) }
}
