import ClusterCore

/// What is under way by the trace's own record: messages, attempts, timers and processes.
///
/// The engine says itself when a run has become quiet, and this does not take its word for it: each
/// copy that the links say they sent arrives when they said, no more and no less; an answer comes
/// to an attempt that is open; a timer that was set fires, unless it was cancelled; what is dead
/// handles nothing; and no line of the trace is missing, doubled or out of its place.
struct LinkRecord: Sendable {
  private struct Flight: Sendable {
    /// When its first copy is to arrive, most often the only one; nil where it has.
    var first: Instant?
    /// When the others are.
    var others: [Instant] = []
    /// Whether it waits for an event, or for its device to be online again.
    var waits = false

    var isOver: Bool { first == nil && others.isEmpty && !waits }
    var hasCopies: Bool { first != nil || !others.isEmpty }

    /// Takes away a copy of which that is so, the first of them; false where there is none.
    mutating func takeCopy(where isMeant: (Instant) -> Bool) -> Bool {
      if let due = first, isMeant(due) {
        first = nil
        return true
      }
      guard let place = others.firstIndex(where: isMeant) else { return false }
      others.remove(at: place)
      return true
    }
  }

  private struct TimerID: Hashable, Sendable {
    let device: NodeID
    let key: TimerKey
  }

  private struct Timer: Sendable {
    let name: TimerName
    let due: Instant
  }

  private struct Asker: Sendable {
    let device: NodeID
    let number: RequestNumber
  }

  private var flights: [MessageName: Flight] = [:]
  /// Further deliveries that the schedule settles.
  private var further: [MessageName: Int]
  /// Open attempts, by their requests.
  private var attempts: [MessageName: Asker] = [:]
  private var timers: [TimerID: Timer] = [:]
  private var dead: Set<NodeID> = []
  private var suspended: Set<NodeID> = []
  /// When each device resumed last.
  private var resumed: [NodeID: Instant] = [:]
  private var number = 0
  private var now = Instant.start
  private(set) var breach: Breach?

  init(_ schedule: Schedule) {
    further = [:]
    for fate in schedule.fates where !fate.fate.again.isEmpty {
      further[fate.message] = fate.fate.again.count
    }
  }

  mutating func take(_ event: TraceEvent) {
    guard breach == nil else { return }
    guard event.number == number + 1, event.at >= now else { return failOrder(event) }
    number = event.number
    now = event.at
    switch event.kind {
    case .step(let step): take(step)
    case .dropped(let message): drop(message)
    case .died(let device, _): die(device)
    case .suspended(let device, let isOn):
      if isOn {
        suspended.insert(device)
      } else {
        suspended.remove(device)
        resumed[device] = now
      }
    case .ended(let ending): if ending.reason == .quiet { judgeRest(ending) }
    case .partition, .clockJump, .ignored, .badged, .calm, .locked: break
    }
  }
}

// MARK: Steps

extension LinkRecord {
  private mutating func take(_ step: Step) {
    if case .start = step.event { dead.remove(step.node) }
    if dead.contains(step.node) {
      return fail(
        step.node.string, "a dead device acts",
        "\(step.node) handles \(step.name), but its process is dead.")
    }
    switch step.name {
    case .delivery(let message, _): arrive(message)
    case .failure(let request): end(request, by: step.name)
    case .timer(let name): fire(name, step)
    case .entry: break
    }
    for performed in step.effects { take(performed, of: step.node) }
  }

  private mutating func take(_ performed: PerformedEffect, of node: NodeID) {
    switch performed.outcome {
    case .sent(let message, let dispatch):
      if case .send(_, let number) = performed.effect {
        attempts[message] = Asker(device: node, number: number)
      }
      send(message, dispatch)
    case .timerSet(let name, let due):
      guard case .setTimer(let timer) = performed.effect else { return }
      stop(TimerID(device: node, key: timer.key))
      timers[TimerID(device: node, key: timer.key)] = Timer(name: name, due: due)
    case .done, .unsent: giveUp(performed.effect, of: node)
    }
  }

  private mutating func giveUp(_ effect: Effect, of node: NodeID) {
    switch effect {
    case .cancelTimer(let key): stop(TimerID(device: node, key: key))
    case .cancel(let number):
      let open = attempts.first { $0.value.device == node && $0.value.number == number }
      if let open { attempts[open.key] = nil }
    case .send, .store, .show, .setTimer, .answer, .push, .transfer, .moveFile, .notify,
      .setBadge, .vault:
      break
    }
  }

  private mutating func send(_ message: MessageName, _ dispatch: Dispatch) {
    switch dispatch {
    case .copies(let delays):
      guard let first = delays.first else { return }
      let others = delays.count > 1 ? delays.dropFirst().map { now + $0 } : []
      flights[message] = Flight(first: now + first, others: others)
    case .held, .kept: flights[message] = Flight(waits: true)
    case .refused: break
    }
  }

  private mutating func arrive(_ message: MessageName) {
    guard land(message, isHanded: true) else {
      return fail(
        message.description, "it was not under way",
        "\(message) is delivered, but by the links' record no copy of it was to arrive then.")
    }
    if message.part == .answer { end(message.request, by: .delivery(message, copy: 1)) }
  }

  private mutating func drop(_ message: MessageName) {
    guard !land(message, isHanded: false) else { return }
    fail(
      message.description, "it was not under way",
      "\(message) is dropped, but by the links' record no copy of it was under way.")
  }

  /// Takes one copy from what is under way; false where none can have come now.
  private mutating func land(_ message: MessageName, isHanded: Bool) -> Bool {
    // Most often its only copy, so that it is taken out at once and seldom put back.
    guard var flight = flights.removeValue(forKey: message) else { return landFurther(message) }
    let now = now
    var hasLanded = flight.takeCopy { $0 == now }
    if !hasLanded, !isHanded || resumed[message.destination] == now {
      hasLanded = flight.takeCopy { $0 <= now }
    }
    if !hasLanded, flight.waits {
      flight.waits = false
      hasLanded = true
    }
    if !flight.isOver { flights[message] = flight }
    return hasLanded || landFurther(message)
  }

  private mutating func landFurther(_ message: MessageName) -> Bool {
    guard let left = further[message], left > 0 else { return false }
    further[message] = left - 1
    return true
  }

  private mutating func end(_ request: MessageName, by name: EventName) {
    guard attempts.removeValue(forKey: request) == nil else { return }
    fail(
      request.description, "its attempt was over",
      "\(name) is handed over, but the attempt \(request) was over by then.")
  }

  private mutating func fire(_ name: TimerName, _ step: Step) {
    guard case .timer(let key) = step.event else { return }
    let id = TimerID(device: step.node, key: key)
    guard let timer = timers[id], timer.name == name,
      timer.due == now || (timer.due < now && resumed[step.node] == now)
    else {
      return fail(
        name.description, "it was not due", "\(name) fires, but no such timer was due then.")
    }
    timers[id] = nil
  }

  /// A timer whose time is over has fired, or waits for its device to resume.
  private mutating func stop(_ id: TimerID) {
    guard let timer = timers.removeValue(forKey: id), timer.due < now,
      !suspended.contains(id.device), resumed[id.device] != now
    else { return }
    fail(
      timer.name.description, "it did not fire",
      "\(timer.name) was due at \(timer.due), and did not fire.")
  }

  private mutating func die(_ device: NodeID) {
    for id in timers.keys.filter({ $0.device == device }).sorted(by: { $0.key < $1.key }) {
      stop(id)
    }
    for request in attempts.filter({ $0.value.device == device }).keys { attempts[request] = nil }
    suspended.remove(device)
    dead.insert(device)
  }
}

// MARK: The end

extension LinkRecord {
  private mutating func judgeRest(_ ending: Ending) {
    let held = Set(ending.neverReleased)
    let under = flights.filter { $0.value.hasCopies || !held.contains($0.key) }.keys
    if let message = under.map({ Text($0.description) }).min() {
      fail(
        message.string, "still under way",
        "The run ended as quiet, but by the links' record \(message) had still to arrive.")
    } else if let request = attempts.keys.map({ Text($0.description) }).min() {
      fail(
        request.string, "still open",
        "The run ended as quiet, but \(request) had neither an answer nor a timeout.")
    } else if let timer = timers.values.filter({ $0.name.kind != TimerName.upkeep })
      .map({ Text($0.name.description) }).min()
    {
      fail(timer.string, "it did not fire", "The run ended as quiet, but \(timer) had not fired.")
    } else if let device = dead.min() {
      fail(device.string, "still dead", "The run ended as quiet, but \(device) was still dead.")
    }
  }

  private mutating func failOrder(_ event: TraceEvent) {
    let isLate = event.number == number + 1
    breach = Breach(
      step: event.number, subject: "trace", reason: "not in order",
      explanation: isLate
        ? "Event \(event.number) is at \(event.at), earlier than the one before it, at \(now)."
        : "Event \(event.number) follows event \(number): a line of the trace is missing, doubled "
          + "or out of its place.")
  }

  private mutating func fail(_ subject: String, _ reason: String, _ explanation: String) {
    guard breach == nil else { return }
    breach = Breach(
      step: max(number, 1), subject: subject, reason: reason, explanation: explanation)
  }
}
