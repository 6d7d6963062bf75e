import ClusterCore

/// What the vaults of a run hold, event by event, and what became of each step there.
///
/// A step that a kill cuts is told from a whole one only by the event behind it, so each is
/// judged when the next comes.
struct Vaults: Sendable {
  /// By the device that holds the vault.
  private(set) var items: [NodeID: VaultItem] = [:]
  private let homes: [NodeID: NodeID]

  init(_ scenario: Scenario) {
    homes = Dictionary(uniqueKeysWithValues: scenario.devices.map { ($0.id, $0.home) })
    for (index, token) in scenario.start.tokens.enumerated() {
      let number = index + 1
      let session = Session(
        user: token.user, family: number, access: Token(kind: .access, number: number, secret: ""),
        refresh: Token(kind: .refresh, number: number, secret: ""), serial: nil,
        lifetime: .zero, expiresAt: 0)
      items[token.device] = VaultItem(session, since: 0)
    }
  }

  func home(of process: NodeID) -> NodeID { homes[process] ?? process }

  subscript(process: NodeID) -> VaultItem? { items[home(of: process)] }

  mutating func take(_ step: Step) {
    guard step.node != .cloud else { return }
    for case .vault(let item) in step.effects.map(\.effect) { items[home(of: step.node)] = item }
  }
}

extension Step {
  /// The session that an answer brings to a device.
  var broughtSession: Session? {
    guard case .answer(.session(let session), _) = event else { return nil }
    return session
  }

  var changesVault: Bool {
    effects.contains { performed in
      if case .vault = performed.effect { true } else { false }
    }
  }
}

extension TraceEvent {
  /// Whether the process that handled `step` died of the kill that cut it.
  func cuts(_ step: Step) -> Bool {
    guard case .died(let device, _) = kind else { return false }
    return device == step.node
  }
}

extension Scenario {
  /// Whether anybody is signed in at any time.
  var hasUsers: Bool {
    !start.tokens.isEmpty
      || timeline.contains { entry in
        guard case .operation(let operation, _) = entry.action else { return false }
        return operation.verb == .signIn
      }
  }
}
