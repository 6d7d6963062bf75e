import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport
import SyncModels

/// One search over every order, and what is told of it.
struct OrderExploration {
  private let scenario: Scenario
  private let options: RunOptions
  private let budget: OrderBudget
  private let stateLimit: Int
  private let memoryLimit: Int
  private let executor: Executor
  private let console: Console

  /// How many ends are run again, and how many ways of failing alike are told of.
  private static let mostConfirmed = 64

  init(
    _ scenario: Scenario, _ arguments: Arguments, _ options: RunOptions, path: String,
    _ executor: Executor, _ console: Console
  ) throws(UserMessage) {
    try Self.check(scenario, options, path)
    self.scenario = options.isAimed ? scenario : scenario.withoutAim
    self.options = options
    self.executor = executor
    self.console = console
    let most = ExploreCommand.budgets
    budget = OrderBudget(
      drops: try arguments.number(ExploreCommand.drops, in: most) ?? 0,
      duplicates: try arguments.number(ExploreCommand.duplicates, in: most) ?? 0,
      kills: arguments.isOff(ExploreCommand.kills)
        ? 0 : try arguments.number(ExploreCommand.kills, in: most) ?? 0,
      early: try arguments.number(ExploreCommand.early, in: most) ?? 0)
    stateLimit =
      try arguments.number(ExploreCommand.states, in: 1...1_000_000_000)
      ?? OrderSearch.standardStateLimit
    memoryLimit = (try arguments.number(ExploreCommand.memory, in: 1...1_000_000) ?? 2000) << 20
  }

  /// A state is a value in this process, so whatever is not one cannot be searched.
  private static func check(
    _ scenario: Scenario, _ options: RunOptions, _ path: String
  ) throws(UserMessage) {
    let file = RunOptions.quoted(path)
    if scenario.hasForeignDevice {
      throw UserMessage(
        what: "--all-orders cannot search \(path)",
        cause: "a device with a command of its own is a program, whose state cannot be copied",
        next: "cluster explore \(file) --deviations 1")
    }
    if options.hosts(for: scenario) == .processes {
      throw UserMessage(
        what: "--all-orders does not go with --hosts processes",
        cause: "a state is copied and gone on from many times, which no process can",
        next: "leave out --hosts; what is found is run again on processes anyhow")
    }
    if let device = scenario.devices.first(where: { $0.policy.cursorFrom != .server }) {
      throw UserMessage(
        what: "--all-orders cannot search \(path)",
        cause: "\(device.id) asks for changes by an instant (cursorFrom: "
          + "\(device.policy.cursorFrom.rawValue)), and while orders are searched no time passes",
        next: "set \"cursorFrom\": \"server\" in its policy, or: cluster explore \(file)")
    }
    if scenario.source["random"] != nil {
      throw UserMessage(
        what: "--all-orders cannot search \(path)",
        cause: "its workload is drawn from the seed, and has no end that all orders share",
        next: "write the entries into a timeline, or: cluster soak \(file)")
    }
  }

  func explore() async throws -> ExitCode {
    let summary = try await search()
    var ends: [ExploreSummary.EndState] = []
    var examples: [ExploreSummary.EndState] = []
    for end in summary.ends {
      for outcome in end.outcomes {
        try executor.checkSignals()
        let isFirst = outcome.path == end.shortest?.path
        guard isFirst || !outcome.failures.isEmpty else { continue }
        let told = try told(
          end, outcome, confirms: ends.count + examples.count < Self.mostConfirmed,
          number: examples.count + 1)
        if isFirst { ends.append(told) }
        if !outcome.failures.isEmpty { examples.append(told) }
      }
    }
    var told = ExploreSummary(
      mode: .allOrders, deviations: nil, runs: summary.progress.runs,
      states: summary.progress.states, transitions: summary.progress.transitions,
      complete: summary.isComplete, sensitivity: sensitivity(summary), endStates: ends,
      counterexamples: examples, depth: summary.progress.depth, stop: stop(summary))
    // In an order of its own a message has no delay, so it is the ordinary run that tells.
    told.idle = try executor.judge(
      RunSetup(scenario, seed: options.seed, drawsWeather: false), hosts: .memory
    ).idle
    console.say(told.lines(console.style))
    try StoredPage.keep(told, of: scenario, options, console)
    let code = code(summary)
    if console.isQuiet {
      console.conclude(told.claim)
      if code == .notAsExpected { console.conclude(told.brief(again: ExploreCommand.again)) }
    }
    console.json(told.json)
    console.remark(told.idle.lines)
    return code
  }

  private func search() async throws -> OrderSummary {
    var interruption: (any Error)?
    let began = WallClock.monotonicNanoseconds
    var search = OrderSearch(
      scenario, seed: options.seed, budget: budget, stateLimit: stateLimit,
      workers: CurrentProcess.cores)
    let summary = try await search.search { progress in
      do { try executor.checkSignals() } catch { interruption = error }
      let seconds = Double(WallClock.monotonicNanoseconds - began) / 1e9
      console.progress(
        "\(progress.states) states, \(progress.open) open, depth \(progress.depth), "
          + "\(Int(Double(progress.states) / max(seconds, 0.001))) states/s")
      return interruption == nil && CurrentProcess.mostMemory < memoryLimit
    }
    console.progress("")
    if let interruption { throw interruption }
    return summary
  }

  private func stop(_ summary: OrderSummary) -> String? {
    switch summary.stop {
    case .states:
      "the limit of \(stateLimit) states was reached: \(advice(summary, more: "--states"))"
    case .given:
      "the limit of \(memoryLimit >> 20) MB of memory was reached: "
        + advice(summary, more: "--memory")
    case nil: nil
    }
  }

  /// Where not one order came to its end, a few times as much would not do either.
  private func advice(_ summary: OrderSummary, more option: String) -> String {
    guard summary.ends.isEmpty else { return "allow more with \(option)" }
    let pushes = scenario.rules.pushes == .none ? "" : ", or \"pushes\": \"none\" under \"cloud\""
    return "give the scenario fewer entries\(pushes)"
  }

  private func sensitivity(_ summary: OrderSummary) -> String? {
    guard let order = summary.isOrderSensitive, let repetition = summary.isRepetitionSensitive
    else { return nil }
    return Sensitivity(repetitionMatters: repetition, orderMatters: order).english
  }

  /// An end with the first run that came to it and failed, or passed, in this way; run again on
  /// processes, and written as a scenario where a check failed.
  private func told(
    _ end: OrderSummary.End, _ outcome: OrderSummary.Outcome, confirms: Bool, number: Int
  ) throws -> ExploreSummary.EndState {
    let failing = outcome.failures.map(\.name.rawValue)
    let isAsExpected = failing.isEmpty || failing.sorted() == scenario.expect.fail.sorted()
    guard confirms else {
      return ExploreSummary.EndState(
        state: end.state.nodes, app: outcome.app, asExpected: isAsExpected, schedule: Schedule(),
        failed: outcome.failures)
    }
    let written = try OrderSchedule(
      outcome.path, of: scenario, seed: options.seed, budget: budget)
    guard let written else {
      return ExploreSummary.EndState(
        state: end.state.nodes, app: outcome.app, asExpected: isAsExpected, schedule: Schedule(),
        failed: outcome.failures, isConfirmed: false)
    }
    let file =
      failing.isEmpty
      ? nil
      : try FoundScenario(
        origin: scenario, setup: setup(written), failures: outcome.failures,
        label: "order-\(number)"
      ).keep(in: options.storeRoot)
    return ExploreSummary.EndState(
      state: end.state.nodes, app: outcome.app, asExpected: isAsExpected,
      schedule: written.schedule,
      failed: outcome.failures, file: file, story: written.story,
      isConfirmed: try isRepeated(written, end, outcome))
  }

  private func setup(_ written: OrderSchedule) -> RunSetup {
    RunSetup(
      written.scenario, seed: options.seed, drawsWeather: false, added: written.schedule)
  }

  /// Whether an ordinary run on processes, and one in memory, does and comes to just the same.
  private func isRepeated(
    _ written: OrderSchedule, _ end: OrderSummary.End, _ outcome: OrderSummary.Outcome
  ) throws -> Bool {
    var order: [String] = []
    var isCalm = false
    let again = try executor.judge(setup(written), hosts: .processes, isTwice: true) { event in
      if case .calm = event.kind { isCalm = true }
      if let step = event.step, !isCalm { order.append("\(step.node) \(step.name)") }
    }
    let failing = again.results.filter { $0.verdict == .fail }.map(\.signature)
    return order == written.order && failing == outcome.failures.map(\.signature)
      && EndState(devices: again.devices, cloud: again.cloud) == end.state
  }

  /// A counterexample is a run in which a check fails; where checks are expected to fail, one
  /// that fails exactly those is what is looked for.
  private func code(_ summary: OrderSummary) -> ExitCode {
    let expected = scenario.expect.fail.sorted()
    let failing = summary.ends.flatMap(\.outcomes).map { $0.failures.map(\.name.rawValue).sorted() }
      .filter { !$0.isEmpty }
    if expected.isEmpty {
      guard failing.isEmpty else { return .notAsExpected }
      return summary.isComplete ? .asExpected : .unknown
    }
    if failing.contains(expected) { return .asExpected }
    return summary.isComplete ? .notAsExpected : .unknown
  }
}
