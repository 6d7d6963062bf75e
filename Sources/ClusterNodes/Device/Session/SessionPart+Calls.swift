import ClusterCore

// What the user asks for, and how a request gets its token.
extension SessionPart {
  mutating func perform(
    _ operation: Operation, _ intent: IntentID, _ world: Surroundings, _ out: inout Outgoing
  ) {
    switch operation {
    case .call(let name, let preparing):
      begin(intent, name, preparing: preparing, world, &out)
    case .signIn(let user): beginSignIn(user, intent, world, &out)
    case .signOut: beginSignOut(intent, &out)
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll, .sync,
      .download, .upload, .cancelTransfer, .order, .search, .register, .open, .markRead:
      break
    }
    tell(&out)
  }

  private mutating func begin(
    _ intent: IntentID, _ name: Text, preparing: Milliseconds, _ world: Surroundings,
    _ out: inout Outgoing
  ) {
    guard held != nil || world.vault == .locked || signIn != nil else {
      return news.append(.call(intent, .failed))
    }
    let isPreparing = preparing > .zero
    calls.append(
      PendingCall(
        intent: intent, name: name, captured: held, state: isPreparing ? .preparing : .idle))
    out.emit(.store(.asked(.call(name, preparing: preparing), intent: intent)))
    news.append(.call(intent, .pending))
    tell(&out)
    if isPreparing {
      let key = SessionPart.prepareLine(intent)
      out.emit(.setTimer(TimerSetting(key: key, kind: "prepare", after: preparing)))
    } else {
      advance(intent, world, &out)
    }
  }

  /// Sends a call, or sees to it that it gets a token first.
  mutating func advance(
    _ intent: IntentID, _ world: Surroundings, _ out: inout Outgoing
  ) {
    guard out.isLinkUp, signIn == nil, !isVaultUnread,
      let call = calls.first(where: { $0.intent == intent }),
      !backoff.isWaiting(SessionPart.callLine(intent))
    else { return }
    switch call.state {
    case .preparing, .sent: return
    case .idle, .renewing: break
    }
    guard let item = credentials(for: call) else { return settle(intent, .failed) }
    if call.state == .renewing || needsRenewal(item, world) {
      renew(item, for: intent, world, &out)
    } else {
      send(intent, item, &out)
    }
  }

  func credentials(for call: PendingCall) -> VaultItem? {
    switch policy.credentials {
    case .memory: call.captured ?? held
    case .store: held
    }
  }

  mutating func send(_ intent: IntentID, _ item: VaultItem, _ out: inout Outgoing) {
    guard let call = calls.first(where: { $0.intent == intent }) else { return }
    let access = item.session.access
    let number = out.send(.call(call.name, intent: intent, access: access), for: .session)
    change(intent) { call in
      call.captured = item
      call.state = .sent(number, with: access)
    }
  }

  mutating func called(
    _ call: PendingCall, _ answer: Answer, _ world: Surroundings, _ out: inout Outgoing
  ) {
    change(call.intent) { $0.state = .idle }
    switch answer {
    case .done:
      backoff.succeed(SessionPart.callLine(call.intent))
      settle(call.intent, .done)
    case .refused(.unauthorized, _): unauthorized(call, world, &out)
    case .saved, .pulled, .refused, .chunk, .received, .placed, .orderState, .results, .unread,
      .session:
      retryLater(SessionPart.callLine(call.intent), &out)
    }
  }

  /// The token that the call carried is not good, which says nothing of another one.
  private mutating func unauthorized(
    _ call: PendingCall, _ world: Surroundings, _ out: inout Outgoing
  ) {
    guard let held, case .sent(_, let access) = call.state else {
      return settle(call.intent, .failed)
    }
    guard held.session.access != access else {
      return renew(credentials(for: call) ?? held, for: call.intent, world, &out)
    }
    switch policy.lateUnauthorized {
    case .retryWithCurrent: send(call.intent, held, &out)
    case .signOut: endSession(&out)
    }
  }
}
