import ClusterCore
import ClusterNodes

// One event handed to a device, and what it wants done.
extension Run {
  /// Hands a device one event and does what it wants done.
  mutating func step(
    _ device: NodeID, _ name: EventName, _ event: NodeEvent, root: RootID, cause: Int?
  ) throws(HostFailure) {
    if !services.isEmpty, services.has(device) {
      return try serviceStep(device, name, event, root: root, cause: cause)
    }
    let clock = clocks[device]?.reading(at: now) ?? ClockReading(wall: 0, continuous: 0)
    let number = eventCount + 1
    let kill = takeKill(of: device, during: name)
    let host = host(of: device)
    host.announce(name)
    let reply = try host.handle(
      event, number: number, surroundings: Surroundings(clock: clock, vault: vault(of: device)),
      cut: kill?.cut)
    pending[device] = reply.pending
    var performed: [PerformedEffect] = []
    performed.reserveCapacity(reply.effects.count)
    for effect in reply.effects {
      performed.append(
        PerformedEffect(
          effect, try outcome(of: effect, by: device, root: root, cause: number)))
    }
    let step = Step(
      node: device, name: name, event: event, clock: clock, effects: performed,
      pending: reply.pending)
    finish(step, root: root, cause: cause)
    try takeCalls(cause: number)
    if let kill {
      try died(device, Death(kill.manner), for: kill.length, root: root, cause: number)
    }
  }

  /// The kill that cuts this event, if one does.
  mutating func takeKill(of device: NodeID, during name: EventName) -> Kill? {
    if let cut = takeChosenCut() {
      return Kill(
        device: device, manner: .system, length: Deviation.deadFor, during: name, cut: cut)
    }
    if !armed.isEmpty, let kill = armed.removeValue(forKey: device) { return kill }
    let kills = setup.schedule.kills
    guard !kills.isEmpty else { return nil }
    guard let kill = kills.first(where: { $0.device == device && $0.during == name }) else {
      return nil
    }
    taken.insert(kill)
    return kill
  }

  private mutating func takeChosenCut() -> Cut? {
    guard let chosen = chosenCut else { return nil }
    guard chosen.step == 0 else {
      chosenCut = Choice.Cut(step: chosen.step - 1, afterEffects: chosen.afterEffects)
      return nil
    }
    chosenCut = nil
    return Cut(afterEffects: Int(chosen.afterEffects))
  }

  mutating func outcome(
    of effect: Effect, by device: NodeID, root: RootID, cause: Int
  ) throws(HostFailure) -> PerformedEffect.Outcome {
    switch effect {
    case .send(let request, let number):
      return try send(request, number, from: device, root: root, cause: cause)
    case .cancel(let number):
      cancel(number, of: device)
      return .done
    case .setTimer(let timer): return set(timer, of: device, root: root, cause: cause)
    case .cancelTimer(let key):
      timers[TimerID(device: device, key: key)] = nil
      return .done
    case .store, .show, .moveFile: return .done
    case .setBadge(let badge):
      badges[device] = badge
      return .done
    case .vault(let item):
      vaults[homes[device] ?? device] = item
      return .done
    case .transfer(let call):
      guard call.kind != nil else {
        throw HostFailure(device: device, reason: "only the system may ask for \(call)")
      }
      return self.call(call, from: device, root: root)
    case .notify(let notice):
      guard services.has(device) else {
        throw HostFailure(device: device, reason: "only a transfer service tells of transfers")
      }
      return notify(notice, from: device, root: root, cause: cause)
    case .answer, .push:
      throw HostFailure(
        device: device, reason: "a device cannot answer or push; only the cloud does")
    }
  }

  mutating func send(
    _ request: Request, _ number: RequestNumber, from device: NodeID, root: RootID, cause: Int
  ) throws(HostFailure) -> PerformedEffect.Outcome {
    let intents = request.intents
    for unknown in intents where !naming.knows(unknown) {
      throw HostFailure(
        device: device, reason: "it sent an edit of \"\(unknown)\", an intent it was never given")
    }
    let name = naming.message(
      from: device, to: .cloud, request.kind, root: naming.oldest(of: intents) ?? root)
    attempts[name] = Attempt(
      device: device, number: number, copies: copiesToWaitFor(name), cause: cause)
    openAttempts += 1
    let timeout = timeout(of: request, from: device)
    let outcome = post(Delivery(message: name, payload: .request(request), cause: cause))
    queue.push(.failure(name, .timeout), at: now + timeout, rank: Rank.other)
    return outcome
  }

  /// How long an attempt stays open; what carries bytes is given their time too.
  func timeout(of request: Request, from device: NodeID) -> Milliseconds {
    switch request {
    case .fetch(let range):
      TransferService.patience + setup.scenario.rules.files.time(for: range.length)
    case .put(let part):
      TransferService.patience + setup.scenario.rules.files.time(for: part.range.length)
    case .save, .pull, .order, .readOrder, .search, .register, .markRead, .unread, .call, .refresh,
      .signIn, .signOut:
      timeouts[device] ?? DeviceSetup.standardTimeout
    }
  }

  /// How many copies there will be where a fate wants the last one answered.
  func copiesToWaitFor(_ name: MessageName) -> Int? {
    guard !setup.fates.isEmpty, let fate = setup.fates[name], fate.answersLast else { return nil }
    if case .copies(let delays) = fate.travel { return delays.count + fate.again.count }
    return 1 + fate.again.count
  }

  mutating func cancel(_ number: RequestNumber, of device: NodeID) {
    let open = attempts.firstIndex {
      $0.value.device == device && $0.value.number == number && $0.value.isOpen
    }
    if let open { close(open) }
  }

  mutating func set(
    _ timer: TimerSetting, of device: NodeID, root: RootID, cause: Int
  ) -> PerformedEffect.Outcome {
    let name = naming.timer(device, timer.kind, root: root)
    let jitter = network.jitter(upTo: timer.jitter, of: name, given: setup.jitters)
    let clock = clocks[device] ?? clocks[device.transferOwner ?? device]
    let due = clock?.due(after: timer.after + jitter, from: now) ?? now
    timers[TimerID(device: device, key: timer.key)] = name
    queue.push(.timer(device, timer.key, name, cause: cause), at: due, rank: Rank.other)
    return .timerSet(name, due: due)
  }

  mutating func fire(
    _ device: NodeID, _ key: TimerKey, _ name: TimerName, cause: Int
  ) throws(HostFailure) {
    let id = TimerID(device: device, key: key)
    guard timers[id] == name, canTake(device, .timer(device, key, name, cause: cause)) else {
      return
    }
    timers[id] = nil
    if plant?.engine.losesTimer(name) == true { return }
    let root =
      name.kind == TimerName.upkeep ? naming.ownRoot(device, TimerName.upkeep) : name.root
    try step(device, .timer(name), .timer(key), root: root, cause: cause)
  }
}
