// How a device keeps its session.
extension Policy {
  /// Who starts a renewal of the session.
  package enum RefreshRule: String, CaseIterable, Sendable {
    /// Every request that needs one, for itself.
    case perRequest
    /// One at a time; whoever needs one meanwhile waits for it.
    case singleFlight
  }

  /// Which of two sessions the vault keeps.
  package enum VaultRule: String, CaseIterable, Sendable {
    case lastWins, newerWins
  }

  /// What a refusal of an access token means that is not the current one.
  package enum LateRule: String, CaseIterable, Sendable {
    case signOut, retryWithCurrent
  }

  /// Whether an answer to what an earlier session asked still counts after a sign-out.
  package enum SignOutRule: String, CaseIterable, Sendable {
    case open, fenced
  }

  /// Which session a request uses.
  package enum CredentialsRule: String, CaseIterable, Sendable {
    /// The one it captured when it was queued.
    case memory
    /// The vault's, read again.
    case store
  }

  /// How the end of an access token is known.
  package enum ExpiryRule: String, CaseIterable, Sendable {
    /// By the issuer's instant against the device's wall clock.
    case serverEpoch
    /// By the lifetime that was told against the time that has passed.
    case elapsed
  }

  /// When a session is renewed of which nobody has said that it is over.
  package enum UpkeepRule: String, CaseIterable, Sendable {
    /// When a request needs it, and when the app starts.
    case onUse
    /// Also by a timer, shortly before its end.
    case timer
  }

  /// From when a lifetime is counted.
  package enum LifetimeRule: String, CaseIterable, Sendable {
    case handling, sending
  }
}
