import ClusterChecker
import ClusterCore

/// Every order in which messages may arrive, breadth first, with state matching.
///
/// A state is a run as a value; what may happen next is done to a copy of it, and a state that
/// was met before is not gone on from again. States are told apart by their fingerprints
/// (``Fingerprint``). No order is left out beyond that: the choices of a state are all there are,
/// by the rules of `Run.choices`.
///
/// Where it can be, a state is a row of parts (``LaneWorld``), and where a choice leads is looked up
/// in what it did to the same parts before. Where it cannot, several workers go on from states
/// beside each other; what they found is taken in in the order of the states, so that numbers, ends
/// and paths are the same for any number of workers.
package struct OrderSearch {
  package struct Progress: Sendable {
    package var states = 0
    package var transitions = 0
    /// Choices on the longest of the shortest ways to a state.
    package var depth = 0
    /// States that are still to be gone on from.
    package var open = 0
    /// Runs that came to the calm, each in a state of its own.
    package var runs = 0
  }

  package enum Stop: Hashable, Sendable {
    /// The most states were met.
    case states
    /// Whoever asked has had enough.
    case given
  }

  private let plan: Shared<OrderPlan>
  private let stateLimit: Int
  private let workers: Int
  private let hasLanes: Bool
  private let known = KnownStates()
  /// Read by the tests.
  private(set) var graph = OrderGraph()
  /// How each state was first met.
  private var origins: [Origin] = []
  private var nextLevel: [OpenState] = []
  private var progress = Progress()
  private var ends: [EndState: Int] = [:]
  private var found: [OrderSummary.End] = []
  private var expanded = 0

  private struct Origin {
    let parent: Int32
    let choice: Choice

    init(_ parent: Int, _ choice: Choice) {
      self.parent = Int32(parent)
      self.choice = choice
    }
  }

  /// How many states a search meets when nothing else is said.
  package static let standardStateLimit = 2_000_000
  /// How many states a worker goes on from before what it found is taken in.
  private static let share = 64
  /// Fewer for each are not worth a second worker.
  private static let leastShare = 8

  /// - Parameters:
  ///   - seed: nil for the scenario's own; of chance only tokens' secrets are drawn from it.
  ///   - stateLimit: gives up, and says so, after that many states.
  ///   - workers: how many cores it takes.
  ///   - takesApart: false keeps each state in one piece, which a test compares with.
  package init(
    _ scenario: Scenario, seed: Seed? = nil, budget: OrderBudget = OrderBudget(),
    stateLimit: Int = OrderSearch.standardStateLimit, workers: Int = 1,
    takesApart: Bool = true
  ) {
    plan = Shared(OrderPlan(scenario, seed: seed, budget))
    hasLanes = takesApart && plan.value.scope.hasLanes
    self.stateLimit = stateLimit
    // To look up costs less than to hand over.
    self.workers = hasLanes ? 1 : max(1, workers)
  }

  /// - Parameter goesOn: is asked now and then; false gives up.
  package mutating func search(
    goesOn: (Progress) -> Bool = { _ in true }
  ) async throws(HostFailure) -> OrderSummary {
    nextLevel = [try firstState()]
    var stop: Stop?
    while !nextLevel.isEmpty && stop == nil {
      let level = nextLevel
      nextLevel = []
      stop = try await expand(level, goesOn)
      if !nextLevel.isEmpty { progress.depth += 1 }
    }
    nextLevel = []
    if hasLanes { try retell() }
    return OrderSummary(
      progress: progress, stop: stop, ends: found,
      isOrderSensitive: stop == nil ? graph.isOrderSensitive : nil,
      isRepetitionSensitive: stop == nil ? graph.isRepetitionSensitive : nil)
  }

  private func firstState() throws(HostFailure) -> OpenState {
    var world: any SearchedWorld =
      if hasLanes { try LaneWorld(LaneTable(plan)) } else { try OrderWorld(plan) }
    _ = known.add(world.fingerprint())
    return OpenState(world)
  }

  /// Has each end told by its run in one piece: parts are those of many runs, and number what
  /// happened as one of them did.
  private mutating func retell() throws(HostFailure) {
    let trace = OrderTrace()
    for place in found.indices {
      try found[place].retell { [plan] path throws(HostFailure) in
        var world = try OrderWorld(plan)
        for choice in path.choices { try world.go(choice, trace) }
        return try world.end(trace)
      }
    }
  }

  /// - Parameter level: the states that are so many choices away.
  private mutating func expand(
    _ level: [OpenState], _ goesOn: (Progress) -> Bool
  ) async throws(HostFailure) -> Stop? {
    var done = 0
    while done < level.count {
      let batch = done..<min(done + Self.share * workers, level.count)
      try await expand(batch, of: level)
      for place in batch {
        note(level[place])
        done += 1
        progress.open = level.count - done + nextLevel.count
        progress.states = known.count
        progress.transitions = graph.transitions
        guard progress.open > 0 else { return nil }
        if known.count >= stateLimit { return .states }
        if expanded % 256 == 0, !goesOn(progress) { return .given }
      }
    }
    return nil
  }

  /// Works out where these states lead, with as many workers as there are.
  private func expand(_ batch: Range<Int>, of level: [OpenState]) async throws(HostFailure) {
    let workers = min(workers, max(1, batch.count / Self.leastShare))
    guard workers > 1 else { return try Self.expand(level[batch], known) }
    // The compiler cannot see that no two workers write the same: each state is one worker's, and
    // what worlds share are values copied when written, and hosts that were weighed before.
    nonisolated(unsafe) let states = level
    nonisolated(unsafe) let known = known
    let failures = await withTaskGroup(of: HostFailure?.self) { group in
      for worker in 0..<workers {
        let begin = batch.lowerBound + batch.count * worker / workers
        let end = batch.lowerBound + batch.count * (worker + 1) / workers
        group.addTask {
          do throws(HostFailure) {
            try Self.expand(states[begin..<end], known)
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: [HostFailure?]()) { $0.append($1) }
    }
    if let failure = failures.compactMap(\.self).first { throw failure }
  }

  /// One worker's share of a batch.
  private static func expand(
    _ share: ArraySlice<OpenState>, _ known: KnownStates
  ) throws(HostFailure) {
    let trace = OrderTrace()
    for state in share { try state.expand(known, trace) }
  }

  /// Takes in what came of the next state.
  private mutating func note(_ open: OpenState) {
    let state = expanded
    expanded += 1
    graph.beginState()
    if let end = open.end { finish(end, state) }
    for way in open.takeWays() {
      graph.addEdge(to: number(of: way, from: state), way.choice.edgeKind)
    }
  }

  /// The number of a state that was come to; a new one is to be gone on from.
  private mutating func number(of way: OpenState.Way, from state: Int) -> Int {
    if let number = way.number ?? known.number(of: way.fingerprint) { return number }
    guard let next = way.next else {
      preconditionFailure("a state was known and is not any more")
    }
    let number = known.add(way.fingerprint)
    origins.append(Origin(state, way.choice))
    nextLevel.append(next)
    return number
  }

  /// A state before the calm: each end is told by the first run that came to it, and so is each
  /// way of failing there.
  private mutating func finish(_ end: OrderEnd, _ state: Int) {
    progress.runs += 1
    let place = ends[end.state, default: found.count]
    if place == found.count {
      ends[end.state] = place
      found.append(OrderSummary.End(state: end.state))
    }
    graph.setEnd(place)
    found[place].note(end, OrderPath(path(to: state)))
  }

  private func path(to state: Int) -> [Choice] {
    var choices: [Choice] = []
    var state = state
    while state > 0 {
      let origin = origins[state - 1]
      choices.append(origin.choice)
      state = Int(origin.parent)
    }
    return choices.reversed()
  }
}
