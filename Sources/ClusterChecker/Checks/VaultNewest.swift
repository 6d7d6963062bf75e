import ClusterCore

/// The vault holds the newest token delivered to it.
///
/// Pairs are compared within one session: which session may be there at all is a matter of
/// `signed-in` and `signed-out`. Witnesses are pairs delivered to the devices.
struct VaultNewest: Check {
  static let name = CheckName.vaultNewest

  private struct Newest {
    let access: Token
    let step: Int
    let by: EventName
  }

  private struct Place: Hashable {
    let home: NodeID
    let family: Int
  }

  private var vaults: Vaults
  private var newest: [Place: Newest] = [:]
  /// The last step that a device handled, which a kill behind it takes back in part.
  private var last: (step: Step, number: Int)?
  private var delivered: Set<Int> = []
  private var breach: Breach?

  init(_ scenario: Scenario) {
    vaults = Vaults(scenario)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    if let last { judge(last.step, last.number, isCut: event.cuts(last.step)) }
    last = nil
    guard let step = event.step, step.node != .cloud else { return }
    vaults.take(step)
    if let session = step.broughtSession, !run.moment.isCalms {
      delivered.insert(session.access.number)
    }
    if step.broughtSession != nil || step.changesVault { last = (step, event.number) }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(breach)
    state.combine(vaults.items)
    state.combine(newest.mapValues(\.access))
    state.combine(last?.step.node)
    state.combine(last?.step.broughtSession)
    state.combine(last?.step.changesVault)
    state.combine(delivered.isEmpty)
  }

  func finding(_ run: RunFold) -> Finding {
    Finding(witnesses: delivered.count, breach: breach)
  }

  private mutating func judge(_ step: Step, _ number: Int, isCut: Bool) {
    let home = vaults.home(of: step.node)
    if let session = step.broughtSession, !isCut || step.changesVault {
      let place = Place(home: home, family: session.family)
      if session.access.number > newest[place]?.access.number ?? 0 {
        newest[place] = Newest(access: session.access, step: number, by: step.name)
      }
    }
    guard breach == nil, let kept = vaults.items[home]?.session,
      let best = newest[Place(home: home, family: kept.family)],
      best.access.number > kept.access.number
    else { return }
    breach = Breach(
      step: number, subject: "vault of \(home)", reason: "an older token",
      explanation: "The vault of \(home) holds \(kept.access) and \(kept.refresh) after "
        + "\(step.name), though \(best.access) was delivered in step \(best.step) "
        + "(\(best.by)).")
  }
}
