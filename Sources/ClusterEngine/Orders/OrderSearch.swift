import ClusterChecker
import ClusterCore

/// Every order in which messages may arrive, breadth first, with state matching.
///
/// A state is a run as a value; what may happen next is done to a copy of it, and a state that
/// was met before is not gone on from again. States are told apart by their fingerprints
/// (``Fingerprint``). No order is left out beyond that: the choices of a state are all there are,
/// by the rules of `Run.choices`.
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

  private let plan: OrderPlan
  private let stateLimit: Int
  private var numbers: [Fingerprint: Int32] = [:]
  private var graph = OrderGraph()
  /// How each state was first met.
  private var origins: [Origin] = []
  private var level: [OrderWorld] = []
  private var nextLevel: [OrderWorld] = []
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

  /// - Parameters:
  ///   - seed: nil for the scenario's own; of chance only tokens' secrets are drawn from it.
  ///   - stateLimit: gives up, and says so, after that many states.
  package init(
    _ scenario: Scenario, seed: Seed? = nil, budget: OrderBudget = OrderBudget(),
    stateLimit: Int = OrderSearch.standardStateLimit
  ) {
    plan = OrderPlan(scenario, seed: seed, budget)
    self.stateLimit = stateLimit
  }

  /// - Parameter goesOn: is asked now and then; false gives up.
  package mutating func search(
    goesOn: (Progress) -> Bool = { _ in true }
  ) throws(HostFailure) -> OrderSummary {
    _ = number(of: try OrderWorld(plan), from: nil)
    var stop: Stop?
    while !nextLevel.isEmpty && stop == nil {
      // The first to go on is the last of the list, so that it can be let go of.
      level = nextLevel.reversed()
      nextLevel = []
      while stop == nil, let world = level.popLast() {
        try expand(world)
        progress.open = level.count + nextLevel.count
        progress.states = numbers.count
        progress.transitions = graph.transitions
        if numbers.count >= stateLimit { stop = .states }
        if stop == nil, expanded % 256 == 0, !goesOn(progress) { stop = .given }
      }
      if !nextLevel.isEmpty { progress.depth += 1 }
    }
    if level.isEmpty && nextLevel.isEmpty { stop = nil }
    level = []
    nextLevel = []
    return OrderSummary(
      progress: progress, stop: stop, ends: found,
      isOrderSensitive: stop == nil ? graph.isOrderSensitive : nil,
      isRepetitionSensitive: stop == nil ? graph.isRepetitionSensitive : nil)
  }

  private mutating func expand(_ world: OrderWorld) throws(HostFailure) {
    let state = expanded
    expanded += 1
    graph.beginState()
    let choices = world.choices
    guard !choices.isEmpty else { return try finish(world, state) }
    var kills: [Choice] = []
    for choice in choices {
      let (next, events) = try world.after(choice)
      graph.addEdge(to: number(of: next, from: Origin(state, choice)), choice.edgeKind)
      kills += world.kills(in: events, of: choice)
    }
    for kill in kills {
      let (next, _) = try world.after(kill)
      graph.addEdge(to: number(of: next, from: Origin(state, kill)), .plain)
    }
  }

  /// The number of a world's state; a new one is to be gone on from.
  private mutating func number(
    of world: consuming OrderWorld, from origin: Origin?
  ) -> Int {
    let next = Int32(numbers.count)
    let fingerprint = world.fingerprint()
    if let known = numbers[fingerprint] { return Int(known) }
    numbers[fingerprint] = next
    if let origin { origins.append(origin) }
    nextLevel.append(world)
    return Int(next)
  }

  /// A state before the calm: each end is told by the first run that came to it, and so is each
  /// way of failing there.
  private mutating func finish(_ world: OrderWorld, _ state: Int) throws(HostFailure) {
    progress.runs += 1
    let end = try world.end()
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

extension Choice {
  fileprivate var edgeKind: OrderGraph.EdgeKind {
    switch kind {
    case .deliver, .lose, .proceed, .early: .plain
    case .double: .doubling
    case .deliverCopy: .copy
    case .forgetCopy: .withoutCopy
    }
  }
}
