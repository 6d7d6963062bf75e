import ClusterCore
import ClusterNodes

// Messages between devices and the cloud.
extension Run {
  mutating func deliver(_ delivery: Delivery) throws(HostFailure) {
    switch delivery.payload {
    case .request(let request): handleAtCloud(delivery, request)
    case .answer(let answer): try handAnswer(delivery, answer)
    case .notice(let notice): try handNotice(delivery, notice)
    case .push(let push):
      let device = delivery.message.destination
      guard canTake(device, .delivery(delivery)) else {
        if life(of: device).state == .dead {
          note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
        }
        return arrive(push, at: device, delivery)
      }
      let copy = held.countDelivery(of: delivery.message)
      try step(
        delivery.message.destination, .delivery(delivery.message, copy: copy), .push(push),
        root: delivery.message.root, cause: delivery.cause)
    }
  }

  /// What the system does with a push where no app runs that could be handed it, be it dead or
  /// suspended: it sets the badge, and a silent push has it start an app that is dead.
  mutating func arrive(_ push: Push, at device: NodeID, _ delivery: Delivery) {
    switch push {
    case .changed: planWake(device)
    case .notice(let notice):
      guard let badge = notice.badge else { return }
      badges[device] = badge
      note(
        .badged(device: device, badge, delivery.message), root: delivery.message.root,
        cause: delivery.cause)
    }
  }

  mutating func handAnswer(_ delivery: Delivery, _ answer: Answer) throws(HostFailure) {
    let request = delivery.message.request
    guard let attempt = attempts[request],
      attempt.isOpen || isHandedOverAgain(delivery.message)
        || plant?.engine.handsLateAnswers == true
    else {
      note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
      return
    }
    guard canTake(attempt.device, .delivery(delivery)) else { return }
    if attempt.isOpen { close(request) }
    let copy = held.countDelivery(of: delivery.message)
    try step(
      attempt.device, .delivery(delivery.message, copy: copy),
      .answer(answer, to: attempt.number), root: delivery.message.root, cause: delivery.cause)
  }

  /// Whether this is the second handing over, in a trial, of what comes once only by itself.
  func isHandedOverAgain(_ message: MessageName) -> Bool {
    setup.handsOverAgain && held.wasDelivered(message)
  }

  /// The attempt ends without an answer.
  mutating func fail(
    _ request: MessageName, _ failure: NetworkFailure
  ) throws(HostFailure) {
    guard let attempt = attempts[request], attempt.isOpen,
      canTake(attempt.device, .failure(request, failure))
    else { return }
    close(request)
    try step(
      attempt.device, .failure(request), .failure(failure, of: attempt.number),
      root: request.root, cause: attempt.cause)
  }

  mutating func close(_ request: MessageName) {
    attempts[request]?.isOpen = false
    openAttempts -= 1
  }

  mutating func handleAtCloud(_ delivery: Delivery, _ request: Request) {
    let message = delivery.message
    attempts[message]?.handled += 1
    let copy = held.countDelivery(of: message)
    let name = EventName.delivery(message, copy: copy)
    let event = NodeEvent.request(request, from: message.sender)
    let effects = cloudEffects(event, message)
    let number = eventCount + 1
    let performed = effects.map { effect in
      PerformedEffect(effect, outcome(of: effect, answering: message, cause: number))
    }
    let step = Step(
      node: .cloud, name: name, event: event, clock: nil, effects: performed, pending: 0)
    finish(step, root: message.root, cause: delivery.cause)
  }

  mutating func outcome(
    of effect: Effect, answering request: MessageName, cause: Int
  ) -> PerformedEffect.Outcome {
    switch effect {
    case .answer(let answer):
      guard takesAnswer(request) else { return .unsent }
      return post(Delivery(message: request.answer, payload: .answer(answer), cause: cause))
    case .push, .send, .cancel, .store, .show, .setTimer, .cancelTimer, .vault, .transfer,
      .moveFile, .notify, .setBadge:
      return outcome(of: effect, root: request.root, cause: cause)
    }
  }

  /// What the cloud does of itself, or beside an answer.
  mutating func outcome(
    of effect: Effect, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    switch effect {
    case .push(let push, let device):
      return post(push, to: device, root: root, cause: cause)
    case .answer, .send, .cancel, .store, .show, .setTimer, .cancelTimer, .vault, .transfer,
      .moveFile, .notify, .setBadge:
      preconditionFailure("the cloud asked for \(effect)")
    }
  }

  mutating func post(
    _ push: Push, to device: NodeID, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    let known = push.intent.flatMap { naming.knows($0) ? $0 : nil }
    let name = pushNaming.message(from: .cloud, to: device, .push, root: known ?? root)
    return post(Delivery(message: name, payload: .push(push), cause: cause))
  }

  /// At most one answer an attempt: to the first copy handled, or to the last.
  mutating func takesAnswer(_ request: MessageName) -> Bool {
    guard let attempt = attempts[request], !attempt.isAnswered else { return false }
    if let copies = attempt.copies, attempt.handled < copies { return false }
    attempts[request]?.isAnswered = true
    return true
  }

  /// Puts a message on its link.
  mutating func post(_ delivery: Delivery) -> PerformedEffect.Outcome {
    let delivery = scope.map { tagged(delivery, $0) } ?? delivery
    let message = delivery.message
    if setup.fates[message] != nil { sent.insert(message) }
    // Decided before `tapped` is called: else the whole run is copied for it.
    let decided = network.dispatch(
      message, at: now,
      bytes: message.kind.isTransfer ? services.time(for: delivery.payload) : .zero)
    let dispatch = tapped(decided, of: message)
    switch dispatch.done {
    case .copies(let delays): send(delivery, delays)
    case .held(let event):
      if held.hold(delivery, until: event) { send(delivery, [network.floor(of: message)]) }
    case .kept:
      if let replaced = keptPushes.updateValue(delivery, forKey: message.destination) {
        lostPushes.append(replaced)
      }
    case .refused: queue.push(.failure(message, .offline), at: now, rank: Rank.other)
    }
    held.remember(delivery)
    return .sent(message, dispatch.recorded)
  }

  mutating func send(_ delivery: Delivery, _ delays: [Milliseconds]) {
    for delay in delays {
      flying += 1
      queue.push(.delivery(delivery), at: now + delay, rank: Rank.other)
    }
  }
}
