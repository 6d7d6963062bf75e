import ClusterCore

// Signing in and out.
extension SessionPart {
  mutating func beginSignIn(
    _ user: UserID, _ intent: IntentID, _ world: Surroundings, _ out: inout Outgoing
  ) {
    era += 1
    failCalls()
    if let earlier = signIn { settle(earlier.intent, .failed) }
    out.emit(.store(.asked(.signIn(user), intent: intent)))
    signIn = PendingSignIn(user: user, intent: intent, sentAt: world.clock.continuous)
    news.append(.call(intent, .pending))
    tell(&out)
    sendSignIn(&out)
  }

  mutating func sendSignIn(_ out: inout Outgoing) {
    guard out.isLinkUp, let waiting = signIn, waiting.request == nil,
      !backoff.isWaiting(SessionPart.signInLine)
    else { return }
    let request = out.send(.signIn(waiting.user, intent: waiting.intent), for: .session)
    signIn?.request = request
  }

  mutating func signedIn(_ answer: Answer, _ world: Surroundings, _ out: inout Outgoing) {
    guard let waiting = signIn else { return }
    switch answer {
    case .session(let session):
      backoff.succeed(SessionPart.signInLine)
      signIn = nil
      let since =
        policy.lifetimeFrom == .sending ? waiting.sentAt : world.clock.continuous
      take(VaultItem(session, since: since), world, &out)
      settle(waiting.intent, .done)
      tell(&out)
      for call in calls { advance(call.intent, world, &out) }
    case .saved, .pulled, .refused, .chunk, .received, .placed, .orderState, .results, .unread,
      .done:
      signIn?.request = nil
      retryLater(SessionPart.signInLine, &out)
    }
  }

  mutating func beginSignOut(_ intent: IntentID, _ out: inout Outgoing) {
    era += 1
    if let earlier = signIn { settle(earlier.intent, .failed) }
    signIn = nil
    guard held != nil || isVaultUnread else { return tell(&out) }
    let token = held?.session.refresh
    isVaultUnread = false
    // Stored first: the cloud is to be told, and the vault to be emptied, whatever a kill cuts.
    if let token { out.emit(.store(.signedOut(token, intent: intent))) }
    forget(&out)
    out.emit(.vault(nil))
    tell(&out)
    guard let token else { return }
    signOuts.append(PendingSignOut(token: token, intent: intent))
    sendSignOuts(&out)
  }

  /// What a kill cut between the store and the vault.
  mutating func finishSignOuts(_ out: inout Outgoing) {
    guard let held, signOuts.contains(where: { $0.token == held.session.refresh }) else { return }
    forget(&out)
    out.emit(.vault(nil))
  }

  /// The cloud has been told, unless it could not listen.
  mutating func signedOut(_ place: Int, _ answer: Answer, _ out: inout Outgoing) {
    let line = SessionPart.signOutLine(signOuts[place].intent)
    switch answer {
    case .done, .refused(.invalidGrant, _):
      backoff.succeed(line)
      out.emit(.store(.answered(signOuts[place].intent, .done)))
      signOuts.remove(at: place)
    default:
      signOuts[place].request = nil
      retryLater(line, &out)
    }
  }

  mutating func sendSignOuts(_ out: inout Outgoing) {
    guard out.isLinkUp else { return }
    for place in signOuts.indices where signOuts[place].request == nil {
      let waiting = signOuts[place]
      guard !backoff.isWaiting(SessionPart.signOutLine(waiting.intent)) else { continue }
      signOuts[place].request = out.send(
        .signOut(waiting.token, intent: waiting.intent), for: .session)
    }
  }
}
