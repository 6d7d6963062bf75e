import ClusterCore

extension CheckName {
  /// What holds where the check passes, in one sentence for those who have read nothing else.
  var meaning: String {
    switch self {
    case .converged: "In the end every signed-in device shows what the cloud holds."
    case .matchesModel: "The cloud holds and answers what the pure model of its rules says."
    case .causal:
      "What somebody had seen and then replaced does not come back in place of what replaced it."
    case .newestWins: "Of several edits to one field the one made last is the one that shows."
    case .noLostEdit: "No edit vanishes without having lost by the rule to another edit."
    case .ownEditsShow: "A device shows its own edit until another one wins over it."
    case .neverGoesBack: "No device goes back to a value that the cloud had already replaced."
    case .setUnion: "A set keeps what was added, less what was removed by who had seen it."
    case .bounded: "Attempts and messages stay within the scenario's limits."
    case .final: "The end is the one that the scenario writes down."
    case .settled: "All comes to rest within the calm's limit."
    case .transferOnce: "A file is transferred once, whole, to its place."
    case .deterministic: "The same run again gives the same trace."
    case .orderOnce: "One wish is one order at most, and the user is told the truth about it."
    case .shownNewest: "The results on the screen answer the newest query."
    case .badgeTrue: "After contact the badge equals what is unread at the cloud."
    case .refreshOnce: "A session is renewed by one refresh at a time, and no token is used twice."
    case .vaultNewest: "The vault holds the newest token that reached the device."
    case .signedIn: "Nobody is signed out who did not sign out."
    case .staysDeleted: "What was deleted comes back only where somebody or the rule wants it so."
    case .signedOut: "After a sign-out nothing of the old user is stored or shown."
    }
  }
}
