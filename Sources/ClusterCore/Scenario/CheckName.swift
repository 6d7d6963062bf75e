/// The checks by their names in files and output, in the order in which they are printed.
package enum CheckName: String, CaseIterable, Sendable {
  case converged
  case matchesModel = "matches-model"
  case causal
  case newestWins = "newest-wins"
  case noLostEdit = "no-lost-edit"
  case ownEditsShow = "own-edits-show"
  case neverGoesBack = "never-goes-back"
  case setUnion = "set-union"
  case bounded
  case final
  case settled
  case transferOnce = "transfer-once"
  /// The run again gives the same trace; judged only where it was run twice.
  case deterministic
  case orderOnce = "order-once"
  case shownNewest = "shown-newest"
  case badgeTrue = "badge-true"
  case refreshOnce = "refresh-once"
  case vaultNewest = "vault-newest"
  case signedIn = "signed-in"
  case signedOut = "signed-out"
  case staysDeleted = "stays-deleted"
}

/// Interesting things that happen in a run, by the names under which they are counted.
package enum Happening: String, CaseIterable, Sendable {
  case lostRequest, lostAnswer, lostPush
  /// Delivered more than once.
  case doubled
  /// Delivered later than its link's floor.
  case late
  /// Delivered before a message that was sent earlier on the same link.
  case overtaken
  case retried, timedOut, refused
  case partitioned
  /// An edit of a field lost to another edit of it.
  case conflict
  /// A device's process ended; and a new one began on its store.
  case killed, restarted
}
