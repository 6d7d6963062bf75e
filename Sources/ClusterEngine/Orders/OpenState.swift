import ClusterCore

/// A state of a search that is to be gone on from.
///
/// It is an object: a world is some kilobytes and is not moved about, and states of two levels
/// refer to each other.
final class OpenState {
  /// In the order in which states were met; negative until it is known to be a new one.
  private(set) var number = -1
  /// Nil once it has been gone on from.
  private var world: OrderWorld?
  /// The ways on, once it has.
  private(set) var ways: [Way] = []
  private(set) var end: OrderEnd?
  /// The ways that led here from the level before.
  private var arrivals: [Arrival] = []

  private struct Arrival {
    let from: OpenState
    let way: Int
  }

  /// Where one choice leads.
  struct Way {
    let choice: Choice
    let kind: OrderGraph.EdgeKind
    var touch: Touch?
    let fingerprint: Fingerprint
    /// The state there; nil where it was known before, or once it has been taken in.
    fileprivate(set) var next: OpenState?
    /// The number of the state there, once it has been taken in.
    fileprivate(set) var target = -1
  }

  init(_ world: consuming OrderWorld) {
    self.world = world
  }

  func setNumber(_ number: Int) { self.number = number }

  func noteArrival(from state: OpenState, by way: Int) {
    arrivals.append(Arrival(from: state, way: way))
  }

  /// Notes which state a way leads to.
  func setTarget(_ target: Int, of way: Int) {
    ways[way].next = nil
    ways[way].target = target
  }

  /// Goes on from here.
  ///
  /// - Parameter others: the states of the same level of which it is known where they lead.
  func expand(
    _ others: (Int) -> OpenState?, _ known: KnownStates, _ trace: OrderTrace
  ) throws(HostFailure) {
    guard var world else { preconditionFailure("state \(number) is gone on from twice") }
    self.world = nil
    let choices = world.choices
    guard !choices.isEmpty else {
      end = try world.end(trace)
      return
    }
    if world.budget.kills > 0 {
      try expandWithKills(world, choices, known, trace)
    } else {
      let touches = known.seesCommuting ? world.touches(of: choices) : choices.map { _ in nil }
      for (place, (choice, touch)) in zip(choices, touches).enumerated() {
        if let way = way(choice, touch, others) {
          ways.append(way)
          continue
        }
        // The last of all is not done to a copy.
        let isLast = place == choices.count - 1
        if isLast { try world.go(choice, trace) }
        let next = OpenState(isLast ? world : try world.after(choice, trace))
        ways.append(next.arrival(by: choice, touch, known, trace))
      }
    }
    arrivals = []
  }

  private func expandWithKills(
    _ world: OrderWorld, _ choices: [Choice], _ known: KnownStates, _ trace: OrderTrace
  ) throws(HostFailure) {
    var kills: [Choice] = []
    for choice in choices {
      let next = OpenState(try world.after(choice, trace))
      kills += world.kills(in: trace.events, of: choice)
      ways.append(next.arrival(by: choice, nil, known, trace))
    }
    for kill in kills {
      let next = OpenState(try world.after(kill, trace))
      ways.append(next.arrival(by: kill, nil, known, trace))
    }
  }

  /// The way of a choice that commutes with the one that led here, found where the two were gone
  /// the other way round; nil where they were not.
  private func way(_ choice: Choice, _ touch: Touch?, _ others: (Int) -> OpenState?) -> Way? {
    guard let touch else { return nil }
    for arrival in arrivals {
      guard let before = arrival.from.ways[arrival.way].touch,
        let first = arrival.from.way(labelled: touch.label), let other = first.touch,
        other.commutes(with: before), let there = others(first.target),
        let second = there.way(labelled: before.label)
      else { continue }
      return Way(
        choice: choice, kind: choice.edgeKind, touch: other, fingerprint: second.fingerprint)
    }
    return nil
  }

  func fingerprint() -> Fingerprint {
    guard let fingerprint = world?.fingerprint() else {
      preconditionFailure("state \(number) has been gone on from, and has no world any more")
    }
    return fingerprint
  }

  /// The way that has just led here.
  private func arrival(
    by choice: Choice, _ touch: Touch?, _ known: KnownStates, _ trace: OrderTrace
  ) -> Way {
    let fingerprint = fingerprint()
    var touch = touch
    touch?.leavesOrder = trace.events.contains(where: \.leavesOrder)
    return Way(
      choice: choice, kind: choice.edgeKind, touch: touch, fingerprint: fingerprint,
      next: known.number(of: fingerprint) == nil ? self : nil)
  }

  private func way(labelled label: UInt64) -> Way? { ways.first { $0.touch?.label == label } }
}

/// The states that were met, by what tells them apart.
final class KnownStates {
  /// Whether ways that commute are gone in one order only.
  let seesCommuting: Bool
  private var numbers: [Fingerprint: Int32] = [:]

  init(seesCommuting: Bool) {
    self.seesCommuting = seesCommuting
  }

  var count: Int { numbers.count }

  func number(of state: Fingerprint) -> Int? { numbers[state].map(Int.init) }

  /// Gives a state that was not met before the next number.
  func add(_ state: Fingerprint) -> Int {
    let number = numbers.count
    numbers[state] = Int32(number)
    return number
  }
}

/// Collects the events of the choice in hand.
final class OrderTrace {
  private(set) var events: [TraceEvent] = []
  /// What a run is given to tell its events to.
  private(set) lazy var record: (TraceEvent) -> Void = { [unowned self] event in
    self.events.append(event)
  }

  func clear() { events.removeAll(keepingCapacity: true) }
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
