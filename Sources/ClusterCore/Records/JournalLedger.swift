/// The entries of a journal as one process knows them, and when they are to be written anew.
///
/// Whoever keeps a journal, a device's process or the coordinator's memory, keeps one of these
/// beside it, so that both compact after the same events. A run can tell only by this: what was
/// settled before a compaction is not told of again at the next start.
package struct JournalLedger: Sendable {
  /// How many entries a journal holds before it is compacted for the first time.
  package static let room = 256

  /// Oldest first.
  package private(set) var entries: [JournalEntry]
  private var most: Int

  package init(_ entries: [JournalEntry] = []) {
    self.entries = entries
    most = max(JournalLedger.room, 2 * entries.count)
  }

  package mutating func append(_ entry: JournalEntry) { entries.append(entry) }

  /// Compacts where there are too many, and returns what is left; nil where there are not.
  ///
  /// What is left may be almost as much; the next time is not before it has doubled.
  package mutating func compact(
    by compacted: ([JournalEntry]) -> [JournalEntry]
  ) -> [JournalEntry]? {
    guard entries.count > most else { return nil }
    self = JournalLedger(compacted(entries))
    return entries
  }
}
