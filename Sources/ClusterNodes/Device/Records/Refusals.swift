import ClusterCore

/// Records that the cloud will not take as things stand, and what the user has been told of them.
///
/// They are not stored: the edits that wait are, and a new process that sends them again is refused
/// again.
struct Refusals: Hashable, Sendable {
  /// Why each was refused the last time.
  private var open: [RecordID: CloudError] = [:]
  /// Those that are not sent again before something has changed, and the parent that one waits
  /// for.
  private var waiting: [RecordID: RecordID?] = [:]
  private var told: [RecordID: CloudError] = [:]

  /// Whether edits of the record wait.
  func hold(_ record: RecordID) -> Bool { waiting[record] != nil }

  /// Whether any record was refused when it was sent last.
  var areOpen: Bool { !open.isEmpty }

  /// Whether the record was refused when it was sent last.
  func isOpen(_ record: RecordID) -> Bool { open[record] != nil }

  /// - Parameter parent: what the record is a part of, if that is what it waits for.
  mutating func wait(_ record: RecordID, for error: CloudError, parent: RecordID? = nil) {
    open[record] = error
    waiting[record] = .some(parent)
  }

  /// Its user has edited it: it may go once more.
  mutating func release(_ record: RecordID) {
    if !waiting.isEmpty { waiting[record] = nil }
  }

  /// There is news of a record: those that wait for it may go.
  mutating func release(childrenOf parent: RecordID) {
    guard !waiting.isEmpty else { return }
    waiting = waiting.filter { $0.value != parent }
  }

  /// Another trigger: whatever waits may go once more.
  mutating func releaseAll() { waiting = [:] }

  /// The record was taken in, or something else is the matter with it now.
  mutating func close(_ record: RecordID) {
    if open.isEmpty, waiting.isEmpty { return }
    open[record] = nil
    waiting[record] = nil
  }

  /// What there is to tell the user, in the order of the records.
  ///
  /// - Parameter isOpen: whether an edit of the record is pending still; without one nothing waits.
  mutating func news(isOpen: (RecordID) -> Bool) -> [Shown] {
    guard !open.isEmpty || !told.isEmpty else { return [] }
    for record in open.keys where !isOpen(record) { close(record) }
    let news = Set(open.keys).union(told.keys).sorted().filter { open[$0] != told[$0] }
    told = open
    return news.map { .refused($0, open[$0]) }
  }
}
