import ClusterCore

/// What a request is let in with, or a session is renewed with.
///
/// Two are equal where they are the same token. A description names it and never shows its secret.
public struct SessionToken: Hashable, Sendable, CustomStringConvertible {
  let token: Token

  public var description: String { token.description }
}

/// A pair of tokens, as the issuer hands it out.
public struct ClientSession: Hashable, Sendable {
  let session: Session

  init(_ session: Session) {
    self.session = session
  }

  public var user: String { session.user.string }
  /// The sign-in it goes back to, counted by the issuer from 1.
  public var family: Int { session.family }
  public var access: SessionToken { SessionToken(token: session.access) }
  public var refresh: SessionToken { SessionToken(token: session.refresh) }
  /// Counts the pairs of a family, so that the newer of two can be told; nil where the issuer tells
  /// no serials.
  public var serial: Int? { session.serial }
  /// How long the access token lives, from when the issuer's answer left.
  public var lifetime: Swift.Duration { .milliseconds(session.lifetime.count) }
  /// When the access token ends by the issuer's own clock, in milliseconds since the run began.
  public var expiresAt: Int64 { session.expiresAt }
}
