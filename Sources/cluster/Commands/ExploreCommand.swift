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
    let scenario = try source.scenario(of: options.variant, for: Self.name)
    try options.check(scenario)
    try Self.checkTogether(arguments, RunOptions.quoted(source.path))
    if arguments.has(Self.allOrders) {
      return try await OrderExploration(
        scenario, arguments, options, path: source.path, try Executor(options.limits), console
      ).explore()
    }
    let exploration = Exploration(
      scenario, options, kills: !arguments.isOff(Self.kills), try Executor(options.limits), console)
    let deviations = try arguments.number(Self.deviations, in: 0...8) ?? 1
    if arguments.has(Self.dryRun) { return try exploration.estimate(deviations) }
    return try exploration.explore(
      deviations, runLimit: try arguments.number(Self.runLimit, in: 1...Int.max))
  }

  /// The line that runs a counterexample that was written.
  static func again(_ file: String) -> String {
    "\(Invocation.command) run \(RunOptions.quoted(file))"
  }

  /// The most of each kind that a search over every order may spend.
  static let budgets = 0...8

  /// There are two searches, and each has its own options.
  ///
  /// - Parameter file: as the user would type it.
  private static func checkTogether(
    _ arguments: Arguments, _ file: String
  ) throws(UserMessage) {
    let isOrders = arguments.has(allOrders)
    try checkKills(arguments, isOrders: isOrders, file)
    let strangers = isOrders ? ofDeviations : ofOrders
    guard let stranger = strangers.first(where: { arguments.has($0) }) else { return }
    if [drops, duplicates, early].contains(where: { $0.name == stranger.name }) {
      // What is advised next has to be taken then.
      _ = try arguments.number(stranger, in: budgets)
    }
    throw UserMessage(
      what: "--\(stranger.name) does not go " + (isOrders ? "with" : "without") + " --all-orders",
      cause: isOrders
        ? "all orders are bounded by budgets and states, not by deviations"
        : "it says how far a search over every order may go",
      next: isOrders
        ? "leave out --\(stranger.name), or --all-orders"
        : "cluster explore \(file) --all-orders --\(stranger.name) "
          + (arguments[stranger] ?? ""))
  }

  /// With deviations kills are on or off; over every order there is a number of them.
  private static func checkKills(
    _ arguments: Arguments, isOrders: Bool, _ file: String
  ) throws(UserMessage) {
    guard let given = arguments[kills], given != "off" else { return }
    if isOrders {
      guard given == "on" else { return }
      throw UserMessage(
        what: "--kills on does not say how many kills --all-orders may try",
        cause: "over every order it is off, or a number up to \(budgets.upperBound)",
        next: "cluster explore \(file) --all-orders --kills 1")
    }
    guard given != "on" else { return }
    let number = try arguments.number(kills, in: budgets) ?? 1
    throw UserMessage(
      what: "--kills \(given) does not go without --all-orders",
      cause: "a number of kills is for a search over every order; with deviations it is on or off",
      next: "cluster explore \(file) --all-orders --kills \(number), or --kills on")
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

  /// - Parameter idle: gets what the file settles and no run met.
  private func search(
    _ deviations: Int, runLimit: Int?, idle: inout IdleLines?
  ) throws -> DeviationSearch.Summary {
    var interruption: (any Error)?
    var unmet: IdleLines?
    let search = DeviationSearch(
      deviations: deviations, kills: kills, runLimit: runLimit ?? Int.max
    ) { schedule, observe throws(HostFailure) in
      do {
        let judged = try executor.judge(
          setup(schedule), hosts: options.hosts(for: scenario), observe: observe)
        if let failure = judged.failure { throw failure }
        if unmet == nil { unmet = judged.idle } else { unmet?.formIntersection(judged.idle) }
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
    idle = unmet
    return summary
  }

  func estimate(_ deviations: Int) throws -> ExitCode {
    var idle: IdleLines?
    let one = try search(min(1, deviations), runLimit: nil, idle: &idle).runs
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
    var idle: IdleLines?
    let summary = try search(deviations, runLimit: runLimit, idle: &idle)
    var ends: [ExploreSummary.EndState] = []
    for (index, finding) in summary.findings.enumerated() {
      ends.append(try confirmed(finding, number: index + 1))
    }
    var told = ExploreSummary(
      mode: .deviations, deviations: deviations, runs: summary.runs, states: nil,
      transitions: nil, complete: summary.isComplete, sensitivity: nil, endStates: ends)
    told.idle = idle ?? IdleLines()
    console.say(told.lines(console.style))
    try StoredPage.keep(told, of: scenario, options, console)
    console.json(told.json)
    console.remark(told.idle.lines)
    let code = code(summary)
    if console.isQuiet {
      let word = code == .asExpected ? "as expected" : "NOT AS EXPECTED"
      let name = "\(scenario.name)/\(scenario.variant)"
      console.conclude(console.style.safe("\(word)  \(name)  \(told.claim)"))
      if code == .notAsExpected { console.conclude(told.brief(again: ExploreCommand.again)) }
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
