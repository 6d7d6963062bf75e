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
  private var agenda: Agenda
  private var now: Instant
  private let table: LaneTable

  /// The world before anything has happened.
  init(_ table: LaneTable) throws(HostFailure) {
    let world = try OrderWorld(table.plan)
    var run = world.run
    self.table = table
    budget = world.budget
    now = run.now
    checks = table.checks(world.checker)
    cloud = table.cloud(of: &run)
    agenda = Agenda(of: run)
    lanes = table.lanes(of: run)
  }

  private func entry(of slot: Agenda.Slot) -> Lane.Entry {
    lanes[Int(slot.lane)].entries[Int(slot.entry)]
  }

  // MARK: Choices

  /// As `Run.choices` has it.
  var choices: [Choice] {
    let calm = table.plan.value.calm
    var next: (slot: Agenda.Slot, entry: Lane.Entry, isTimer: Bool)?
    for slot in agenda.slots {
      let entry = entry(of: slot)
      guard case .appointment(let isTimer) = entry.kind else { continue }
      if next.map({ (entry.at, entry.rank) < ($0.entry.at, $0.entry.rank) }) ?? true {
        next = (slot, entry, isTimer)
      }
    }
    if let calm, let due = next?.entry.at, due > calm { next = nil }
    var choices: [Choice] = []
    for slot in agenda.slots {
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
      let slot = agenda.slots.first(where: { $0.ticket == choice.ticket })
    else { preconditionFailure("a choice is taken that there is not: \(choice)") }
    budget = left
    let events: EventList
    if entry(of: slot).isWhole {
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
    agenda.follow(move, of: place)
    if let cloud = move.cloud { self.cloud = cloud }
    if move.lane.run.now != now || !move.given.isEmpty {
      now = move.lane.run.now
      tellTime(but: place, given: move.given)
    }
    for arrival in move.arrivals {
      if let push = arrival.push { receive(push) }
    }
  }

  private mutating func tellTime(but place: Int, given: [IntentID]) {
    for other in lanes.indices where other != place {
      lanes[other] = table.following(lanes[other], .time(now, given: given)) { run in
        run.now = now
        for intent in given { run.naming.give(intent) }
      }
    }
  }

  private mutating func receive(_ push: LaneMove.Push) {
    let news = Lane.News.push(push.delivery.tag?.weight ?? Fingerprint(), at: push.at)
    lanes[push.lane] = table.following(lanes[push.lane], news) { run in
      run.receive(push.delivery, at: push.at)
    }
  }

  /// Does what meets several lanes in one run of them all, and takes that apart again.
  private mutating func goWhole(_ choice: Choice) throws(HostFailure) -> EventList {
    var run = joined
    let events = try table.takeWhole(choice, in: &run)
    now = run.now
    cloud = table.cloud(of: &run)
    agenda = Agenda(of: run)
    lanes = table.lanes(of: run)
    return events
  }

  /// All lanes as one run; read by the tests too.
  var joined: Run {
    var queue = EventQueue<Run.Item>(nextTicket: agenda.nextTicket)
    for slot in agenda.slots {
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
    for slot in agenda.slots {
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
