/// The keeper as it was shipped. It looks before it renews, and still renews twice.
///
/// An actor runs one job at a time, but not one *call* at a time: at `await` it takes up the next.
/// Two requests that were refused together both find the refused session still at hand, and both
/// renew it with the same refresh token.
public actor ShippedSessionKeeper<Session: Equatable & Sendable>: SessionKeeper {
  public private(set) var session: Session
  private let refresh: @Sendable (Session) async throws -> Session

  public init(_ session: Session, refresh: @escaping @Sendable (Session) async throws -> Session) {
    self.session = session
    self.refresh = refresh
  }

  public func replacement(for refused: Session) async throws -> Session {
    guard session == refused else { return session }
    let fresh = try await refresh(refused)
    session = fresh
    return fresh
  }
}
