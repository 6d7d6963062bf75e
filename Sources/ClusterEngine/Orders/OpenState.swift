import ClusterCore

/// A state of a search that is to be gone on from.
///
/// It is an object: a world may be some kilobytes and is not moved about.
final class OpenState {
  /// Nil once it has been gone on from.
  private var world: (any SearchedWorld)?
  /// The ways on, once it has.
  private var ways: [Way] = []
  private(set) var end: OrderEnd?

  /// Where one choice leads.
  struct Way {
    let choice: Choice
    let fingerprint: Fingerprint
    /// The number of the state there, where it was known before.
    let number: Int?
    /// The state there, where it was not.
    let next: OpenState?
  }

  init(_ world: any SearchedWorld) {
    self.world = world
  }

  /// Gives the ways on away: what is behind them is kept no longer than it is needed.
  func takeWays() -> [Way] {
    defer { ways = [] }
    return ways
  }

  /// Goes on from here.
  func expand(_ known: KnownStates, _ trace: OrderTrace) throws(HostFailure) {
    guard let world else { preconditionFailure("a state is gone on from twice") }
    self.world = nil
    try expand(world, known, trace)
  }

  private func expand(
    _ world: consuming some SearchedWorld, _ known: KnownStates, _ trace: OrderTrace
  ) throws(HostFailure) {
    let choices = world.choices
    guard let last = choices.last else {
      end = try world.end(trace)
      return
    }
    ways.reserveCapacity(choices.count)
    guard world.budget.kills == 0 else {
      return try expandWithKills(world, choices, known, trace)
    }
    for choice in choices.dropLast() {
      note(choice, try world.after(choice, trace), known)
    }
    // The last of all is not done to a copy.
    try world.go(last, trace)
    note(last, world, known)
  }

  private func expandWithKills(
    _ world: some SearchedWorld, _ choices: [Choice], _ known: KnownStates, _ trace: OrderTrace
  ) throws(HostFailure) {
    var kills: [Choice] = []
    for choice in choices {
      let next = try world.after(choice, trace)
      kills += world.kills(in: trace.events, of: choice)
      note(choice, next, known)
    }
    for kill in kills { note(kill, try world.after(kill, trace), known) }
  }

  private func note(
    _ choice: Choice, _ world: consuming some SearchedWorld, _ known: KnownStates
  ) {
    let fingerprint = world.fingerprint()
    let number = known.number(of: fingerprint)
    ways.append(
      Way(
        choice: choice, fingerprint: fingerprint, number: number,
        next: number == nil ? OpenState(world) : nil))
  }
}

/// The states that were met, by what tells them apart.
final class KnownStates {
  private var numbers: [Fingerprint: Int32] = [:]

  var count: Int { numbers.count }

  func number(of state: Fingerprint) -> Int? { numbers[state].map(Int.init) }

  /// Gives a state that was not met before the next number.
  func add(_ state: Fingerprint) -> Int {
    let number = numbers.count
    numbers[state] = Int32(number)
    return number
  }
}

extension Choice {
  var edgeKind: OrderGraph.EdgeKind {
    switch kind {
    case .deliver, .lose, .proceed, .early: .plain
    case .double: .doubling
    case .deliverCopy: .copy
    case .forgetCopy: .withoutCopy
    }
  }
}
