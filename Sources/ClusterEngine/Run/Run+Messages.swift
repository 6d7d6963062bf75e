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
        if isDead(device) {
          note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
        }
        return arrive(push, at: device, delivery)
      }
      let copy = countDelivery(of: delivery)
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
    let place = attempts.index(forKey: request)
    guard let place, case let attempt = attempts.values[place],
      attempt.isOpen || isHandedOverAgain(delivery.message)
        || plant?.engine.handsLateAnswers == true
    else {
      note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
      return
    }
    guard canTake(attempt.device, .delivery(delivery)) else { return }
    if attempt.isOpen { close(place) }
    let copy = countDelivery(of: delivery)
    try step(
      attempt.device, .delivery(delivery.message, copy: copy),
      .answer(answer, to: attempt.number), root: delivery.message.root, cause: delivery.cause)
  }

  /// Which delivery of its message this is, the first being 1.
  mutating func countDelivery(of delivery: Delivery) -> Int {
    delivery.isOnly ? 1 : held.countDelivery(of: delivery.message)
  }

  /// Whether this is the second handing over, in a trial, of what comes once only by itself.
  func isHandedOverAgain(_ message: MessageName) -> Bool {
    setup.handsOverAgain && held.wasDelivered(message)
  }

  /// The attempt ends without an answer.
  mutating func fail(
    _ request: MessageName, _ failure: NetworkFailure
  ) throws(HostFailure) {
    guard let place = attempts.index(forKey: request) else { return }
    let attempt = attempts.values[place]
    guard attempt.isOpen else {
      if failure == .timeout { timeIsOver(for: place) }
      return
    }
    guard canTake(attempt.device, .failure(request, failure)) else { return }
    close(place)
    if failure == .timeout { timeIsOver(for: place) }
    try step(
      attempt.device, .failure(request), .failure(failure, of: attempt.number),
      root: request.root, cause: attempt.cause)
  }

  mutating func close(_ place: Attempts.Index) {
    attempts.values[place].isOpen = false
    openAttempts -= 1
  }

  mutating func handleAtCloud(_ delivery: Delivery, _ request: Request) {
    let message = delivery.message
    if setup.hasLastAnswers { attempts[message]?.handled += 1 }
    let copy = countDelivery(of: delivery)
    let name = EventName.delivery(message, copy: copy)
    let event = NodeEvent.request(request, from: message.sender)
    let number = eventCount + 1
    let effects = cloudEffects(event, message)
    var performed: [PerformedEffect] = []
    performed.reserveCapacity(effects.count)
    for effect in effects {
      performed.append(
        PerformedEffect(effect, outcome(of: effect, answering: message, cause: number)))
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
    guard let place = attempts.index(forKey: request) else { return false }
    let attempt = attempts.values[place]
    guard !attempt.isAnswered else { return false }
    if let copies = attempt.copies, attempt.handled < copies { return false }
    attempts.values[place].isAnswered = true
    if attempt.isDue { forgetIfOver(place) }
    return true
  }

  /// The timeout of an attempt has come up.
  private mutating func timeIsOver(for place: Attempts.Index) {
    attempts.values[place].isDue = true
    forgetIfOver(place)
  }

  /// Forgets an attempt whose time is over once nothing more can be answered: what still comes
  /// is dropped, whether the attempt is known or not.
  ///
  /// Where an answer may be handed over in spite of that, all are kept; a search forgets them by
  /// itself.
  private mutating func forgetIfOver(_ place: Attempts.Index) {
    guard scope == nil, plant == nil, !setup.handsOverAgain else { return }
    let attempt = attempts.values[place]
    guard !attempt.isOpen, attempt.isAnswered || (attempt.isLost && !held.mayRelease) else {
      return
    }
    attempts.remove(at: place)
  }

  /// Puts a message on its link.
  mutating func post(_ delivery: consuming Delivery) -> PerformedEffect.Outcome {
    if let scope { delivery = tagged(delivery, scope) }
    let message = delivery.message
    if setup.fates[message] != nil { sent.insert(message) }
    // Decided before `tapped` is called: else the whole run is copied for it.
    let decided = network.dispatch(
      message, at: now,
      bytes: message.kind.isTransfer ? services.time(for: delivery.payload) : .zero)
    let dispatch = tapped(decided, of: message)
    held.remember(delivery)
    switch dispatch.done {
    case .copies(let delays):
      if delays.isEmpty { attempts[message]?.isLost = true }
      if let only = delays.first, delays.count == 1 {
        delivery.isOnly = isCountedByNobody
        send(delivery, after: only)
      } else {
        for delay in delays { send(copy delivery, after: delay) }
      }
    case .held(let event):
      if held.hold(delivery, until: event) { send(delivery, after: network.floor(of: message)) }
    case .kept:
      if let replaced = keptPushes.updateValue(delivery, forKey: message.destination) {
        lostPushes.append(replaced)
      }
    case .refused:
      attempts[message]?.isLost = true
      queue.push(.failure(message, .offline), at: now, rank: Rank.other)
    }
    return .sent(message, dispatch.recorded)
  }

  /// Whether nobody asks how often a message was delivered that comes once: no fate has it come
  /// again after an event, no search doubles it or tells states apart by it, and no trial hands it
  /// over again.
  private var isCountedByNobody: Bool {
    scope == nil && !held.mayRelease && !setup.handsOverAgain
  }

  mutating func send(_ delivery: consuming Delivery, after delay: Milliseconds) {
    flying += 1
    queue.push(.delivery(delivery), at: now + delay, rank: Rank.other)
  }
}
