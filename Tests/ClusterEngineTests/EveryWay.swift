import ClusterCore

@testable import ClusterEngine

/// Every way from the beginning to the calm, each gone from its start to its end, no state
/// matched: the slow search that ``OrderSearch`` has to agree with.
///
/// Without a bound on their number there is an end of them only where timers have one: give the
/// scenario a `calm.at`.
struct EveryWay {
  struct Finding: Hashable, Sendable {
    let state: EndState
    let failures: [String]

    init(state: EndState, failures: [String]) {
      self.state = state
      self.failures = failures
    }
  }

  private let plan: OrderPlan
  private(set) var found: Set<Finding> = []
  private(set) var ways = 0

  init(_ scenario: Scenario, _ budget: OrderBudget) {
    plan = OrderPlan(scenario, seed: nil, budget)
  }

  mutating func go() throws(HostFailure) {
    var open = [try OrderWorld(Shared(plan))]
    let trace = OrderTrace()
    while let world = open.popLast() {
      let choices = world.choices
      guard !choices.isEmpty else {
        let end = try world.end(trace)
        ways += 1
        found.insert(Finding(state: end.state, failures: end.failures))
        continue
      }
      for choice in choices {
        open.append(try world.after(choice, trace))
        for kill in world.kills(in: trace.events, of: choice) {
          open.append(try world.after(kill, trace))
        }
      }
    }
  }
}
