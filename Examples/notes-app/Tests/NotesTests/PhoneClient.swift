import ClusterTesting
import Notes

/// The app's keeper as the client of a device: what the app's network layer is to the app.
struct PhoneClient: SyncClient {
  typealias Keeper = any SessionKeeper<ClientSession>

  private let device: ClientDevice
  private let keeper: Keeper?

  /// - Parameter make: makes the keeper under test from the session that the keychain holds.
  init(
    _ device: ClientDevice,
    keeper make: (ClientSession, @escaping @Sendable (ClientSession) async throws -> ClientSession)
      -> Keeper
  ) {
    self.device = device
    keeper = device.vault.session.map { session in
      make(session) { old in
        let fresh = try await device.transport.refresh(old.refresh)
        device.vault.keep(fresh)
        return fresh
      }
    }
  }

  func launch() async throws {
    device.screen.showSignedIn(await keeper?.session.user)
  }

  func perform(_ action: UserAction, intent: String) async throws {
    guard case .call(let name, _) = action, let keeper else { return }
    device.screen.show(.pending, ofCall: intent)
    do {
      try await Self.call(name, intent, device.transport, keeper)
      device.screen.show(.done, ofCall: intent)
    } catch let error as TransportError {
      device.screen.show(.failed, ofCall: intent)
      if error.name == .invalidGrant { device.screen.showSignedIn(nil) }
    }
  }

  private static func call(
    _ name: String, _ intent: String, _ transport: ClientTransport,
    _ keeper: some SessionKeeper<ClientSession>
  ) async throws {
    try await keeper.withSession { session in
      try await transport.call(name, with: session.access, intent: intent)
    } wasRefused: { error in
      (error as? TransportError)?.name == .unauthorized
    }
  }
}
