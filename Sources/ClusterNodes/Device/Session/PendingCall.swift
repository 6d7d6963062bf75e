import ClusterCore

/// A request of the user's that needs somebody signed in, until it is settled.
struct PendingCall: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// The app still works on it before it asks for a token.
    case preparing
    /// It can be sent, or waits for its next try.
    case idle
    /// It waits for a renewal.
    case renewing
    case sent(RequestNumber, with: Token)
  }

  let intent: IntentID
  let name: Text
  /// The session it was queued with.
  var captured: VaultItem?
  var state: State

  var request: RequestNumber? {
    if case .sent(let request, _) = state { request } else { nil }
  }
}

/// A refresh that is in flight.
struct Renewal: Hashable, Sendable {
  let request: RequestNumber
  /// The session whose refresh token it presents.
  let item: VaultItem
  /// The call that asked for it, where each asks for itself.
  let intent: IntentID?
  /// The time of asking on the continuous clock.
  let sentAt: Int64
  let era: Int

  var line: Text { Renewal.line(for: intent) }

  static func line(for intent: IntentID?) -> Text {
    intent.map { Text("session/renew/\($0)") } ?? "session/renew"
  }
}

/// Somebody wants to sign in.
struct PendingSignIn: Hashable, Sendable {
  let user: UserID
  let intent: IntentID
  var request: RequestNumber?
  var sentAt: Int64 = 0
}

/// A session that the cloud has not been told to end.
struct PendingSignOut: Hashable, Sendable {
  let token: Token
  let intent: IntentID
  var request: RequestNumber?
}
