import ClusterChecker
import ClusterCore

/// One state of a search over every order: the run so far as a value, what the checks have found
/// in it, and what may still go wrong.
struct OrderWorld: SearchedWorld {
  private(set) var run: Run
  private(set) var checker: Checker
  private(set) var budget: OrderBudget
  private let sharedPlan: Shared<OrderPlan>
  private var plan: OrderPlan { _read { yield sharedPlan.value } }
  /// What the checks have folded, as a search tells it from others; nil after an event.
  private var checkerWeight: Fingerprint?

  /// The world before anything has happened.
  init(_ sharedPlan: Shared<OrderPlan>) throws(HostFailure) {
    let plan = sharedPlan.value
    // Before a choice is taken nothing happens that is traced.
    run = Run(plan.setup, hosts: MemoryHost.all(of: plan.setup.scenario)) { _ in }
    checker = Checker(scenario: plan.setup.scenario, isTimed: false)
    budget = plan.budget
    self.sharedPlan = sharedPlan
    run.scope = plan.scope
    try run.start()
    _ = run.postponeCalm()
  }

  var choices: [Choice] { run.choices(until: plan.calm, within: budget) }

  mutating func fingerprint() -> Fingerprint {
    var state = StateDigest()
    run.weigh(into: &state, plan.scope, until: plan.calm)
    state.combine(weighChecker())
    state.combine(budget)
    return state.fingerprint
  }

  private mutating func weighChecker() -> Fingerprint {
    if let checkerWeight { return checkerWeight }
    var state = StateDigest()
    checker.weigh(into: &state)
    checkerWeight = state.fingerprint
    return state.fingerprint
  }

  mutating func go(_ choice: Choice, _ trace: OrderTrace) throws(HostFailure) {
    guard let left = budget.spent(on: choice) else {
      preconditionFailure("a choice is taken that the budget does not allow: \(choice)")
    }
    budget = left
    if choice.kind.handsOver { run.forkHosts(for: choice) }
    record(into: trace)
    try run.take(choice, stretches: plan.stretches)
    guard !trace.events.isEmpty else { return }
    checkerWeight = nil
    for event in trace.events { checker.observe(event) }
  }

  func end(_ trace: OrderTrace) throws(HostFailure) -> OrderEnd {
    var world = self
    world.run.forkHosts()
    world.record(into: trace)
    _ = try world.run.calmDown(at: plan.calm ?? run.now + OrderPlan.stillness)
    for event in trace.events { world.checker.observe(event) }
    return OrderEnd(world.checker)
  }

  private mutating func record(into trace: OrderTrace) {
    trace.clear()
    run.record = trace.record
  }
}

/// What is settled for a whole search over every order.
struct OrderPlan {
  let setup: RunSetup
  let budget: OrderBudget
  let scope: StateScope
  /// When the calm begins, if the scenario says; else it waits for every timer.
  let calm: Instant?
  /// Whether a delivery takes a millisecond, so that an ordinary run can keep the order.
  var stretches = false

  /// How long it is still before the calm where the scenario does not say when that begins.
  static let stillness = Milliseconds.seconds(1)

  /// The scenario's own fates are left out: the search tries each of them.
  init(_ scenario: Scenario, seed: Seed?, _ budget: OrderBudget) {
    var scenario = scenario
    scenario.aimed.fates = []
    scenario.aimed.jitters = []
    scenario.aimed.resumes = []
    setup = RunSetup(scenario, seed: seed, drawsWeather: false)
    self.budget = budget
    scope = StateScope(setup.scenario, budget)
    calm = scenario.calm.at
  }
}

/// How a run ended: what `converged` compares, and what the checks say.
package struct OrderEnd: Sendable {
  package let state: EndState
  package let results: [CheckResult]
  /// What there is beside records; it tells no ends apart.
  package let app: AppState

  init(_ checker: Checker) {
    state = EndState(checker)
    results = checker.results()
    app = checker.app
  }

  /// What failed, and why; runs that fail alike have the same.
  var failures: [String] { results.filter { $0.verdict == .fail }.map(\.signature) }
}

/// What every node holds or shows at the end. A field that holds an empty set is as good as none.
package struct EndState: Hashable, Sendable {
  package let nodes: [NodeID: [FieldPath: FieldValue]]

  init(_ checker: Checker) {
    self.init(devices: checker.shown, cloud: checker.cloud)
  }

  package init(
    devices: [NodeID: [FieldPath: FieldValue]], cloud: [FieldPath: FieldValue]
  ) {
    var nodes = devices
    nodes[.cloud] = cloud
    self.nodes = nodes.mapValues { $0.filter { $0.value != .set([]) } }
  }
}
