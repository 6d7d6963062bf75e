import ClusterTesting

/// Hands out access tokens, and renews the session when one has been refused.
protocol TokenKeeper: Sendable {
  func access() async throws -> SessionToken
  func access(insteadOf refused: SessionToken) async throws -> SessionToken
}

struct NotSignedIn: Error {}

/// Looks whether the session has been renewed, and then renews it: between the two there is an
/// `await`, in which another call looks too.
actor HastyKeeper: TokenKeeper {
  private let device: ClientDevice

  init(_ device: ClientDevice) {
    self.device = device
  }

  func access() throws -> SessionToken {
    guard let session = device.vault.session else { throw NotSignedIn() }
    return session.access
  }

  func access(insteadOf refused: SessionToken) async throws -> SessionToken {
    guard let session = device.vault.session else { throw NotSignedIn() }
    if session.access != refused { return session.access }
    let renewed = try await device.transport.refresh(session.refresh)
    device.vault.keep(renewed)
    return renewed.access
  }
}

/// The same, but that whoever comes while the session is being renewed waits for that.
actor PatientKeeper: TokenKeeper {
  private let device: ClientDevice
  private var renewal: Task<SessionToken, any Error>?

  init(_ device: ClientDevice) {
    self.device = device
  }

  func access() throws -> SessionToken {
    guard let session = device.vault.session else { throw NotSignedIn() }
    return session.access
  }

  func access(insteadOf refused: SessionToken) async throws -> SessionToken {
    if let renewal { return try await renewal.value }
    guard let session = device.vault.session else { throw NotSignedIn() }
    if session.access != refused { return session.access }
    let renewal = Task { try await self.renew(session) }
    self.renewal = renewal
    defer { self.renewal = nil }
    return try await renewal.value
  }

  private func renew(_ session: ClientSession) async throws -> SessionToken {
    let renewed = try await device.transport.refresh(session.refresh)
    device.vault.keep(renewed)
    return renewed.access
  }
}

/// Makes calls that need a user, with the tokens of a keeper.
struct FeedClient: SyncClient {
  let device: ClientDevice
  let tokens: any TokenKeeper

  func perform(_ action: UserAction, intent: String) async throws {
    guard case .call(let name, _) = action else { return }
    device.screen.show(.pending, ofCall: intent)
    do {
      try await call(name, intent)
      device.screen.show(.done, ofCall: intent)
    } catch {
      device.screen.show(.failed, ofCall: intent)
    }
  }

  private func call(_ name: String, _ intent: String) async throws {
    let access = try await tokens.access()
    do {
      try await device.transport.call(name, with: access, intent: intent)
    } catch let error as TransportError where error.name == .unauthorized {
      let another = try await tokens.access(insteadOf: access)
      try await device.transport.call(name, with: another, intent: intent)
    }
  }
}

extension TestScenario {
  /// Two calls at once, with an access token that has expired.
  static var twoCalls: TestScenario {
    var scenario = TestScenario(
      "two-calls", devices: ["phone"],
      timeline: [
        .at(.seconds(1), "phone", .call("feed"), id: "feed"),
        .at(.seconds(1), "phone", .call("badge"), id: "badge"),
      ])
    scenario.start.signedIn = ["phone": .init("u1", isAccessExpired: true)]
    scenario.cloud.tokens.refreshGrace = .zero
    scenario.links["default"] = .init(delay: .uniform(.milliseconds(20), .milliseconds(200)))
    scenario.expect.pass = ["refresh-once", "signed-in"]
    return scenario
  }
}
