import ClusterCore
import ClusterNodes

// What goes on between an app, its device's transfer service and the cloud.
extension Run {
  /// Hands a transfer service one event and does what it wants done.
  mutating func serviceStep(
    _ lane: NodeID, _ name: EventName, _ event: NodeEvent, root: RootID, cause: Int?
  ) throws(HostFailure) {
    let number = nextEventNumber
    var performed: [PerformedEffect] = []
    for effect in services.handle(event, at: lane) {
      performed.append(
        PerformedEffect(effect, try outcome(of: effect, by: lane, root: root, cause: number)))
    }
    let step = Step(
      node: lane, name: name, event: event, clock: nil, effects: performed,
      pending: services[lane].running)
    finish(step, root: root, cause: cause)
  }

  /// An app asks its system: nothing comes between.
  mutating func call(
    _ call: TransferCall, from device: NodeID, root: RootID
  ) -> PerformedEffect.Outcome {
    guard let kind = call.kind else { return .done }
    let lane = device.transferService
    let intent: IntentID? = if case .enqueue(let task) = call { task.intent } else { nil }
    let name = naming.message(from: device, to: lane, kind, root: intent ?? root)
    calls.append((name, call))
    return .sent(name, .copies([0]))
  }

  /// Hands over what the app asked for in the step just done.
  mutating func takeCalls(cause: Int) throws(HostFailure) {
    guard !calls.isEmpty else { return }
    let taken = calls
    calls = []
    for (name, call) in taken {
      try serviceStep(
        name.receiver, .delivery(name, copy: held.countDelivery(of: name)), .transferCall(call),
        root: name.root, cause: cause)
    }
  }

  /// A service tells its app; to a dead one it keeps the end of a task, and has it started.
  mutating func notify(
    _ notice: TransferNotice, from lane: NodeID, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    guard let device = lane.transferOwner else { return .done }
    guard !isDead(device) else {
      planWake(device)
      return .done
    }
    let name = naming.message(from: lane, to: device, notice.kind, root: notice.intent ?? root)
    return post(Delivery(message: name, payload: .notice(notice), cause: cause))
  }

  /// A service's word reaches its app.
  mutating func handNotice(
    _ delivery: Delivery, _ notice: TransferNotice
  ) throws(HostFailure) {
    let (lane, device) = (delivery.message.sender, delivery.message.receiver)
    let isHeard = notice.ended.map { !services.isUnheard($0, at: lane) } ?? false
    let isStale = isHeard && !isHandedOverAgain(delivery.message)
    guard !isStale, canTake(device, .delivery(delivery)) else {
      if isStale || isDead(device) {
        note(.dropped(delivery.message), root: delivery.message.root, cause: delivery.cause)
      }
      return
    }
    let copy = held.countDelivery(of: delivery.message)
    try step(
      device, .delivery(delivery.message, copy: copy), .transferNotice(notice),
      root: delivery.message.root, cause: delivery.cause)
    // Cut short by a kill the handling has not ended: the system will tell it again.
    if !isDead(device), let id = notice.ended { services.acknowledge(id, at: lane) }
  }

  /// The system has started the app, for whatever reason: it hears what ended without it.
  mutating func tellUnheard(to device: NodeID) throws(HostFailure) {
    let lane = device.transferService
    guard services.hasUnheard(lane), !isDead(device) else { return }
    let cause = nextEventNumber - 1
    let root = naming.ownRoot(lane, "appStarted")
    try serviceStep(lane, .entry(root), .transferCall(.appStarted), root: root, cause: cause)
  }

  /// What an app's death does to its tasks.
  mutating func endTransfers(of device: NodeID, _ death: Death, cause: Int) throws(HostFailure) {
    let lane = device.transferService
    guard services.has(lane) else { return }
    switch death {
    case .system: if services.hasUnheard(lane) { planWake(device) }
    // Nobody starts an app before the power is back, and then it hears of what has ended.
    case .power: break
    case .user: try endAll(at: lane, .cancelAll, "cancelled", cause)
    case .reinstall: try endAll(at: lane, .removeAll, "removed", cause)
    }
  }

  private mutating func endAll(
    at lane: NodeID, _ call: TransferCall, _ word: Text, _ cause: Int
  ) throws(HostFailure) {
    guard !services[lane].isIdle else { return }
    let root = naming.ownRoot(lane, word)
    try serviceStep(lane, .entry(root), .transferCall(call), root: root, cause: cause)
  }
}
