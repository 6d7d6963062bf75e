import ClusterCore

/// The signed-in user of the app on a device, and the requests that need one.
///
/// ``PendingCall`` is a request that is not settled, ``Renewal`` a refresh in flight. The vault
/// itself belongs to the device; the part sees it in the surroundings of each event.
struct SessionPart: Hashable, Sendable {
  let policy: Policy
  /// The actors of its device, where there are any; the first keeps the session fresh.
  let actors: [NodeID]
  /// Whether nobody is to call for it to be renewed.
  let keepsFresh: Bool
  /// Until when others of them renew the session, at most, by the continuous clock.
  var barriers: [NodeID: Int64] = [:]
  /// The store says that this actor renews.
  var isRenewingNoted = false
  /// The session in memory.
  var held: VaultItem?
  /// Counts sign-ins and sign-outs: what an earlier one asked is known by it.
  var era = 0
  var calls: [PendingCall] = []
  var renewals: [Renewal] = []
  /// A renewal is due though no call waits for one.
  var isRenewalDue = false
  var signIn: PendingSignIn?
  var signOuts: [PendingSignOut] = []
  var backoff = Backoff()
  private var shownUser: UserID?
  /// The vault could not be read yet.
  var isVaultUnread = false
  var news: [Shown] = []
  /// What was settled in the event in hand.
  private var settled: [Settled] = []

  private struct Settled: Hashable, Sendable {
    let intent: IntentID
    let status: CallStatus
  }

  /// How long before its end an access token is renewed.
  static let margin = Milliseconds.seconds(90)
  static let signInLine: Text = "session/signIn"
  static let upkeepLine: Text = "session/upkeep"
  static let barrierLine: Text = "session/barrier"

  static func callLine(_ intent: IntentID) -> Text { Text("session/call/\(intent)") }
  static func prepareLine(_ intent: IntentID) -> Text { Text("session/prepare/\(intent)") }
  static func signOutLine(_ intent: IntentID) -> Text { Text("session/signOut/\(intent)") }

  init(_ setup: DeviceInit) {
    policy = setup.policy
    actors = setup.actors
    keepsFresh =
      setup.policy.upkeep == .timer && (actors.isEmpty || actors.first == setup.device)
  }

  var pending: Int { calls.count + (signIn == nil ? 0 : 1) + signOuts.count }

  /// Whether it waits for no answer.
  var isIdle: Bool { calls.isEmpty && renewals.isEmpty && signIn == nil && signOuts.isEmpty }

  /// Whether there is nothing here that any event could change.
  private var isUnused: Bool { held == nil && !isVaultUnread && pending == 0 && renewals.isEmpty }

  /// Takes back one entry of the journal.
  mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .asked(.call(let name, _), let intent):
      calls.append(PendingCall(intent: intent, name: name, captured: nil, state: .idle))
      news.append(.call(intent, .pending))
    case .asked(.signIn(let user), let intent):
      signIn = PendingSignIn(user: user, intent: intent)
      news.append(.call(intent, .pending))
    case .signedOut(let token, let intent):
      signOuts.append(PendingSignOut(token: token, intent: intent))
    case .renewing: isRenewingNoted = true
    case .renewed: isRenewingNoted = false
    case .answered(let intent, _) where signOuts.contains { $0.intent == intent }:
      signOuts.removeAll { $0.intent == intent }
    case .answered(let intent, let status):
      calls.removeAll { $0.intent == intent }
      if signIn?.intent == intent { signIn = nil }
      news.removeAll { $0.intent == intent }
      news.append(.call(intent, status))
    case .made, .settled, .cursor, .refetched, .forgotten, .transferWanted, .transferEnded,
      .foreign, .ordered,
      .orderSettled, .registered, .read, .counted, .seeded, .asked:
      break
    }
  }

  mutating func start(_ world: Surroundings, _ out: inout Outgoing) {
    isVaultUnread = world.vault == .locked
    held = world.vault.item
    // A renewal ended with the process that asked for it.
    noteRenewing(until: nil, &out)
    finishSignOuts(&out)
    scheduleUpkeep(world, &out)
    guard held != nil || pending > 0, !isVaultUnread else { return tell(&out) }
    if let held, signIn == nil, needsRenewal(held, world) { isRenewalDue = true }
    if held == nil, signIn == nil { failCalls() }
    tell(&out)
    resume(world, &out)
    tell(&out)
  }

  /// To be called before any event is handled: what the vault holds may have changed.
  mutating func look(at world: Surroundings, _ out: inout Outgoing) {
    if isUnused && world.vault == .empty { return }
    if isVaultUnread {
      guard world.vault != .locked else { return }
      isVaultUnread = false
      held = world.vault.item
      finishSignOuts(&out)
      scheduleUpkeep(world, &out)
      if held == nil { failCalls() }
      resume(world, &out)
      return tell(&out)
    }
    guard policy.credentials == .store, signIn == nil else { return }
    switch world.vault {
    case .locked: break
    case .holds(let item): if item != held { adopt(item, world, &out) }
    case .empty: if held != nil { forget(&out) }
    }
    tell(&out)
  }

  /// Every budget is whole again; what is pending is tried.
  mutating func synchronise(_ world: Surroundings, _ out: inout Outgoing) {
    guard pending > 0 || isRenewalDue else { return }
    for line in backoff.reset() { out.emit(.cancelTimer(line)) }
    resume(world, &out)
    tell(&out)
  }

  /// Tries all that waits for nothing but another try.
  mutating func resume(_ world: Surroundings, _ out: inout Outgoing) {
    guard out.isLinkUp, !isVaultUnread else { return }
    sendSignOuts(&out)
    sendSignIn(&out)
    if isRenewalDue, let held { renew(held, for: nil, world, &out) }
    for call in calls { advance(call.intent, world, &out) }
  }

  mutating func wake(_ line: Text, _ world: Surroundings, _ out: inout Outgoing) {
    backoff.wake(line)
    if line == SessionPart.upkeepLine { keepFresh(world, &out) }
    if let call = calls.first(where: { SessionPart.prepareLine($0.intent) == line }) {
      change(call.intent) { $0.state = .idle }
    }
    resume(world, &out)
    tell(&out)
  }

  mutating func receive(
    _ answer: Answer, to request: RequestNumber, _ world: Surroundings, _ out: inout Outgoing
  ) {
    if let place = renewals.firstIndex(where: { $0.request == request }) {
      let renewal = renewals.remove(at: place)
      renewed(renewal, answer, world, &out)
      noteRenewing(until: nil, &out)
    } else if signIn?.request == request {
      signedIn(answer, world, &out)
    } else if let place = signOuts.firstIndex(where: { $0.request == request }) {
      signedOut(place, answer, &out)
    } else if let call = calls.first(where: { $0.request == request }) {
      called(call, answer, world, &out)
    } else if case .session(let session) = answer, policy.signOut == .open {
      // A sign-in that the user has left meanwhile: nobody asks whether it is still wanted.
      take(VaultItem(session, since: world.clock.continuous), world, &out)
    }
    tell(&out)
  }

  /// The attempt ended without an answer.
  mutating func fail(
    _ request: RequestNumber, _ world: Surroundings, _ out: inout Outgoing
  ) {
    if let place = renewals.firstIndex(where: { $0.request == request }) {
      let renewal = renewals.remove(at: place)
      noteRenewing(until: nil, &out)
      guard renewal.era == era else { return }
      retry(renewal, &out)
    } else if signIn?.request == request {
      signIn?.request = nil
      retryLater(SessionPart.signInLine, &out)
    } else if let place = signOuts.firstIndex(where: { $0.request == request }) {
      signOuts[place].request = nil
      retryLater(SessionPart.signOutLine(signOuts[place].intent), &out)
    } else if let call = calls.first(where: { $0.request == request }) {
      change(call.intent) { $0.state = .idle }
      retryLater(SessionPart.callLine(call.intent), &out)
    }
  }

  mutating func retryLater(_ line: Text, _ out: inout Outgoing) {
    if let timer = backoff.fail(line, rule: policy.retry) { out.emit(.setTimer(timer)) }
  }

  mutating func change(_ intent: IntentID, _ body: (inout PendingCall) -> Void) {
    guard let place = calls.firstIndex(where: { $0.intent == intent }) else { return }
    body(&calls[place])
  }

  /// The vault holds another session than memory does.
  private mutating func adopt(
    _ item: VaultItem, _ world: Surroundings, _ out: inout Outgoing
  ) {
    if let held, held.session.family != item.session.family { failCalls() }
    held = item
    isRenewalDue = false
    scheduleUpkeep(world, &out)
    guard !renewals.contains(where: { $0.era == era }) else { return }
    for call in calls where call.state == .renewing { change(call.intent) { $0.state = .idle } }
    resume(world, &out)
  }

  /// Nobody is signed in any more.
  mutating func forget(_ out: inout Outgoing) {
    if held != nil, keepsFresh { out.emit(.cancelTimer(SessionPart.upkeepLine)) }
    held = nil
    isRenewalDue = false
    failCalls()
  }

  mutating func failCalls() {
    for call in calls { settle(call.intent, .failed) }
  }

  mutating func settle(_ intent: IntentID, _ status: CallStatus) {
    calls.removeAll { $0.intent == intent }
    settled.append(Settled(intent: intent, status: status))
    news.append(.call(intent, status))
  }

  /// Stores what is settled and shows what is news, in one effect each.
  mutating func tell(_ out: inout Outgoing) {
    for end in settled { out.emit(.store(.answered(end.intent, end.status))) }
    settled.removeAll(keepingCapacity: true)
    if held?.session.user != shownUser, !isVaultUnread {
      shownUser = held?.session.user
      news.append(.session(shownUser))
    }
    guard !news.isEmpty else { return }
    out.emit(.show(news))
    news.removeAll(keepingCapacity: true)
  }

  /// Its own account of itself, the tokens by their names.
  var state: [JSONNode.Member] {
    guard let held else { return [] }
    return [
      JSONNode.Member(name: "user", value: JSONNode(.string(held.session.user.string))),
      JSONNode.Member(name: "access", value: JSONNode(.string(held.session.access.description))),
    ]
  }
}

extension Shown {
  /// The operation whose status this shows.
  fileprivate var intent: IntentID? {
    if case .call(let intent, _) = self { intent } else { nil }
  }
}
