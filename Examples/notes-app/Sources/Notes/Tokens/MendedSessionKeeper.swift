/// The keeper mended: a single flight. Who comes while the session is being renewed waits for it.
///
/// The task itself stores what it got. Were that left to whoever awaits it, another who waits might
/// go on first, be refused again, and find the old session still at hand.
public actor MendedSessionKeeper<Session: Equatable & Sendable>: SessionKeeper {
  public private(set) var session: Session
  private let refresh: @Sendable (Session) async throws -> Session
  private var renewal: Task<Session, any Error>?

  public init(_ session: Session, refresh: @escaping @Sendable (Session) async throws -> Session) {
    self.session = session
    self.refresh = refresh
  }

  public func replacement(for refused: Session) async throws -> Session {
    guard session == refused else { return session }
    if let renewal { return try await renewal.value }
    let task = Task {
      defer { renewal = nil }
      let fresh = try await refresh(refused)
      session = fresh
      return fresh
    }
    renewal = task
    return try await task.value
  }
}
