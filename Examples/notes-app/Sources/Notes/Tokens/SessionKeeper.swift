/// Keeps the session that requests go out with, and renews it when the server no longer takes it.
///
/// A session is a pair of tokens. The refresh token in it is good for one use: a server that
/// rotates tokens takes a second use for theft and signs the user out.
public protocol SessionKeeper<Session>: Actor {
  associatedtype Session: Equatable & Sendable

  /// The session at hand.
  var session: Session { get }

  /// What to use in the place of a session that the server refused.
  func replacement(for refused: Session) async throws -> Session
}

extension SessionKeeper {
  /// Makes a request, and once more with another session where the first was refused.
  ///
  /// - Parameter wasRefused: whether an error of the request means that its session is not good.
  nonisolated public func withSession<Answer: Sendable>(
    _ request: @Sendable (Session) async throws -> Answer,
    wasRefused: @Sendable (any Error) -> Bool
  ) async throws -> Answer {
    let session = await session
    do {
      return try await request(session)
    } catch  where wasRefused(error) {
      return try await request(try await replacement(for: session))
    }
  }
}
