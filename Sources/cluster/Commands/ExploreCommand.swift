import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster explore`: every run with up to N deviations from the boring one, or every order in
/// which messages may arrive.
struct ExploreCommand: Command {
  static let name = "explore"
  static let usage = "FILE"
  static let summary = "every run with up to N losses, holds, copies and kills, or every order"
  private static let deviations = Option(
    "deviations", "N", help: "how many departures from the boring run; left out: 1")
  private static let dryRun = Option(
    "dry-run", help: "only say how many runs there are: exact for 1, an estimate beyond")
  static let kills = Option(
    "kills", "on|off|N",
    help: "on, off: whether devices are killed, left out: on; with --all-orders N, how many")
  private static let runLimit = Option(
    "run-limit", "N", help: "give up after so many runs; left out: none")
  private static let allOrders = Option(
    "all-orders", help: "every order in which messages may arrive, with state matching")
  static let drops = Option("drops", "N", help: "all orders: messages that may be lost")
  static let duplicates = Option(
    "duplicates", "N", help: "all orders: requests and pushes that may come twice")
  static let early = Option(
    "early", "N", help: "all orders: timers that may fire before a message that is under way")
  static let states = Option(
    "states", "N", help: "all orders: give up after so many; left out: 2000000")
  static let memory = Option(
    "memory", "MB", help: "all orders: give up beyond; left out: 2000")
  private static let ofDeviations = [deviations, dryRun, runLimit]
  private static let ofOrders = [drops, duplicates, early, states, memory]
  static let options =
    ofDeviations + [kills, allOrders] + ofOrders + [
      .oneVariant, .aimed, .manyHosts, .store, .answerLimit,
    ]

  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
    let options = try RunOptions(arguments, hosts: .memory)
    guard arguments.words.count == 1, let source = try ScenarioLibrary.load(arguments.words).first
    else {
      throw UserMessage(
        what: "explore takes one scenario file", cause: "a search belongs to one scenario",
        next: "cluster explore cluster.json --deviations 1")
    }
    let scenario = try source.scenario(options.variant.map { VariantName($0) })
    try options.check(scenario)
    try Self.checkTogether(arguments)
    if arguments.has(Self.allOrders) {
      return try await OrderExploration(
        scenario, arguments, options, path: source.path, try Executor(options.limits), console
      ).explore()
    }
    if let kills = arguments[Self.kills], !["on", "off"].contains(kills) {
      throw UserMessage(
        what: "--kills \(kills) is not understood",
        cause: "a number of kills belongs to --all-orders; with deviations it is on or off",
        next: "type --kills off, or --all-orders --kills \(kills)")
    }
    let exploration = Exploration(
      scenario, options, kills: !arguments.isOff(Self.kills), try Executor(options.limits), console)
    let deviations = try arguments.number(Self.deviations, in: 0...8) ?? 1
    if arguments.has(Self.dryRun) { return try exploration.estimate(deviations) }
    return try exploration.explore(
      deviations, runLimit: try arguments.number(Self.runLimit, in: 1...Int.max))
  }

  /// There are two searches, and each has its own options.
  private static func checkTogether(_ arguments: Arguments) throws(UserMessage) {
    let isOrders = arguments.has(allOrders)
    let strangers = isOrders ? ofDeviations : ofOrders
    guard let stranger = strangers.first(where: { arguments.has($0) }) else { return }
    throw UserMessage(
      what: "--\(stranger.name) does not go " + (isOrders ? "with" : "without") + " --all-orders",
      cause: isOrders
        ? "all orders are bounded by budgets and states, not by deviations"
        : "it says how far a search over every order may go",
      next: isOrders
        ? "leave out --\(stranger.name), or --all-orders"
        : "cluster explore FILE --all-orders --\(stranger.name) "
          + (arguments[stranger] ?? ""))
  }
}

/// One search and what is told of it.
private struct Exploration {
  private let scenario: Scenario
  private let options: RunOptions
  private let executor: Executor
  private let console: Console

  private let kills: Bool

  init(
    _ scenario: Scenario, _ options: RunOptions, kills: Bool, _ executor: Executor,
    _ console: Console
  ) {
    self.kills = kills
    self.scenario = scenario
    self.options = options
    self.executor = executor
    self.console = console
  }

  private func setup(_ schedule: Schedule) -> RunSetup {
    RunSetup(
      scenario, seed: options.seed, drawsWeather: false, isAimed: options.isAimed, added: schedule)
  }

  private func search(_ deviations: Int, runLimit: Int?) throws -> DeviationSearch.Summary {
    var interruption: (any Error)?
    let search = DeviationSearch(
      deviations: deviations, kills: kills, runLimit: runLimit ?? Int.max
    ) { schedule, observe throws(HostFailure) in
      do {
        let judged = try executor.judge(
          setup(schedule), hosts: options.hosts(for: scenario), observe: observe)
        if let failure = judged.failure { throw failure }
        return judged.results
      } catch let failure as HostFailure {
        throw failure
      } catch {
        interruption = error
        return []
      }
    }
    let began = WallClock.monotonicNanoseconds
    let summary = try search.search { summary in
      if interruption == nil, (try? executor.checkSignals()) == nil { return false }
      if summary.runs % 500 == 0 {
        let seconds = max(1, (WallClock.monotonicNanoseconds - began) / 1_000_000_000)
        console.progress(
          "\(summary.runs) runs, \(summary.failures) fail, \(summary.runs / Int(seconds)) runs/s")
      }
      return interruption == nil
    }
    console.progress("")
    if let interruption { throw interruption }
    try executor.checkSignals()
    return summary
  }

  func estimate(_ deviations: Int) throws -> ExitCode {
    let one = try search(min(1, deviations), runLimit: nil).runs
    var total = 1.0
    var term = 1.0
    for level in stride(from: 1, through: deviations, by: 1) {
      term *= Double(one - 1) / Double(level)
      total += term
    }
    let words = deviations <= 1 ? "exactly \(one) runs" : "about \(Int(total)) runs"
    let bound = deviations == 1 ? "1 deviation" : "\(deviations) deviations"
    console.conclude("\(words) with up to \(bound)")
    console.json("{\"mode\":\"deviations\",\"deviations\":\(deviations),\"runs\":\(Int(total))}")
    return .asExpected
  }

  func explore(_ deviations: Int, runLimit: Int?) throws -> ExitCode {
    let summary = try search(deviations, runLimit: runLimit)
    var ends: [ExploreSummary.EndState] = []
    for (index, finding) in summary.findings.enumerated() {
      ends.append(try confirmed(finding, number: index + 1))
    }
    let told = ExploreSummary(
      mode: .deviations, deviations: deviations, runs: summary.runs, states: nil,
      transitions: nil, complete: summary.isComplete, sensitivity: nil, endStates: ends)
    console.say(told.lines(console.style))
    try StoredPage.keep(told, of: scenario, options, console)
    console.json(told.json)
    let code = code(summary)
    if console.isQuiet {
      let word = code == .asExpected ? "as expected" : "NOT AS EXPECTED"
      let name = "\(scenario.name)/\(scenario.variant)"
      console.conclude(console.style.safe("\(word)  \(name)  \(told.claim)"))
    }
    return code
  }

  /// A counterexample is a run in which a check fails; where checks are expected to fail, one
  /// that fails exactly those is what is looked for.
  private func code(_ summary: DeviationSearch.Summary) -> ExitCode {
    let expected = scenario.expect.fail.sorted()
    if expected.isEmpty {
      guard summary.findings.isEmpty else { return .notAsExpected }
      return summary.isComplete ? .asExpected : .unknown
    }
    let isFound = summary.findings.contains { finding in
      finding.failed.map(\.name.rawValue).sorted() == expected
    }
    if isFound { return .asExpected }
    return summary.isComplete ? .notAsExpected : .unknown
  }

  private var unlike: UserMessage {
    guard scenario.hasForeignDevice else {
      return UserMessage(
        what: "a counterexample found in memory does not fail alike on processes",
        cause: "this is a fault of the tool: both hosts should do the same",
        next: "report it with the scenario and this command line")
    }
    return UserMessage(
      what: "a counterexample does not fail alike a second time",
      cause: "a device's program does not answer alike each time: a clock or chance of its own",
      next: "cluster run FILE --twice, which shows the first difference")
  }

  /// Runs a counterexample on real processes, and writes it as an ordinary scenario.
  private func confirmed(
    _ finding: DeviationSearch.Finding, number: Int
  ) throws -> ExploreSummary.EndState {
    let again = try executor.judge(setup(finding.schedule), hosts: .processes, isTwice: true)
    let failed = finding.failed
    let isSame = again.results.contains { $0.name == .deterministic && $0.verdict == .pass }
    guard isSame, again.results.filter({ $0.name != .deterministic }) == finding.results else {
      throw unlike
    }
    let names = failed.map(\.name.rawValue)
    let found = FoundScenario(
      origin: scenario, setup: setup(finding.schedule), failures: failed, label: "\(number)")
    let path = try found.keep(in: options.storeRoot)
    var states = again.devices
    states[.cloud] = again.cloud
    return ExploreSummary.EndState(
      state: states, app: again.app, asExpected: scenario.expect.fail.sorted() == names.sorted(),
      schedule: finding.schedule, failed: failed, file: path)
  }
}
