import ClusterCore

extension CheckName {
  /// How near to the cause a failure of this check usually is, the nearest first: what one message
  /// or one device did wrong before what it comes to in the end.
  var rank: Int {
    switch self {
    case .refreshOnce: 0
    case .vaultNewest: 1
    case .orderOnce: 2
    case .transferOnce: 3
    case .noLostEdit: 4
    case .causal: 5
    case .setUnion, .staysDeleted: 6
    case .neverGoesBack: 7
    case .ownEditsShow: 8
    case .shownNewest: 9
    case .signedOut: 10
    case .matchesModel: 11
    case .newestWins: 12
    case .signedIn: 13
    case .badgeTrue: 14
    case .bounded: 15
    case .settled: 16
    case .converged: 17
    case .final: 18
    case .deterministic: 19
    }
  }
}
