import ClusterCore

/// The change feed of the pure model: which changes a cursor still leaves to be read.
struct FeedModel: Sendable {
  struct Page {
    let fields: [FieldIndex]
    let cursor: Cursor
    let more: Bool
  }

  private struct Entry: Sendable {
    let number: Int
    let field: FieldIndex
    let at: Instant
  }

  /// In the order of their numbers, of which some may be missing.
  private var entries: [Entry] = []
  /// The last number that was given, to whatever became of it.
  private(set) var last = 0
  /// Where the records went back: no cursor may be in such a span.
  private var breaks: [(after: Int, through: Int)] = []
  private var generation = 0
  /// How often the records were restored; nil for never.
  private(set) var fingerprint: Int?

  mutating func append(_ field: FieldIndex, at instant: Instant) {
    last += 1
    entries.append(Entry(number: last, field: field, at: instant))
  }

  mutating func expire() { generation += 1 }

  mutating func purge() {
    entries = []
    generation += 1
  }

  /// What it is once the records are as they were when it was `old`.
  mutating func goBack(to old: FeedModel) {
    breaks.append((after: old.last, through: last))
    entries = old.entries
    fingerprint = (fingerprint ?? 0) + 1
  }

  /// What a pull from there is answered: the fields in the order of their newest changes; nil where
  /// the cursor is of no use.
  ///
  /// - Parameter newest: the number of a field's newest change.
  func page(after cursor: Cursor, most: Int, newest: (FieldIndex) -> Int) -> Page? {
    guard isGood(cursor) else { return nil }
    var fields: [FieldIndex] = []
    var place = cursor
    for entry in entries[firstUnread(after: cursor)...] where newest(entry.field) == entry.number {
      if fields.count == most { return Page(fields: fields, cursor: place, more: true) }
      fields.append(entry.field)
      switch cursor {
      case .number: place = .number(entry.number, generation: generation)
      case .instant: place = .instant(entry.at.milliseconds)
      }
    }
    return Page(fields: fields, cursor: place, more: false)
  }

  private func isGood(_ cursor: Cursor) -> Bool {
    switch cursor {
    case .instant, .number(0, _): return true
    case .number(let number, let age):
      return age == generation && !breaks.contains { $0.after < number && number <= $0.through }
    }
  }

  private func firstUnread(after cursor: Cursor) -> Int {
    var place = entries.count
    while place > 0, isUnread(entries[place - 1], after: cursor) { place -= 1 }
    return place
  }

  private func isUnread(_ entry: Entry, after cursor: Cursor) -> Bool {
    switch cursor {
    case .number(let number, _): entry.number > number
    case .instant(let instant): entry.at.milliseconds > instant
    }
  }

  /// - Parameter withInstants: whether some device reads by them.
  func weigh(into state: inout StateDigest, withInstants: Bool) {
    state.combine(entries.count)
    for entry in entries {
      state.combine(entry.number)
      state.combine(entry.field)
    }
    state.combine(last)
    state.combine(breaks.count)
    for span in breaks {
      state.combine(span.after)
      state.combine(span.through)
    }
    state.combine(generation)
    state.combine(fingerprint)
    if withInstants { for entry in entries { state.combine(entry.at) } }
  }
}
