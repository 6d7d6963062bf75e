import ClusterCore

// How a session is renewed before it ends, or because a token was refused.
extension SessionPart {
  /// Whether the access token is over, or nearly, as far as the device can know.
  func needsRenewal(_ item: VaultItem, _ world: Surroundings) -> Bool {
    untilRenewal(of: item, world) <= .zero
  }

  /// How long the access token is good without another, as far as the device can know.
  func untilRenewal(of item: VaultItem, _ world: Surroundings) -> Milliseconds {
    let lifetime = item.session.lifetime.count
    let margin = min(SessionPart.margin.count, max(lifetime / 2, 0))
    return switch policy.expiry {
    case .serverEpoch: Milliseconds(item.session.expiresAt - margin - world.clock.wall)
    case .elapsed: Milliseconds(lifetime - margin - (world.clock.continuous - item.since))
    }
  }

  /// Asks for another pair, or joins whoever asks already.
  mutating func renew(
    _ item: VaultItem, for intent: IntentID?, _ world: Surroundings, _ out: inout Outgoing
  ) {
    if let intent { change(intent) { $0.state = .renewing } }
    let asker = policy.refresh == .perRequest ? intent : nil
    let isAsked = renewals.contains { $0.intent == asker && isSame($0, item) }
    guard !isAsked, out.isLinkUp, !backoff.isWaiting(Renewal.line(for: asker)),
      !isBarred(world, &out)
    else { return }
    isRenewalDue = false
    noteRenewing(until: world.clock.continuous + SessionPart.longestRenewal.count, &out)
    let request = out.send(.refresh(item.session.refresh), for: .session)
    renewals.append(
      Renewal(
        request: request, item: item, intent: asker, sentAt: world.clock.continuous, era: era))
  }

  /// Whether a renewal under way is of that session: also one that was begun before the user asked
  /// for another, as long as the vault has the old one.
  private func isSame(_ renewal: Renewal, _ item: VaultItem) -> Bool {
    switch policy.refresh {
    case .perRequest: renewal.era == era
    case .singleFlight: renewal.item.session.family == item.session.family
    }
  }

  mutating func renewed(
    _ renewal: Renewal, _ answer: Answer, _ world: Surroundings, _ out: inout Outgoing
  ) {
    if policy.signOut == .fenced, !isCurrent(renewal, world) {
      return leave(renewal, answer, world, &out)
    }
    switch answer {
    case .session(let session):
      backoff.succeed(renewal.line)
      keep(item(session, of: renewal, world), insteadOf: renewal.item, world, &out)
      sendRenewed(renewal, &out)
    case .refused(.invalidGrant, _): refused(renewal, world, &out)
    case .refused(.rateLimited, _) where policy.expiry == .serverEpoch:
      // By its clock the session is over, and there is no other: it takes the user for gone.
      endSession(&out)
    case .saved, .pulled, .refused, .chunk, .received, .placed, .orderState, .results, .unread,
      .done:
      retry(renewal, &out)
    }
  }

  /// Renews once more, later: what was asked for did not come, and nobody said that it will not.
  mutating func retry(_ renewal: Renewal, _ out: inout Outgoing) {
    if renewal.intent == nil { isRenewalDue = true }
    retryLater(renewal.line, &out)
  }

  private func item(
    _ session: Session, of renewal: Renewal, _ world: Surroundings
  ) -> VaultItem {
    VaultItem(
      session,
      since: policy.lifetimeFrom == .sending ? renewal.sentAt : world.clock.continuous)
  }

  /// The answer is for nobody any more. But where another actor has changed who is signed in, memory
  /// follows the vault; and until a sign-in has been answered, the session before it is the vault's,
  /// and its newest pair the only one that is still good for it.
  private mutating func leave(
    _ renewal: Renewal, _ answer: Answer, _ world: Surroundings, _ out: inout Outgoing
  ) {
    guard renewal.era == era else {
      // Nobody can look into a locked vault; it holds what memory has.
      let kept = world.vault == .locked ? held : world.vault.item
      guard signIn != nil, case .session(let session) = answer,
        kept?.session.family == session.family
      else { return }
      return keep(item(session, of: renewal, world), insteadOf: renewal.item, world, &out)
    }
    forget(&out)
    held = world.vault.item
    scheduleUpkeep(world, &out)
  }

  /// Whether the session that asked is still the one that is signed in here.
  private func isCurrent(_ renewal: Renewal, _ world: Surroundings) -> Bool {
    guard renewal.era == era else { return false }
    switch world.vault {
    case .locked: return true
    case .empty: return false
    case .holds(let item): return item.session.family == renewal.item.session.family
    }
  }

  /// Keeps the renewed session, unless the vault holds a newer one already.
  private mutating func keep(
    _ item: VaultItem, insteadOf old: VaultItem, _ world: Surroundings, _ out: inout Outgoing
  ) {
    if policy.vault == .newerWins, let kept = world.vault.item,
      kept.session.family == item.session.family,
      !isNewer(item.session, than: kept.session, askedWith: old.session)
    {
      held = kept
      isRenewalDue = false
      scheduleUpkeep(world, &out)
    } else {
      take(item, world, &out)
    }
  }

  /// Without serials only this is certain: what answers the vault's own token is newer.
  private func isNewer(
    _ session: Session, than kept: Session, askedWith old: Session
  ) -> Bool {
    if let serial = session.serial, let keptSerial = kept.serial { return serial > keptSerial }
    return kept.access == old.access
  }

  mutating func take(_ item: VaultItem, _ world: Surroundings, _ out: inout Outgoing) {
    held = item
    isRenewalDue = false
    out.emit(.vault(item))
    scheduleUpkeep(world, &out)
  }

  /// Sends what waited for this renewal, with what it brought.
  private mutating func sendRenewed(_ renewal: Renewal, _ out: inout Outgoing) {
    guard let held else { return }
    for call in calls where call.state == .renewing {
      guard renewal.intent == nil || renewal.intent == call.intent else { continue }
      send(call.intent, held, &out)
    }
  }

  /// The refresh token is not good: the session is over, unless the vault has a newer pair of it.
  private mutating func refused(
    _ renewal: Renewal, _ world: Surroundings, _ out: inout Outgoing
  ) {
    let asked = renewal.item.session
    if policy.credentials == .store, let kept = world.vault.item,
      kept.session.family == asked.family, kept.session.refresh != asked.refresh
    {
      held = kept
      for call in calls where call.state == .renewing {
        change(call.intent) { $0.state = .idle }
        advance(call.intent, world, &out)
      }
      return
    }
    endSession(&out)
  }

  /// The app takes the session for over, and asks its user to sign in again.
  mutating func endSession(_ out: inout Outgoing) {
    guard held != nil else { return }
    era += 1
    forget(&out)
    out.emit(.vault(nil))
  }
}
