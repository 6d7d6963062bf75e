import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster shrink`: the smallest scenario that fails for the same reason.
struct ShrinkCommand: Command {
  static let name = "shrink"
  static let usage = "FILE"
  static let summary = "the smallest scenario that fails for the same reason"
  private static let check = Option(
    "check", "NAME", choices: CheckName.allCases.map(\.rawValue),
    help: "the failure to keep; left out: the first check that fails")
  private static let budget = Option(
    "time-limit", "SECONDS", help: "when to stop with the best so far; left out: 60")
  private static let out = Option(
    "out", "FILE", help: "where to write it; left out: in the store, below shrunk")
  static let options =
    [check, budget, out, .variant, .seed, .weather, .aimed, .store, .answerLimit] as [Option]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let options = try RunOptions(arguments, hosts: .memory)
    guard arguments.words.count == 1, let source = try ScenarioLibrary.load(arguments.words).first
    else {
      throw UserMessage(
        what: "shrink takes one scenario file", cause: "it makes one failing run small",
        next: "cluster shrink FILE --seed N")
    }
    let executor = try Executor(options.limits)
    let scenario = try source.scenario(options.variant.map { VariantName($0) })
    try options.check(scenario)
    let first = try executor.run(options.setup(scenario), hosts: options.hosts(for: scenario))
    if let failure = first.failure { throw failure }
    let failure = try Self.failure(first, arguments[Self.check], source.path)
    let seconds = try arguments.number(Self.budget, in: 1...86_400) ?? 60
    let shrunk = try shrink(first, failure, seconds: seconds, executor, console)
    try executor.checkSignals()
    return try tell(
      shrunk, of: failure, first, path: arguments[Self.out] ?? Self.path(scenario, options),
      executor, console)
  }

  private static func path(_ scenario: Scenario, _ options: RunOptions) -> String {
    "\(options.storeRoot)/\(scenario.name)/shrunk/\(scenario.variant)-"
      + "\(options.setup(scenario).seed).json"
  }

  /// The failure that is to stay.
  private static func failure(
    _ run: FinishedRun, _ name: String?, _ path: String
  ) throws(UserMessage) -> CheckResult {
    let failed = run.checker.results().filter { $0.verdict == .fail }
    guard let failure = failed.first(where: { name == nil || $0.name.rawValue == name }) else {
      let others = failed.map(\.name.rawValue).joined(separator: ", ")
      throw UserMessage(
        what: "\(path) does not fail" + (name.map { " \($0)" } ?? "") + " with this seed",
        cause: others.isEmpty
          ? "every check passes: there is nothing to make small" : "what fails is \(others)",
        next: "find a failing seed: cluster soak \(path) --seeds 1..1000")
    }
    return failure
  }

  private func shrink(
    _ run: FinishedRun, _ failure: CheckResult, seconds: Int, _ executor: Executor,
    _ console: Console
  ) throws -> Shrinker.Outcome {
    let deadline = WallClock.monotonicNanoseconds + Int64(seconds) * 1_000_000_000
    var start = run.setup.scenario
    start.aimed = Schedule()
    let candidate = Shrinker.Candidate(
      scenario: start, schedule: run.outcome?.schedule ?? Schedule())
    let hosts: HostKind = start.hasForeignDevice ? .processes : .memory
    var shrinker = Shrinker(
      candidate, signature: failure.signature,
      isWithinBudget: { runs in
        if runs % 100 == 0 { console.progress("\(runs) runs") }
        return WallClock.monotonicNanoseconds < deadline && (try? executor.checkSignals()) != nil
      },
      execute: { candidate throws(HostFailure) in
        try executor.results(of: Self.setup(candidate), hosts: hosts)
      })
    defer { console.progress("") }
    do {
      return try shrinker.shrink()
    } catch {
      try executor.checkSignals()
      throw error
    }
  }

  private static func setup(_ candidate: Shrinker.Candidate) -> RunSetup {
    RunSetup(candidate.scenario, drawsWeather: false, added: candidate.schedule)
  }

  /// Confirms on processes, writes the file, and says how small it is.
  private func tell(
    _ shrunk: Shrinker.Outcome, of failure: CheckResult, _ first: FinishedRun, path: String,
    _ executor: Executor, _ console: Console
  ) throws -> ExitCode {
    let candidate = shrunk.candidate
    let again = try executor.judge(Self.setup(candidate), hosts: .processes)
    let failed = again.results.filter { $0.verdict == .fail }
    let isConfirmed = failed.contains { $0.signature == failure.signature }
    let file = ScenarioWriter(candidate.scenario).file(
      name: candidate.scenario.name,
      about: "Made small: \(failed.first { $0.signature == failure.signature }?.explanation ?? "")",
      schedule: candidate.schedule, isWeatherOff: true, failing: failed.map(\.name.rawValue))
    let moved = DeviceCommands.moved(
      file, of: candidate.scenario, to: try Files.makeFolder(of: path))
    try Files.write(Array((moved.pretty() + "\n").utf8), to: path)
    let told = ShrinkSummary(
      before: (first.setup.scenario.timeline.count, first.outcome?.schedule.lines.count ?? 0),
      entries: candidate.scenario.timeline.count, fates: candidate.schedule.lines.count,
      devices: candidate.scenario.devices.count, checks: failed, confirmed: isConfirmed,
      runs: shrunk.runs, isMinimal: shrunk.isMinimal, others: shrunk.others, file: path,
      scenario: file)
    console.say(told.lines(console.style))
    if console.isQuiet { console.conclude(told.claim) }
    console.json(told.json)
    return isConfirmed ? .asExpected : .notAsExpected
  }
}
