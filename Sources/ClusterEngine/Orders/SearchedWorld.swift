import ClusterCore

/// One state of a search over every order, with what may come of it.
protocol SearchedWorld {
  var budget: OrderBudget { get }
  /// Every way on but for kills; none before the calm.
  var choices: [Choice] { get }

  /// What tells it from others.
  mutating func fingerprint() -> Fingerprint

  /// Goes where a choice leads; the trace holds what happens on the way.
  mutating func go(_ choice: Choice, _ trace: OrderTrace) throws(HostFailure)

  /// What comes of it once the weather is over.
  func end(_ trace: OrderTrace) throws(HostFailure) -> OrderEnd
}

extension SearchedWorld {
  func after(_ choice: Choice, _ trace: OrderTrace) throws(HostFailure) -> Self {
    var world = self
    try world.go(choice, trace)
    return world
  }

  /// The same choice with the device killed after each of its sends and stores, if that may be.
  func kills(in events: [TraceEvent], of choice: Choice) -> [Choice] {
    guard budget.kills > 0 else { return [] }
    var kills: [Choice] = []
    let steps = events.compactMap(\.step).filter {
      $0.node != .cloud && $0.node.transferOwner == nil
    }
    for (place, step) in steps.enumerated() {
      for cut in step.cuts {
        var kill = choice
        kill.cut = Choice.Cut(step: Int16(place), afterEffects: Int16(clamping: cut))
        kills.append(kill)
      }
    }
    return kills
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

  func replace(by events: [TraceEvent]) { self.events = events }
}
