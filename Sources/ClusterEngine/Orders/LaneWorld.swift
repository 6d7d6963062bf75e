import ClusterChecker
import ClusterCore

/// One state of a search over every order as a row of what it is made of: a lane for each device,
/// the cloud, and what the checks have folded.
///
/// It says of itself only what is budgeted, and in which order things came up that wait in
/// different lanes. ``OrderWorld`` is the same state in one piece, and a test holds the two
/// together.
struct LaneWorld: SearchedWorld {
  private var lanes: [Lane]
  private var cloud: CloudLane
  private var checks: CheckedLine
  private(set) var budget: OrderBudget
  /// What waits, in the order of coming up.
  private var slots: [Slot]
  private var nextTicket: Int
  private var now: Instant
  private let table: LaneTable

  /// Something that waits in one of the lanes.
  private struct Slot {
    /// The how-manieth of all that came up.
    let ticket: Int32
    let lane: Int16
    /// Which of the lane's entries it is.
    let entry: Int16

    init(ticket: Int, lane: Int, entry: Int) {
      self.ticket = Int32(ticket)
      self.lane = Int16(lane)
      self.entry = Int16(entry)
    }
  }

  /// The world before anything has happened.
  init(_ table: LaneTable) throws(HostFailure) {
    let world = try OrderWorld(table.plan)
    var run = world.run
    self.table = table
    budget = world.budget
    now = run.now
    checks = table.checks(world.checker, count: 0)
    cloud = table.cloud(of: &run)
    (lanes, slots, nextTicket) = Self.split(run, table)
  }

  private static func split(_ run: Run, _ table: LaneTable) -> ([Lane], [Slot], Int) {
    let devices = run.setup.devices
    let lanes = devices.indices.map { table.lane(run.lane(of: devices[$0]), place: $0) }
    var taken = Array(repeating: 0, count: lanes.count)
    let slots = run.queue.tickets.map { ticket in
      let lane = run.lanePlace(ofTicket: ticket)
      defer { taken[lane] += 1 }
      return Slot(ticket: ticket, lane: lane, entry: taken[lane])
    }
    return (lanes, slots, run.queue.nextTicket)
  }

  private func entry(of slot: Slot) -> Lane.Entry { lanes[Int(slot.lane)].entries[Int(slot.entry)] }

  // MARK: Choices

  /// As `Run.choices` has it.
  var choices: [Choice] {
    let calm = table.plan.value.calm
    var next: (slot: Slot, entry: Lane.Entry, isTimer: Bool)?
    for slot in slots {
      let entry = entry(of: slot)
      guard case .appointment(let isTimer, _) = entry.kind else { continue }
      if next.map({ (entry.at, entry.rank) < ($0.entry.at, $0.entry.rank) }) ?? true {
        next = (slot, entry, isTimer)
      }
    }
    if let calm, let due = next?.entry.at, due > calm { next = nil }
    var choices: [Choice] = []
    for slot in slots {
      guard case .flight(let flight) = entry(of: slot).kind, flight.isFirst else { continue }
      let ready = max(now, flight.earliest)
      let limit = next?.entry.at ?? calm ?? ready
      guard next?.isTimer == false ? ready < limit : ready <= limit else { continue }
      append(flight, ticket: Int(slot.ticket), to: &choices)
    }
    if let next {
      let kind: Choice.Kind = next.isTimer && !choices.isEmpty ? .early : .proceed
      choices.append(Choice(kind, ticket: Int(next.slot.ticket)))
    }
    return choices.filter { budget.spent(on: $0) != nil }
  }

  private func append(_ flight: Lane.Entry.Flight, ticket: Int, to choices: inout [Choice]) {
    if flight.isCopy {
      choices.append(Choice(.deliverCopy, ticket: ticket))
      choices.append(Choice(.forgetCopy, ticket: ticket))
      return
    }
    choices.append(Choice(.deliver, ticket: ticket))
    if flight.canDouble { choices.append(Choice(.double, ticket: ticket)) }
    if flight.canBeLost { choices.append(Choice(.lose, ticket: ticket)) }
  }

  // MARK: Going on

  mutating func go(_ choice: Choice, _ trace: OrderTrace) throws(HostFailure) {
    guard let left = budget.spent(on: choice),
      let slot = slots.first(where: { $0.ticket == choice.ticket })
    else { preconditionFailure("a choice is taken that there is not: \(choice)") }
    budget = left
    let events: EventList
    if case .appointment(_, isWhole: true) = entry(of: slot).kind {
      events = try goWhole(choice)
    } else {
      let move = try table.move(lanes[Int(slot.lane)], Int(slot.entry), choice, cloud)
      follow(move, of: Int(slot.lane))
      events = move.events
    }
    checks = table.after(checks, events)
    trace.replace(by: events.events)
  }

  private mutating func follow(_ move: LaneMove, of place: Int) {
    lanes[place] = move.lane
    if let cloud = move.cloud { self.cloud = cloud }
    if move.lane.run.now != now || !move.given.isEmpty {
      now = move.lane.run.now
      tellTime(but: place, given: move.given)
    }
    var kept: [Slot] = []
    kept.reserveCapacity(slots.count + move.arrivals.count)
    var own = 0
    for slot in slots {
      guard Int(slot.lane) == place else {
        kept.append(slot)
        continue
      }
      let entry = move.places[Int(slot.entry)]
      guard entry >= 0 else { continue }
      kept.append(Slot(ticket: Int(slot.ticket), lane: place, entry: entry))
      own += 1
    }
    slots = kept
    for arrival in move.arrivals {
      let ticket = nextTicket + arrival.offset
      if let push = arrival.push {
        take(push, ticket: ticket)
      } else {
        slots.append(Slot(ticket: ticket, lane: place, entry: own))
        own += 1
      }
    }
    nextTicket += move.tickets
  }

  private mutating func tellTime(but place: Int, given: [IntentID]) {
    for other in lanes.indices where other != place {
      lanes[other] = table.following(lanes[other], .time(now, given: given)) { run in
        run.now = now
        for intent in given { run.naming.give(intent) }
      }
    }
  }

  private mutating func take(_ push: LaneMove.Push, ticket: Int) {
    let delivery = push.delivery
    guard let lane = lanes.firstIndex(where: { $0.run.hosts[delivery.message.device] != nil }),
      let weight = delivery.tag?.weight
    else { preconditionFailure("a push has no lane: \(delivery.message)") }
    slots.append(Slot(ticket: ticket, lane: lane, entry: lanes[lane].entries.count))
    lanes[lane] = table.following(lanes[lane], .push(weight, at: push.at)) { run in
      run.receive(delivery, at: push.at)
    }
  }

  /// Does what meets several lanes in one run of them all, and takes that apart again.
  private mutating func goWhole(_ choice: Choice) throws(HostFailure) -> EventList {
    var run = joined
    let events = try table.takeWhole(choice, in: &run)
    now = run.now
    cloud = table.cloud(of: &run)
    (lanes, slots, nextTicket) = Self.split(run, table)
    return events
  }

  /// All lanes as one run; read by the tests too.
  var joined: Run {
    var queue = EventQueue<Run.Item>(nextTicket: nextTicket)
    for slot in slots {
      let entry = entry(of: slot)
      guard let item = lanes[Int(slot.lane)].run.queue.item(ticket: entry.ticket) else {
        preconditionFailure("an entry of a lane does not wait in it")
      }
      queue.put(item, at: entry.at, rank: entry.rank, ticket: Int(slot.ticket))
    }
    var run = Run(joining: lanes.map(\.run), queue)
    run.put(cloud)
    run.eventCount = checks.count
    return run
  }

  /// What is left of the budget does not matter to it, so that several states have one end.
  func end(_ trace: OrderTrace) throws(HostFailure) -> OrderEnd {
    var state = StateDigest()
    weigh(into: &state)
    return try table.end(of: state.fingerprint) { () throws(HostFailure) in
      var run = joined
      run.forkHosts()
      trace.clear()
      run.record = trace.record
      _ = try run.calmDown(at: table.plan.value.calm ?? now + OrderPlan.stillness)
      var checker = checks.checker
      for event in trace.events { checker.observe(event) }
      return OrderEnd(checker)
    }
  }

  // MARK: Telling states apart

  func fingerprint() -> Fingerprint {
    var state = StateDigest()
    weigh(into: &state)
    state.combine(budget)
    return state.fingerprint
  }

  /// All but the budget.
  private func weigh(into state: inout StateDigest) {
    for lane in lanes { state.combine(lane.weight) }
    state.combine(cloud.weight)
    state.combine(checks.weight)
    state.combine(table.plan.value.calm.map { $0 - now })
    weighTies(into: &state)
  }

  /// In which order appointments come each lane says itself. Between lanes there is more to tell
  /// only where two of them wait for the same instant.
  private func weighTies(into state: inout StateDigest) {
    var appointments: [Appointment] = []
    for slot in slots {
      let entry = entry(of: slot)
      guard case .appointment = entry.kind else { continue }
      appointments.append(
        Appointment(at: entry.at, rank: entry.rank, ticket: slot.ticket, lane: slot.lane))
    }
    let isTied = appointments.indices.contains { place in
      appointments[..<place].contains { $0.isTied(with: appointments[place]) }
    }
    guard isTied else { return state.combine(false) }
    state.combine(true)
    for appointment in appointments.sorted(by: { $0.precedes($1) }) {
      state.combine(appointment.lane)
    }
  }

  private struct Appointment {
    let at: Instant
    let rank: Int
    let ticket: Int32
    let lane: Int16

    func isTied(with other: Appointment) -> Bool {
      at == other.at && rank == other.rank && lane != other.lane
    }

    func precedes(_ other: Appointment) -> Bool {
      (at, rank, ticket) < (other.at, other.rank, other.ticket)
    }
  }
}
