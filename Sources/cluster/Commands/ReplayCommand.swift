import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster replay`: a stored run again, from its scenario and its schedule, without its seed.
struct ReplayCommand: DirectCommand {
  static let name = "replay"
  static let usage = "DIR"
  static let summary = "a stored run again; 0 if it is the same, whatever its verdict"
  static let options: [Option] = [.hosts, .answerLimit, .pace]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    guard arguments.words.count == 1, let directory = arguments.words.first else {
      throw UserMessage(
        what: "replay takes one folder", cause: "it runs one stored run again",
        next: "cluster replay store/cluster/latest")
    }
    let options = try RunOptions(arguments)
    try StoredFolder.check(directory, for: Self.name)
    let stored = try StoredTrace(directory)
    let scenario = try stored.scenario()
    try options.check(scenario)
    let setup = try stored.setup(of: scenario)
    let watching = try Watching(arguments)
    let executor = try Executor(options.limits)
    let fault = try stored.fault()
    let run = try watch(
      setup, hosts: fault == nil ? options.hosts(for: scenario) : .memory, fault, watching,
      executor, console)
    let telling = RunTelling(run, isSeedGiven: false, store: directory)
    let difference = stored.difference(from: run)
    let isSame = difference == nil
    console.json(telling.summary.json)
    let rerun = "\(Invocation.command) replay \(RunOptions.quoted(directory))"
    console.say(telling.conclusion(console.style, rerun: rerun))
    console.conclude(
      isSame
        ? "the same: trace \(run.hash), \(run.events.count) events"
        : "NOT the same: " + console.style.safe(difference ?? ""))
    if let message = telling.failureMessage { Console.complain(message) }
    return isSame ? .asExpected : (run.failure == nil ? .notAsExpected : .unknown)
  }

  private func watch(
    _ setup: RunSetup, hosts: HostKind, _ fault: PlantedFault?, _ watching: Watching,
    _ executor: Executor, _ console: Console
  ) throws -> FinishedRun {
    guard watching.isLive else { return try executor.run(setup, hosts: hosts, fault: fault) }
    let header = RunHeader(
      scenario: setup.scenario, seed: setup.seed, hosts: hosts, fault: fault?.told,
      pace: watching.pace)
    console.say(header.lines(console.style) + [""])
    let audience = watching.audience(of: setup.scenario, executor, console)
    let run = try executor.run(
      setup, hosts: hosts, fault: fault, observe: { event, _ in audience.observe(event) })
    audience.finish()
    try executor.checkSignals()
    console.say([""])
    return run
  }
}
