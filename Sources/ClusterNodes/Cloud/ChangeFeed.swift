import ClusterCore

/// The order in which the cloud accepted changes, and which cursors can be gone on from.
///
/// A number is never given twice, also where the records are restored from a backup: the numbers
/// in between stay empty, and a cursor that stands there is of a feed that is no more. An instant
/// never expires: of a time alone nobody can tell what had been read by then.
struct ChangeFeed: Hashable, Sendable {
  private struct Entry: Hashable {
    let path: FieldPath
    /// When it was accepted, in milliseconds of the cloud's clock.
    let at: Int64

    /// Instants decide nothing where nobody reads by them: see ``ChangeFeed/instants``.
    func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  /// The n-th has number n; nil where a change is no part of the feed any more.
  private var entries: [Entry?] = []
  /// Numbers that were lost when the records were restored.
  private var lost: [Range<Int>] = []
  /// What cursors are given out now; counts how often all of them have expired.
  private var generation = 0
  /// How often the records have been restored; nil for never.
  private var fingerprint: Int?

  var count: Int { entries.count }

  /// When each change was accepted that is part of the feed.
  var instants: [Int64] { entries.compactMap { $0?.at } }

  mutating func append(_ path: FieldPath, at instant: Instant) {
    entries.append(Entry(path: path, at: instant.milliseconds))
  }

  /// What devices have read so far is too old to go on from.
  mutating func expire() { generation += 1 }

  /// Nothing that was accepted so far is there any more.
  mutating func empty() {
    entries = entries.map { _ in nil }
    expire()
  }

  /// Goes back to what it was; what came after that is lost.
  mutating func restore(_ old: ChangeFeed) {
    lost.append(old.count + 1..<count + 1)
    entries = old.entries + Array(repeating: nil, count: count - old.count)
    fingerprint = (fingerprint ?? 0) + 1
  }

  /// The next page after a cursor: each field once, where its newest change stands.
  ///
  /// After an instant, changes of that instant are taken for read, whether they were or not.
  ///
  /// - Parameter state: what a path holds whose newest change has that number; nil where it has
  ///   another one, or holds nothing.
  func page(after cursor: Cursor, most: Int, state: (FieldPath, Int) -> FieldState?) -> Answer {
    guard !isExpired(cursor) else { return .refused(.changeTokenExpired) }
    var changes: [Change] = []
    var place = cursor
    for index in unread(after: cursor) {
      guard let entry = entries[index], let state = state(entry.path, index + 1) else { continue }
      guard changes.count < most else {
        return .pulled(changes: changes, cursor: place, more: true, fingerprint: fingerprint)
      }
      changes.append(Change(path: entry.path, state: state))
      place =
        switch cursor {
        case .number: .number(index + 1, generation: generation)
        case .instant: .instant(entry.at)
        }
    }
    return .pulled(changes: changes, cursor: place, more: false, fingerprint: fingerprint)
  }

  private func isExpired(_ cursor: Cursor) -> Bool {
    guard case .number(let number, let generation) = cursor, number > 0 else { return false }
    return generation != self.generation || lost.contains { $0.contains(number) }
  }

  private func unread(after cursor: Cursor) -> Range<Int> {
    switch cursor {
    case .number(let last, _): min(last, count)..<count
    case .instant(let last):
      (entries.firstIndex { $0.map { $0.at > last } ?? false } ?? count)..<count
    }
  }
}
