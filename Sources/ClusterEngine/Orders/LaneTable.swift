import ClusterChecker
import ClusterCore

/// All lanes, clouds and folds of checks that a search has met, each once, and where choices lead
/// them.
///
/// They are told apart by fingerprints, as states are. What is kept of several that are alike is
/// the first: it has a past of its own, and no state cares which.
final class LaneTable {
  let plan: Shared<OrderPlan>
  private var lanes: [Fingerprint: Lane] = [:]
  private var clouds: [Fingerprint: CloudLane] = [:]
  private var checked: [Fingerprint: CheckedLine] = [:]
  private var lists: [Fingerprint: EventList] = [:]
  private var ends: [Fingerprint: OrderEnd] = [:]
  private let trace = OrderTrace()

  private var scope: StateScope { plan.value.scope }

  init(_ plan: Shared<OrderPlan>) {
    self.plan = plan
  }

  /// They refer to each other in rings.
  deinit {
    for lane in lanes.values {
      lane.moves = [:]
      lane.followed = [:]
    }
    for line in checked.values { line.next = [:] }
  }

  // MARK: Each once

  func lane(_ run: consuming Run, place: Int) -> Lane {
    let (weight, identity) = run.weighLane(place: place, scope)
    if let lane = lanes[identity] { return lane }
    let lane = Lane(run, place: place, weight: weight)
    lanes[identity] = lane
    return lane
  }

  /// The lanes of a run in one piece, in the order of its devices.
  func lanes(of run: Run) -> [Lane] {
    run.setup.devices.enumerated().map { lane(run.lane(of: $1), place: $0) }
  }

  /// The cloud of a run that has asked it.
  func cloud(of run: inout Run) -> CloudLane {
    let weight = run.weighCloud(scope)
    if let cloud = clouds[weight] { return cloud }
    let cloud = CloudLane(
      run.cloud, run.pushNaming, weight: weight, number: clouds.count)
    clouds[weight] = cloud
    return cloud
  }

  func checks(_ checker: Checker, count: Int = 0) -> CheckedLine {
    var state = StateDigest()
    checker.weigh(into: &state)
    let weight = state.fingerprint
    checker.weighRest(into: &state)
    let identity = state.fingerprint
    if let line = checked[identity] { return line }
    let line = CheckedLine(checker, count: count, weight: weight)
    checked[identity] = line
    return line
  }

  private func list(_ events: [TraceEvent]) -> EventList {
    let shift = 1 - (events.first?.number ?? 1)
    var state = StateDigest()
    let renumbered = events.map { $0.renumbered(by: shift) }
    state.combine(renumbered)
    let fingerprint = state.fingerprint
    if let list = lists[fingerprint] { return list }
    let list = EventList(renumbered, number: lists.count)
    lists[fingerprint] = list
    return list
  }

  /// What comes of a state before the calm.
  func end(
    of state: Fingerprint, _ make: () throws(HostFailure) -> OrderEnd
  ) throws(HostFailure) -> OrderEnd {
    if let end = ends[state] { return end }
    let end = try make()
    ends[state] = end
    return end
  }

  // MARK: Moves

  func after(_ line: CheckedLine, _ events: EventList) -> CheckedLine {
    guard !events.events.isEmpty else { return line }
    if let next = line.next[events.number] { return next }
    let (checker, count) = line.after(events)
    let next = checks(checker, count: count)
    line.next[events.number] = next
    return next
  }

  /// Where a choice about one of a lane's entries leads.
  func move(
    _ lane: Lane, _ entry: Int, _ choice: Choice, _ cloud: CloudLane
  ) throws(HostFailure) -> LaneMove {
    let asksCloud = lane.entries[entry].asksCloud && choice.kind.handsOver
    let key = LaneMove.Key(
      kind: choice.kind, entry: entry, cut: choice.cut, cloud: asksCloud ? cloud.number : nil)
    if let move = lane.moves[key] { return move }
    let move = try made(lane, entry, choice, asksCloud ? cloud : nil)
    lane.moves[key] = move
    return move
  }

  private func made(
    _ lane: Lane, _ entry: Int, _ choice: Choice, _ cloud: CloudLane?
  ) throws(HostFailure) -> LaneMove {
    var run = lane.run
    if let cloud { run.put(cloud) }
    let first = run.queue.nextTicket
    let intents = run.naming.intentCount
    let events = try taken(
      Choice(choice, ticket: lane.entries[entry].ticket), in: &run)
    let pushes = run.removePushes(beside: lane.place)
    let kept = run.queue.tickets
    let places = lane.entries.map { kept.firstIndex(of: $0.ticket) ?? -1 }
    let own = kept.filter { $0 >= first }.map {
      LaneMove.Arrival(offset: $0 - first, push: nil)
    }
    let others = pushes.map {
      LaneMove.Arrival(
        offset: $0.ticket - first,
        push: LaneMove.Push(lane: $0.lane, delivery: $0.delivery, at: $0.at))
    }
    let tickets = run.queue.nextTicket - first
    let given = run.naming.given(since: intents)
    let next = cloud.map { _ in self.cloud(of: &run) }
    return LaneMove(
      lane: self.lane(run, place: lane.place), cloud: next, events: list(events), places: places,
      arrivals: (own + others).sorted { $0.offset < $1.offset }, tickets: tickets, given: given)
  }

  /// Takes a choice in a run of one lane or of all.
  private func taken(_ choice: Choice, in run: inout Run) throws(HostFailure) -> [TraceEvent] {
    trace.clear()
    if choice.kind.handsOver { run.forkHosts(for: choice) }
    run.record = trace.record
    try run.take(choice)
    run.record = { _ in }
    return trace.events
  }

  /// The lane once it is later, or once it was sent a push.
  func following(_ lane: Lane, _ news: Lane.News, _ change: (inout Run) -> Void) -> Lane {
    if let next = lane.followed[news] { return next }
    var run = lane.run
    change(&run)
    let next = self.lane(run, place: lane.place)
    lane.followed[news] = next
    return next
  }

  /// Takes a choice that meets several lanes in a run of all.
  func takeWhole(
    _ choice: Choice, in run: inout Run
  ) throws(HostFailure) -> EventList {
    list(try taken(choice, in: &run))
  }
}
