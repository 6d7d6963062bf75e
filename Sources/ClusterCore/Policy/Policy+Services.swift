// How a device orders, transfers, counts and lists.
extension Policy {
  /// Which failed attempts are made again, and when.
  package enum RetryRule: String, CaseIterable, Sendable {
    /// Whatever failed, after one second, for ever.
    case always
    /// What may succeed next time, with a budget, exponential backoff and jitter.
    case classified
  }

  /// What the cloud can know a further try of an order by.
  package enum OrderKey: String, CaseIterable, Sendable {
    case none
    /// A hash of the payload, and the payload is made anew for every try.
    case perAttempt
    case perIntent
  }

  /// What a user's own further try does.
  package enum UserRetry: String, CaseIterable, Sendable {
    /// It is another order.
    case newIntent
    /// It asks first what became of the order, and sends that one again only if nothing did.
    case readFirst
  }

  /// What it means that what was to be made, an order or a file, is there already.
  package enum AlreadyDone: String, CaseIterable, Sendable {
    case failure, success
  }

  /// What an app does at its start about files it still wants.
  package enum ReenqueueRule: String, CaseIterable, Sendable {
    /// Hands each to the system again, and each wish as a task of its own.
    case blind
    /// Asks the system, adopts what it has, and hands over only what is missing.
    case byIdentifier
  }

  /// How the number on the icon is found.
  package enum BadgeSource: String, CaseIterable, Sendable {
    /// One more for each push handled.
    case increment
    /// What the push says.
    case absolute
    /// One more for each push that was not handled before.
    case oncePerID
    /// What the cloud counts, asked at every contact.
    case serverCount
  }

  /// Which results come to the screen.
  package enum ListRule: String, CaseIterable, Sendable {
    /// Whichever arrive.
    case overwrite
    /// Those of the newest search alone.
    case versioned
  }
}
