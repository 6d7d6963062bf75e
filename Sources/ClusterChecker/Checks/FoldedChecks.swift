import ClusterCore

/// The checks that take every event of a run; the others judge its end alone.
///
/// They stand together so that what the run has come to, which is large, is handed to all of them
/// at once and copied for none.
struct FoldedChecks: Sendable {
  private(set) var matchesModel: MatchesModel
  private(set) var causal: Causal
  private(set) var noLostEdit: NoLostEdit
  private(set) var ownEditsShow: OwnEditsShow
  private(set) var neverGoesBack: NeverGoesBack
  private(set) var bounded: Bounded
  private(set) var settled: Settled
  private(set) var transferOnce: TransferOnce
  private(set) var orderOnce: OrderOnce
  private(set) var shownNewest: ShownNewest
  private(set) var badgeTrue: BadgeTrue
  private(set) var staysDeleted: StaysDeleted
  private(set) var refreshOnce: RefreshOnce
  private(set) var vaultNewest: VaultNewest
  private(set) var signedIn: SignedIn
  private(set) var signedOut: SignedOut
  /// Whether anybody is signed in at any time.
  private let hasUsers: Bool

  /// - Parameter schedule: what is settled about the run; nil where links are not held to their
  ///   times.
  init(_ scenario: Scenario, _ schedule: Schedule?) {
    matchesModel = MatchesModel(scenario)
    causal = Causal(scenario)
    noLostEdit = NoLostEdit(scenario)
    ownEditsShow = OwnEditsShow(scenario)
    neverGoesBack = NeverGoesBack(scenario)
    bounded = Bounded(scenario)
    settled = Settled(schedule)
    transferOnce = TransferOnce(scenario)
    orderOnce = OrderOnce(scenario)
    shownNewest = ShownNewest(scenario)
    badgeTrue = BadgeTrue(scenario)
    staysDeleted = StaysDeleted(scenario)
    refreshOnce = RefreshOnce(scenario)
    vaultNewest = VaultNewest(scenario)
    signedIn = SignedIn(scenario)
    signedOut = SignedOut(scenario)
    hasUsers = scenario.hasUsers
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
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

  func weigh(into state: inout StateDigest) {
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
}
