import ClusterCore

/// The checks of one run, folded over its trace.
///
/// Give it every event in order, and ask at the end. It judges by the trace and the scenario
/// alone, so a stored trace can be judged again.
package struct Checker: Sendable {
  /// Read by the tests.
  private(set) var run: RunFold
  private var converged: Converged
  private var matchesModel: MatchesModel
  private var causal: Causal
  private var newestWins: NewestWins
  private var noLostEdit: NoLostEdit
  private var ownEditsShow: OwnEditsShow
  private var neverGoesBack: NeverGoesBack
  private var setUnion: SetUnion
  private var bounded: Bounded
  private var final: Final
  private var settled: Settled
  private var transferOnce: TransferOnce
  private var orderOnce: OrderOnce
  private var shownNewest: ShownNewest
  private var badgeTrue: BadgeTrue
  private var refreshOnce: RefreshOnce
  private var vaultNewest: VaultNewest
  private var signedIn: SignedIn
  private var signedOut: SignedOut
  private var staysDeleted: StaysDeleted
  /// Whether anybody is signed in at any time.
  private let hasUsers: Bool

  /// - Parameters:
  ///   - schedule: what is settled about the run; nil for what its scenario settles.
  ///   - isTimed: false in a search of orders, where a delivery takes no time and links cannot be
  ///     held to theirs.
  package init(scenario: Scenario, schedule: Schedule? = nil, isTimed: Bool = true) {
    run = RunFold(scenario)
    converged = Converged(scenario)
    matchesModel = MatchesModel(scenario)
    causal = Causal(scenario)
    newestWins = NewestWins(scenario)
    noLostEdit = NoLostEdit(scenario)
    ownEditsShow = OwnEditsShow(scenario)
    neverGoesBack = NeverGoesBack(scenario)
    setUnion = SetUnion(scenario)
    bounded = Bounded(scenario)
    final = Final(scenario)
    settled = Settled(isTimed ? schedule ?? scenario.aimed : nil)
    transferOnce = TransferOnce(scenario)
    orderOnce = OrderOnce(scenario)
    shownNewest = ShownNewest(scenario)
    badgeTrue = BadgeTrue(scenario)
    refreshOnce = RefreshOnce(scenario)
    vaultNewest = VaultNewest(scenario)
    signedIn = SignedIn(scenario)
    signedOut = SignedOut(scenario)
    staysDeleted = StaysDeleted(scenario)
    hasUsers = scenario.hasUsers
  }

  package mutating func observe(_ event: TraceEvent) {
    run.take(event)
    // The others judge the end alone.
    matchesModel.step(event, run)
    causal.step(event, run)
    noLostEdit.step(event, run)
    ownEditsShow.step(event, run)
    neverGoesBack.step(event, run)
    bounded.step(event, run)
    settled.step(event, run)
    transferOnce.step(event, run)
    orderOnce.step(event, run)
    shownNewest.step(event, run)
    badgeTrue.step(event, run)
    staysDeleted.step(event, run)
    guard hasUsers else { return }
    refreshOnce.step(event, run)
    vaultNewest.step(event, run)
    signedIn.step(event, run)
    signedOut.step(event, run)
  }

  /// Takes in all that the verdicts may yet depend on, for a search that matches states.
  package func weigh(into state: inout StateDigest) {
    run.weigh(into: &state)
    matchesModel.weigh(into: &state)
    causal.weigh(into: &state)
    noLostEdit.weigh(into: &state)
    ownEditsShow.weigh(into: &state)
    neverGoesBack.weigh(into: &state)
    bounded.weigh(into: &state)
    transferOnce.weigh(into: &state)
    orderOnce.weigh(into: &state)
    shownNewest.weigh(into: &state)
    badgeTrue.weigh(into: &state)
    staysDeleted.weigh(into: &state)
    guard hasUsers else { return }
    refreshOnce.weigh(into: &state)
    vaultNewest.weigh(into: &state)
    signedIn.weigh(into: &state)
    signedOut.weigh(into: &state)
  }

  /// Takes in what the verdicts may depend on and `weigh(into:)` leaves to the rest of a state to
  /// say, for a search that knows what is folded apart from that.
  package func weighRest(into state: inout StateDigest) { run.weighRest(into: &state) }

  /// What each check found, in the order of ``CheckName``; `deterministic` is judged elsewhere.
  package func results() -> [CheckResult] {
    [
      converged.result(run), matchesModel.result(run), causal.result(run),
      newestWins.result(run), noLostEdit.result(run), ownEditsShow.result(run),
      neverGoesBack.result(run), setUnion.result(run), bounded.result(run),
      final.result(run), settled.result(run),
      transferOnce.result(run),
      orderOnce.result(run), shownNewest.result(run), badgeTrue.result(run),
      refreshOnce.result(run), vaultNewest.result(run), signedIn.result(run),
      signedOut.result(run),
      staysDeleted.result(run),
    ]
  }

  /// What the cloud holds at the end; empty before.
  package var cloud: [FieldPath: FieldValue] {
    guard let end = run.end else { return [:] }
    return values { run.atEnd($0, end) }
  }

  /// What the pure model holds.
  package var model: [FieldPath: FieldValue] { values { run.modelled($0) } }

  /// What each device shows.
  package var shown: [NodeID: [FieldPath: FieldValue]] {
    Dictionary(
      uniqueKeysWithValues: run.replicas.indices.map { device in
        (run.replicas[device].id, values { run.shown($0, on: device) })
      })
  }

  /// The fields of which each device asks its user which of two values is to stay.
  package var asking: [NodeID: Set<FieldPath>] {
    var asking: [NodeID: Set<FieldPath>] = [:]
    for replica in run.replicas {
      for field in replica.fields.indices where replica.fields[field].isAsked {
        asking[replica.id, default: []].insert(run.paths[field])
      }
    }
    return asking
  }

  /// What apps show and the cloud has beside records.
  package var app: AppState { run.app }

  package var happenings: [Happening: Int] { run.traffic.happenings }

  package var messages: MessageCounts { run.traffic.counts }

  private func values(_ value: (FieldIndex) -> FieldValue?) -> [FieldPath: FieldValue] {
    var values: [FieldPath: FieldValue] = [:]
    for field in run.paths.indices where !run.paths[field].isLife {
      values[run.paths[field]] = value(field)
    }
    return values
  }
}
