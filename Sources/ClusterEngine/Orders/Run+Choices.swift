import ClusterCore

// A run whose messages have no delay of their own: what may happen next, and doing it.
//
// Entries and timers keep their instants, and a message may be delivered at any time from its
// sending on. So each choice is one that some delays bring about, and a delivery takes no time:
// all that can be delivered between two instants of the timeline is delivered at the first.
extension Run {
  /// What waits in the queue, told apart by what may be done with it.
  private struct Waiting {
    struct Flight {
      let ticket: Int
      let delivery: Delivery
      let earliest: Instant
    }

    struct Appointment {
      let at: Instant
      let rank: Int
      let ticket: Int
      let isTimer: Bool

      func precedes(_ other: Appointment) -> Bool {
        (at, rank, ticket) < (other.at, other.rank, other.ticket)
      }
    }

    var flights: [Flight] = []
    var next: Appointment?
  }

  /// Every choice there is, in the order of the tickets; none at the end, before the calm.
  ///
  /// - Timeline entries, ends of intervals and starts come in their order and at their instant;
  ///   those of one instant together. Before them whatever is under way may be delivered.
  /// - A timer fires when nothing can be delivered before it, and earlier out of the budget.
  /// - What is first-in-first-out stays so.
  ///
  /// - Parameter calm: when the calm begins; nil where it waits for every timer.
  func choices(until calm: Instant?, within budget: OrderBudget) -> [Choice] {
    let waiting = waiting()
    let next = waiting.next.flatMap { next in calm.map { next.at <= $0 } ?? true ? next : nil }
    var choices: [Choice] = []
    for flight in waiting.flights where canArrive(flight, before: next, or: calm) {
      append(choicesOf: flight, to: &choices)
    }
    let isFree = choices.isEmpty
    if let next {
      choices.append(Choice(next.isTimer && !isFree ? .early : .proceed, ticket: next.ticket))
    }
    return choices.filter { budget.spent(on: $0) != nil }
  }

  private func append(choicesOf flight: Waiting.Flight, to choices: inout [Choice]) {
    let message = flight.delivery.message
    if flight.delivery.isCopy {
      // In this order: the graph compares the two.
      choices.append(Choice(.deliverCopy, ticket: flight.ticket))
      choices.append(Choice(.forgetCopy, ticket: flight.ticket))
      return
    }
    choices.append(Choice(.deliver, ticket: flight.ticket))
    if LinkID(of: message).canDouble { choices.append(Choice(.double, ticket: flight.ticket)) }
    if !message.kind.isLocal { choices.append(Choice(.lose, ticket: flight.ticket)) }
  }

  private func canArrive(
    _ flight: Waiting.Flight, before next: Waiting.Appointment?, or calm: Instant?
  ) -> Bool {
    let ready = max(now, flight.earliest)
    guard let next else { return calm.map { ready <= $0 } ?? true }
    return next.isTimer ? ready <= next.at : ready < next.at
  }

  private func waiting() -> Waiting {
    var waiting = Waiting()
    queue.forEach { at, rank, ticket, item in
      if case .delivery(let delivery) = item {
        waiting.flights.append(
          Waiting.Flight(
            ticket: ticket, delivery: delivery, earliest: earliest(delivery, dueAt: at)))
        return
      }
      let appointment = Waiting.Appointment(
        at: at, rank: rank, ticket: ticket, isTimer: item.isTimer)
      if waiting.next.map(appointment.precedes) ?? true { waiting.next = appointment }
    }
    waiting.flights.sort { $0.ticket < $1.ticket }
    var heads: Set<LinkID> = []
    waiting.flights.removeAll { flight in
      flight.delivery.tag?.isFirstInFirstOut == true
        && !heads.insert(LinkID(of: flight.delivery.message)).inserted
    }
    return waiting
  }

  /// Its link's delay is what a choice replaces; what a partition holds it for stays.
  func earliest(_ delivery: Delivery, dueAt at: Instant) -> Instant {
    guard !delivery.message.kind.isLocal else { return at }
    return at + Milliseconds(-(delivery.tag?.floor ?? .zero).count)
  }

  /// Does what was chosen.
  ///
  /// - Parameter stretches: whether each delivery takes a millisecond, so that an ordinary run
  ///   can keep their order.
  mutating func take(_ choice: Choice, stretches: Bool = false) throws(HostFailure) {
    guard let (at, item) = queue.remove(ticket: Int(choice.ticket)) else {
      preconditionFailure("nothing waits under ticket \(choice.ticket)")
    }
    chosenCut = choice.cut
    switch choice.kind {
    case .lose, .forgetCopy: flying -= 1
    case .proceed, .early:
      now = max(now, at)
      try take(item)
    case .deliver, .double, .deliverCopy:
      guard case .delivery(var delivery) = item else {
        preconditionFailure("what waits under ticket \(choice.ticket) is no message")
      }
      now = max(stretches ? now + 1 : now, earliest(delivery, dueAt: at))
      if choice.kind == .double {
        delivery.isCopy = true
        queue.push(.delivery(delivery), at: at, rank: Rank.other)
        flying += 1
      }
      try take(item)
    }
    chosenCut = nil
    prune()
  }

  /// Drops what would come to nothing: timers that were cancelled, attempts that are over.
  private mutating func prune() {
    var stale: [Int] = []
    queue.forEach { _, _, ticket, item in
      if !isLive(item) { stale.append(ticket) }
    }
    for ticket in stale { _ = queue.remove(ticket: ticket) }
    guard attempts.values.contains(where: { !$0.isOpen }) else { return }
    var carried: Set<MessageName> = []
    queue.forEach { _, _, _, item in
      if case .delivery(let delivery) = item { carried.insert(delivery.message.request) }
    }
    attempts = attempts.filter { $0.value.isOpen || carried.contains($0.key) }
  }

  private func isLive(_ item: Item) -> Bool {
    switch item {
    case .start, .entry, .delivery, .calm, .round: true
    case .restart(let device, let life), .wake(let device, let life):
      lives[device]?.count == life && lives[device]?.state == .dead
    case .resume(let device, let life):
      lives[device]?.count == life && lives[device]?.state == .suspended
    case .partitionEnd(let id): network.active.contains { $0.id == id }
    case .failure(let request, _): attempts[request]?.isOpen == true
    case .timer(let device, let key, let name, _):
      timers[TimerID(device: device, key: key)] == name
    case .unlock(let device, let lock): locks[device] == lock
    }
  }

  /// Takes the calm out of the queue, to be begun by whoever explores; gives its instant.
  mutating func postponeCalm() -> Instant? {
    var found: (ticket: Int, at: Instant)?
    queue.forEach { at, _, ticket, item in
      if case .calm = item { found = (ticket, at) }
    }
    guard let found else { return nil }
    _ = queue.remove(ticket: found.ticket)
    return found.at
  }

  /// Goes through the calm to the end, as any run does.
  mutating func calmDown(at instant: Instant) throws(HostFailure) -> RunOutcome {
    queue.push(.calm, at: instant, rank: Rank.calm)
    return try run()
  }

  /// Gives the devices that a choice may hand something hosts of their own; all where it is nil.
  mutating func forkHosts(for choice: Choice? = nil) {
    let receiver = choice.flatMap(receiver)
    for (id, host) in hosts.pairs where homes[id] == nil && (receiver == nil || id == receiver) {
      hosts[id] = memory(host, of: id).fork()
    }
    guard !homes.isEmpty else { return }
    let home = receiver.map { homes[$0] ?? $0 }
    for shared in Set(homes.values) where home == nil || shared == home {
      let actors = hosts.pairs.filter { homes[$0.0] == shared }
      let forks = MemoryHost.fork(
        Dictionary(uniqueKeysWithValues: actors.map { ($0.0, memory($0.1, of: $0.0)) }))
      for (id, fork) in forks { hosts[id] = fork }
    }
  }

  private func memory(_ host: any DeviceHost, of id: NodeID) -> MemoryHost {
    guard let memory = host as? MemoryHost else {
      preconditionFailure("\(id) does not live in memory")
    }
    return memory
  }

  /// Whom a choice hands something; nil where it may be any device.
  private func receiver(of choice: Choice) -> NodeID? {
    guard case .delivery(let delivery)? = queue.item(ticket: Int(choice.ticket)) else { return nil }
    let receiver = delivery.message.destination
    return receiver.transferOwner ?? receiver
  }
}

extension Run.Item {
  /// Whether it waits until nothing can be delivered. That a link is down is told at once.
  var isTimer: Bool {
    switch self {
    case .timer: true
    case .failure(_, let failure): failure == .timeout
    case .start, .restart, .wake, .resume, .entry, .partitionEnd, .delivery, .calm, .round,
      .unlock:
      false
    }
  }
}
