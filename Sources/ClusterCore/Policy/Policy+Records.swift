// How a device makes, keeps, sends and fetches the edits of records.
extension Policy {
  /// Where an edit's stamp comes from.
  package enum StampSource: String, CaseIterable, Sendable {
    case deviceClock, server, hybrid
  }

  /// What a save carries of a record.
  package enum WriteScope: String, CaseIterable, Sendable {
    case wholeRecord, perField
  }

  /// How pending edits are sent.
  package enum SendOrder: String, CaseIterable, Sendable {
    /// Each operation its own save, all in flight together.
    case allAtOnce
    /// One save in flight, which carries all that was pending.
    case batched
    /// One save in flight, one operation's edits each.
    case queued
  }

  /// What fetched data does to an edit of the same field that is still pending.
  package enum FetchRule: String, CaseIterable, Sendable {
    case overPending, pendingWins
  }

  /// Which of the fetched and the known value of a field is kept.
  package enum ApplyRule: String, CaseIterable, Sendable {
    case newestStamp, server
  }

  /// Under `newestStamp`, which of two values with equal stamps is kept.
  package enum TieRule: String, CaseIterable, Sendable {
    case remote, larger
  }

  /// Where what the user did waits for the cloud's answer.
  package enum OutboxPlace: String, CaseIterable, Sendable {
    case memory, durable
  }

  /// Which edits the answer to a save settles.
  package enum InFlightRule: String, CaseIterable, Sendable {
    /// All that are pending of its records, also those made since it was sent.
    case markAll
    /// Those that the save carried.
    case counter
  }

  /// When the records of the first launch are made.
  package enum SeedTime: String, CaseIterable, Sendable {
    case atLaunch, afterEmptyFetch
  }

  /// What the records of a list are sorted by.
  package enum SortRule: String, CaseIterable, Sendable {
    case stamp, server
  }
}
