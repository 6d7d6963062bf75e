import ClusterCore

/// No session ends unless the user signed out or a scripted `revoke` ended it.
///
/// One that the user has signed out of may end again, wherever it came from: that it was there is
/// a matter of `signed-out`. Witnesses are sessions that were in a vault.
struct SignedIn: Check {
  static let name = CheckName.signedIn

  private var vaults: Vaults
  private var families: Set<Int> = []
  /// Users whose sessions somebody at the cloud ended.
  private var revoked: Set<UserID> = []
  /// Sessions that the user signed out of.
  private var left: Set<Int> = []
  private var breach: Breach?

  init(_ scenario: Scenario) {
    vaults = Vaults(scenario)
    for item in vaults.items.values { families.insert(item.session.family) }
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    guard let step = event.step else { return }
    if case .cloud(.revoke(let user)) = step.event { revoked.insert(user) }
    guard step.node != .cloud else { return }
    let before = vaults[step.node]?.session
    vaults.take(step)
    let after = vaults[step.node]?.session
    if let after { families.insert(after.family) }
    if let before, step.isSignOut { left.insert(before.family) }
    guard breach == nil, let ended = before ?? after, !revoked.contains(ended.user),
      !left.contains(ended.family)
    else { return }
    let isTold = step.effects.contains { performed in
      if case .show(let changes) = performed.effect {
        changes.contains(.session(nil))
      } else {
        false
      }
    }
    guard (before != nil && after == nil) || (isTold && after != nil) else { return }
    breach = Breach(
      step: event.number, subject: "session of \(ended.user)", reason: "it ended by itself",
      explanation: "The session of \(ended.user) ends on \(step.node) with \(step.name), which "
        + "brought \(SignedIn.words(step.event)): nobody signed out, and nobody revoked it. The "
        + "vault held \(ended.access) and \(ended.refresh).")
  }

  func weigh(into state: inout StateDigest) {
    state.combine(breach)
    state.combine(vaults.items)
    state.combine(families.isEmpty)
    state.combine(revoked)
    state.combine(left)
  }

  func finding(_ run: RunFold) -> Finding {
    Finding(witnesses: families.count, breach: breach)
  }

  private static func words(_ event: NodeEvent) -> String {
    switch event {
    case .answer(.refused(let error, _), _): error.rawValue
    case .answer: "an answer"
    case .failure(let failure, _): failure.rawValue
    case .start: "the app's start"
    case .operation, .push, .timer, .link, .request, .cloud, .transferCall, .transferNotice:
      "no refusal"
    }
  }
}

extension Step {
  /// Whether the user signs out.
  var isSignOut: Bool {
    if case .operation(.signOut, _) = event { true } else { false }
  }
}
