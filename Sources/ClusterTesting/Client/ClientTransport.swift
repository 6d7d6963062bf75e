import ClusterCore

/// Requests to the cloud, each one attempt.
///
/// A call leaves the device where it is made, without a turn in between, and comes back when its
/// answer is delivered, or with a ``TransportError``: refused, offline, or timed out after the
/// device's `timeout` (60 s of virtual time unless the scenario says). There is no retry in it. A
/// task that is cancelled gives up its attempt and gets `CancellationError`.
public struct ClientTransport: Sendable {
  let process: ClientProcess

  /// Saves edits, at least one; each carries an intent the device was given.
  ///
  /// - Returns: for each edit, in the same order, what became of it.
  public nonisolated(nonsending) func save(_ edits: [FieldEdit]) async throws -> [SaveResult] {
    guard !edits.isEmpty else { return [] }
    return try await ask(.save(edits.map(\.edit))) { answer in
      if case .saved(let results) = answer { results.map(SaveResult.init) } else { nil }
    }
  }

  /// The changes behind a cursor; ``FeedCursor/start`` for all that there are. Throws
  /// ``TransportError/Name/changeTokenExpired`` where the cloud cannot go on from it.
  public nonisolated(nonsending) func pull(after cursor: FeedCursor) async throws -> ChangePage {
    try await ask(.pull(cursor: cursor.cursor)) { answer in
      guard case .pulled(let changes, let cursor, let more, let fingerprint, _) = answer,
        let next = FeedCursor(cursor)
      else { return nil }
      return ChangePage(
        changes: changes.map(FieldChange.init), cursor: next, hasMore: more,
        restorations: fingerprint ?? 0)
    }
  }

  /// Places an order.
  ///
  /// - Parameter key: what the cloud can know a repeat by, an idempotency key; nil for none.
  /// - Returns: its place in the cloud's ledger.
  public nonisolated(nonsending) func order(
    _ item: String, key: String?, intent: String
  ) async throws -> Int {
    let order = Order(
      intent: IntentID(intent), item: Text(item), made: process.wall, key: key.map { Text($0) })
    return try await ask(.order(order)) { answer in
      if case .placed(let entry) = answer { entry } else { nil }
    }
  }

  /// Where an order stands in the cloud's ledger; nil where it does not.
  public nonisolated(nonsending) func ledgerEntry(ofOrder intent: String) async throws -> Int? {
    let entry: Int?? = try await ask(.readOrder(IntentID(intent))) { answer in
      if case .orderState(_, let entry) = answer { .some(entry) } else { nil }
    }
    return entry ?? nil
  }

  /// What a query finds; `number` counts the device's searches.
  public nonisolated(nonsending) func search(
    _ query: String, number: Int
  ) async throws -> [String] {
    try await ask(.search(Text(query), number: number)) { answer in
      if case .results(_, let items) = answer { items.map(\.string) } else { nil }
    }
  }

  /// Has pushes sent to this device token too.
  public nonisolated(nonsending) func register(deviceToken: String) async throws {
    try await done(.register(Text(deviceToken)))
  }

  /// Tells the cloud that the user has read these items.
  public nonisolated(nonsending) func markRead(_ items: [String], intent: String) async throws {
    try await done(.markRead(items.map { Text($0) }, intent: IntentID(intent)))
  }

  /// The items that are unread for the device.
  public nonisolated(nonsending) func unread() async throws -> [String] {
    try await ask(.unread) { answer in
      if case .unread(let items) = answer { items.map(\.string) } else { nil }
    }
  }
}

// MARK: Sessions

extension ClientTransport {
  /// A request that needs a signed-in user; throws ``TransportError/Name/unauthorized`` where the
  /// token is not good.
  public nonisolated(nonsending) func call(
    _ name: String, with access: SessionToken, intent: String
  ) async throws {
    try await done(.call(Text(name), intent: IntentID(intent), access: access.token))
  }

  /// Renews a session. Where tokens are rotated, the refresh token is used up by it.
  public nonisolated(nonsending) func refresh(
    _ token: SessionToken
  ) async throws -> ClientSession {
    try await session(.refresh(token.token))
  }

  /// Begins a session.
  public nonisolated(nonsending) func signIn(
    _ user: String, intent: String
  ) async throws -> ClientSession {
    try await session(.signIn(UserID(user), intent: IntentID(intent)))
  }

  /// Ends the session of that refresh token.
  public nonisolated(nonsending) func signOut(
    _ token: SessionToken, intent: String
  ) async throws {
    try await done(.signOut(token.token, intent: IntentID(intent)))
  }

  private nonisolated(nonsending) func session(
    _ request: Request
  ) async throws -> ClientSession {
    try await ask(request) { answer in
      if case .session(let session) = answer { ClientSession(session) } else { nil }
    }
  }
}

// MARK: Asking

extension ClientTransport {
  private nonisolated(nonsending) func done(_ request: Request) async throws {
    try await ask(request) { answer in
      if case .done = answer { () } else { nil }
    }
  }

  private nonisolated(nonsending) func ask<Content>(
    _ request: Request, _ content: (Answer) -> Content?
  ) async throws -> Content {
    let answer = try await process.ask(request)
    if case .refused(let error, let delay) = answer {
      throw TransportError(error, retryAfter: delay)
    }
    guard let content = content(answer) else {
      preconditionFailure("the cloud answered \(request.kind) with \(answer)")
    }
    return content
  }
}
