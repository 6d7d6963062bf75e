import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster shrink`: the smallest scenario that fails for the same reason.
struct ShrinkCommand: DirectCommand {
  static let name = "shrink"
  static let usage = "FILE or DIR"
  static let summary = "the smallest scenario that fails for the same reason"
  private static let check = Option(
    "check", "NAME", choices: CheckName.allCases.map(\.rawValue),
    help: "the failure to keep; left out: the first check that fails")
  private static let budget = Option(
    "time-limit", "SECONDS", help: "when to stop with the best so far; left out: 60")
  private static let out = Option(
    "out", "FILE", help: "where to write it; left out: in the store, below shrunk")
  private static let force = Option(
    "force", help: "let --out write over a file that shrink has not written")
  static let options =
    [check, budget, out, force, .oneVariant, .seed, .weather, .aimed, .store, .answerLimit]
    as [Option]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let options = try RunOptions(arguments, hosts: .memory)
    guard arguments.words.count == 1, let path = arguments.words.first else {
      throw UserMessage(
        what: "shrink takes one scenario file, or the folder of one stored run",
        cause: "it makes one failing run small", next: "cluster shrink FILE --seed N")
    }
    if let out = arguments[Self.out] {
      try Self.checkOut(out, isForced: arguments.has(Self.force))
    }
    let executor = try Executor(options.limits)
    let setup = try Self.setup(path, options)
    try options.check(setup.scenario)
    let first = try executor.judgedRun(setup)
    let failure = try Self.failure(first, arguments[Self.check], path, options)
    let seconds = try arguments.number(Self.budget, in: 1...86_400) ?? 60
    let shrinking = Shrinking(first: first, failure: failure, executor: executor, console: console)
    let outcome = try shrinking.shrink(seconds: seconds)
    try executor.checkSignals()
    return try shrinking.conclude(outcome, store: options.storeRoot, out: arguments[Self.out])
  }

  /// Refuses, before the work is done, to write over what somebody else has written.
  private static func checkOut(_ path: String, isForced: Bool) throws(UserMessage) {
    guard Files.kind(of: path) != .directory else {
      throw UserMessage(
        what: "--out \(path) is a folder", cause: "one scenario file is written",
        next: "type --out \(RunOptions.quoted("\(path)/small.json")), or leave it out")
    }
    guard !isForced, Files.isRegular(path), !ShrunkScenario.wrote(path) else { return }
    throw UserMessage(
      what: "--out \(path) is there already, and shrink has not written it",
      cause: "a scenario that was written by hand would be lost",
      next: "name another file, or add --force")
  }

  /// The run that is to be made small: a scenario's, or one that is stored.
  private static func setup(_ path: String, _ options: RunOptions) throws -> RunSetup {
    guard !StoredFolder.hasTrace(path) else {
      let stored = try StoredTrace(path)
      if let fault = try stored.fault() {
        throw UserMessage(
          what: "\(path) was run with the planted fault \(fault.name)",
          cause: "a file that shrink writes fails by itself, and cannot plant anything",
          next: "cluster audit --fault \(fault.name)")
      }
      return try stored.setup(of: try stored.scenario())
    }
    let sources = try ScenarioLibrary.load([path])
    guard sources.count == 1, let source = sources.first else {
      throw UserMessage(
        what: "\(path) holds \(sources.count) scenarios",
        cause: "shrink makes one failing run small",
        next: "name one file in it")
    }
    return options.setup(try source.scenario(of: options.variant, for: Self.name))
  }

  /// The failure that is to stay.
  private static func failure(
    _ run: JudgedRun, _ name: String?, _ path: String, _ options: RunOptions
  ) throws(UserMessage) -> CheckResult {
    let failed = run.checker.results().filter { $0.verdict == .fail }
    guard let failure = failed.first(where: { name == nil || $0.name.rawValue == name }) else {
      let others = failed.map(\.name.rawValue).joined(separator: ", ")
      throw UserMessage(
        what: "\(path) does not fail" + (name.map { " \($0)" } ?? "") + " with this seed",
        cause: others.isEmpty
          ? "every check passes: there is nothing to make small" : "what fails is \(others)",
        next: StoredFolder.hasTrace(path)
          ? "name a stored run that fails, or a scenario file with --seed N"
          : "find a failing seed, or name a variant that fails: "
            + options.soak(path, run.setup.scenario, seeds: "1..1000"))
    }
    return failure
  }
}

/// One failing run on its way to a small one, and what is told of it.
private struct Shrinking {
  let first: JudgedRun
  let failure: CheckResult
  let executor: Executor
  let console: Console

  func shrink(seconds: Int) throws -> Shrinker.Outcome {
    let deadline = WallClock.monotonicNanoseconds + Int64(seconds) * 1_000_000_000
    let candidate = Shrinker.Candidate(
      scenario: first.setup.scenario, schedule: first.outcome.schedule)
    var shrinker = Shrinker(
      candidate, signature: failure.signature,
      isWithinBudget: { runs in
        if runs % 100 == 0 { console.progress("\(runs) runs") }
        return WallClock.monotonicNanoseconds < deadline && (try? executor.checkSignals()) != nil
      },
      execute: { candidate throws(HostFailure) in try executor.trial(candidate) })
    defer { console.progress("") }
    do {
      return try shrinker.shrink()
    } catch {
      // What ended a run may have been the user.
      try executor.checkSignals()
      throw error
    }
  }

  /// Writes the file, confirms on processes that what stands in it fails alike, and says how
  /// small it is.
  func conclude(_ outcome: Shrinker.Outcome, store: String, out: String?) throws -> ExitCode {
    let scenario = first.setup.scenario
    let shrunk = try ShrunkScenario(
      outcome, signature: failure.signature, name: name(after: scenario), executor)
    let again = try executor.judge(RunSetup(shrunk.scenario), hosts: .processes, isTwice: true)
    let path = try write(shrunk, store: store, out: out)
    let isSame = again.results.contains { $0.name == .deterministic && $0.verdict == .pass }
    let failed = again.results.filter { $0.verdict == .fail }
    let isConfirmed = isSame && failed.contains { $0.signature == failure.signature }
    let told = ShrinkSummary(
      before: (scenario.timeline.count, first.outcome.schedule.lines.count),
      entries: shrunk.scenario.timeline.count, fates: shrunk.scenario.aimed.lines.count,
      devices: shrunk.scenario.devices.count, checks: failed, confirmed: isConfirmed,
      runs: outcome.runs, isMinimal: outcome.isMinimal, others: outcome.others, file: path,
      scenario: shrunk.file)
    console.say(told.lines(console.style))
    if console.isQuiet { console.conclude(told.claim) }
    console.json(told.json)
    return isConfirmed ? .asExpected : .notAsExpected
  }

  /// A name that is the new scenario's own and begins with a letter, so that its runs are kept
  /// apart and it can become a regression.
  private func name(after scenario: Scenario) -> String {
    let whole = "\(ShrunkScenario.namePrefix)\(scenario.name)-\(scenario.variant)"
    let end = "-\(first.setup.seed)"
    return String(whole.prefix(Limit.name - end.utf8.count)) + end
  }

  private func write(_ shrunk: ShrunkScenario, store: String, out: String?) throws -> String {
    guard let out else {
      let scenario = first.setup.scenario
      let folder = "\(store)/\(scenario.name)/shrunk"
      return try Files.keep(
        shrunk.bytes(in: try Files.makeFolder(folder)), in: folder,
        named: "\(scenario.variant)-\(first.setup.seed)-\(failure.name.rawValue)")
    }
    try Files.write(shrunk.bytes(in: try Files.makeFolder(Files.folder(of: out))), to: out)
    return out
  }
}
