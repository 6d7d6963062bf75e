/// How a device behaves where apps differ: each behaviour has a naive and a sound way.
///
/// Each stands as a property, with its sound way, and in the table of `Behaviour`, with its name in
/// files, its naive way, and the group that sets it together with others.
package struct Policy: Hashable, Sendable {
  package var stamp = StampSource.hybrid
  package var write = WriteScope.perField
  package var send = SendOrder.queued
  package var onConflict = ConflictRule.rebase
  package var ownEcho = EchoRule.recognised
  package var delete = DeleteRule.tombstone
  package var deleteThenCreate = DeleteThenCreate.collapse
  package var pruned = PrunedRule.drop
  package var conflictTest = ConflictTest.tag
  package var queuedBase = QueuedBase.atSend
  package var batchFailed = BatchRule.requeue
  package var referenceError = ReferenceRule.wait
  package var fetch = FetchRule.pendingWins
  package var retry = RetryRule.classified
  package var apply = ApplyRule.server
  package var applyTie = TieRule.larger
  package var orderKey = OrderKey.perIntent
  package var userRetry = UserRetry.readFirst
  package var alreadyDone = AlreadyDone.success
  package var badge = BadgeSource.serverCount
  package var shownList = ListRule.versioned
  package var seed = SeedTime.afterEmptyFetch
  package var outbox = OutboxPlace.durable
  package var cursor = CursorOrder.afterData
  package var cursorFrom = CursorSource.server
  package var inFlight = InFlightRule.counter
  package var sortBy = SortRule.server
  package var fingerprint = FingerprintRule.check
  package var refresh = RefreshRule.singleFlight
  package var vault = VaultRule.newerWins
  package var lateUnauthorized = LateRule.retryWithCurrent
  package var signOut = SignOutRule.fenced
  package var credentials = CredentialsRule.store
  package var expiry = ExpiryRule.elapsed
  package var lifetimeFrom = LifetimeRule.sending
  package var upkeep = UpkeepRule.timer
  package var reenqueue = ReenqueueRule.byIdentifier

  /// Where every behaviour is as it should be.
  package static let sound = Policy()

  /// What a first version does that nobody has seen fail.
  package static let naive = Behaviour.all.reduce(into: sound) { policy, behaviour in
    behaviour.set(behaviour.naive, in: &policy)
  }

  /// Takes in nothing: a machine keeps its policy for life, and a search hashes machines at
  /// every state.
  package func hash(into hasher: inout Hasher) {}
}
