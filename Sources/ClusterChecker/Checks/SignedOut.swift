import ClusterCore

/// Nothing of the old user is stored or shown after a sign-out.
///
/// Witnesses are sign-outs of somebody who was signed in.
struct SignedOut: Check {
  static let name = CheckName.signedOut

  private struct Left: Hashable {
    let home: NodeID
    let family: Int
  }

  private var vaults: Vaults
  private var left: [Left: EntryID] = [:]
  /// A sign-out that a kill may have cut before it took effect.
  private var leaving: (left: Left, step: Step, intent: EntryID, number: Int)?
  private var breach: Breach?

  init(_ scenario: Scenario) {
    vaults = Vaults(scenario)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    settle(event)
    guard let step = event.step, step.node != .cloud else { return }
    let before = vaults[step.node]?.session
    vaults.take(step)
    if case .operation(.signOut, let intent) = step.event, let before {
      let left = Left(home: vaults.home(of: step.node), family: before.family)
      leaving = (left, step, intent, event.number)
    } else if step.changesVault {
      judge(step, event.number)
    }
    show(step, event)
  }

  func weigh(into state: inout StateDigest) {
    state.combine(breach)
    state.combine(vaults.items)
    state.combine(Set(left.keys))
    state.combine(leaving?.left)
    state.combine(leaving?.step.changesVault)
  }

  func finding(_ run: RunFold) -> Finding {
    Finding(witnesses: left.count, breach: breach)
  }

  private mutating func settle(_ event: TraceEvent) {
    guard let leaving else { return }
    self.leaving = nil
    guard !event.cuts(leaving.step) || leaving.step.changesVault else { return }
    left[leaving.left] = leaving.intent
    judge(leaving.step, leaving.number)
  }

  private mutating func judge(_ step: Step, _ number: Int) {
    guard breach == nil, let session = vaults[step.node]?.session else { return }
    let home = vaults.home(of: step.node)
    guard let signOut = left[Left(home: home, family: session.family)] else { return }
    breach = Breach(
      step: number, subject: "vault of \(home)", reason: "an old session is stored",
      explanation: "After \(step.name) the vault of \(home) holds \(session.access) and "
        + "\(session.refresh) of \(session.user), who signed out with \(signOut).")
  }

  /// Who is shown as signed in must have the vault's session.
  private mutating func show(_ step: Step, _ event: TraceEvent) {
    guard breach == nil, !left.isEmpty else { return }
    let home = vaults.home(of: step.node)
    guard left.keys.contains(where: { $0.home == home }) else { return }
    for case .show(let changes) in step.effects.map(\.effect) {
      for case .session(let user?) in changes where vaults[step.node]?.session.user != user {
        breach = Breach(
          step: event.number, subject: "user of \(step.node)", reason: "an old user is shown",
          explanation: "\(step.node) shows \(user) as signed in after \(step.name), and the vault "
            + "of \(home) holds no session of that user.")
      }
    }
  }
}
