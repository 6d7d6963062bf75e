import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster run`: one run for each file and variant.
struct RunCommand: DirectCommand {
  static let name = "run"
  static let usage = "FILE or FOLDER…"
  static let summary = "one run for each file and variant: chart, states, checks, verdict"
  static let options = RunOptions.all + [.twice, .add, .fault, .pace]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let options = try RunOptions(arguments)
    let sources = try ScenarioLibrary.load(arguments.words)
    var todo: [(source: ScenarioSource, scenario: Scenario)] = []
    for source in sources {
      for scenario in try source.scenarios(named: options.variant, options, console) {
        try options.check(scenario)
        todo.append((source, scenario))
      }
    }
    guard !todo.isEmpty else {
      throw UserMessage(
        what: "no scenario is left to run", cause: "\"hostile\" is false in each that was named",
        next: "leave out --add hostile")
    }
    let watching = try Watching(arguments)
    guard todo.count == 1 || !watching.isLive else {
      throw UserMessage(
        what: "--pace shows one run, and \(todo.count) are named",
        cause: "a folder is all its files, and --variant all every variant",
        next: "name one file and at most one variant, or leave out --pace")
    }
    let executor = try Executor(options.limits)
    var tellings: [RunTelling] = []
    for (source, scenario) in todo {
      let telling = try one(
        scenario, source.path, options, watching, executor, console, isAlone: todo.count == 1)
      tellings.append(telling)
    }
    if tellings.count > 1 { console.conclude(Self.totals(tellings)) }
    let idle = Self.idle(zip(todo, tellings).map { ($0.source.path, $1) })
    if tellings.count > 1 && !idle.isEmpty { console.say(idle.map { console.style.safe($0) }) }
    console.remark(idle)
    console.json(Self.json(tellings))
    return tellings.map(\.exitCode).max { Self.weight($0) < Self.weight($1) } ?? .asExpected
  }

  private func one(
    _ scenario: Scenario, _ path: String, _ options: RunOptions, _ watching: Watching,
    _ executor: Executor, _ console: Console, isAlone: Bool
  ) throws -> RunTelling {
    let setup = options.setup(scenario)
    if isAlone {
      let header = RunHeader(
        scenario: scenario, seed: setup.seed, hosts: options.hosts(for: scenario),
        fault: options.fault?.told, pace: watching.pace)
      console.say(header.lines(console.style) + [""])
    }
    let rerun = options.rerun(path, scenario, seed: setup.seed)
    let telling = try executor.runAndStore(
      setup, options, isTwice: options.isTwice, isSeedGiven: options.seed != nil, rerun: rerun,
      audience: watching.audience(of: scenario, executor, console))
    if watching.isLive { try executor.checkSignals() }
    if isAlone {
      let chart =
        watching.isLive ? [] : telling.chart(console.style, mostRows: Chart.terminalRows)
      console.say(chart + [""])
      console.say(telling.conclusion(console.style, rerun: rerun))
      if console.isQuiet {
        console.conclude(Self.line(telling))
        Self.sayWhy(telling, rerun: rerun, console)
      }
    } else {
      console.conclude(console.style.safe(Self.line(telling) + "  \(path)"))
      Self.sayWhy(telling, rerun: rerun, console)
    }
    if let message = telling.failureMessage { Console.complain(message) }
    return telling
  }

  /// What each file settles and none of its runs met: some lines are meant for one variant alone.
  private static func idle(
    _ runs: [(path: String, telling: RunTelling)]
  ) -> [String] {
    var files: [(path: String, idle: IdleLines)] = []
    for (path, telling) in runs {
      if let place = files.firstIndex(where: { $0.path == path }) {
        files[place].idle.formIntersection(telling.summary.idle)
      } else {
        files.append((path, telling.summary.idle))
      }
    }
    return files.flatMap { file in file.idle.lines.map { "\(file.path): \($0)" } }
  }

  /// What is not as expected, below the line that says so, and the line that runs it again.
  private static func sayWhy(_ telling: RunTelling, rerun: String, _ console: Console) {
    guard !telling.judgement.asExpected else { return }
    console.conclude(telling.judgement.explained.map { "    " + $0 } + ["    again: \(rerun)"])
  }

  static func line(_ telling: RunTelling) -> String {
    let word = telling.judgement.asExpected ? "as expected" : "NOT AS EXPECTED"
    let summary = telling.summary
    return "\(summary.verdict.rawValue)  \(word)  \(summary.scenario)/\(summary.variant)"
      + "  seed \(summary.seed)  trace \(summary.traceHash)"
  }

  private static func totals(_ tellings: [RunTelling]) -> String {
    let good = tellings.count { $0.judgement.asExpected }
    return "\(tellings.count) runs: \(good) as expected, \(tellings.count - good) not"
  }

  private static func json(_ tellings: [RunTelling]) -> String {
    if tellings.count == 1, let only = tellings.first { return only.summary.json }
    return "[" + tellings.map(\.summary.json).joined(separator: ",") + "]"
  }

  /// A surprise outweighs what could not be told.
  private static func weight(_ code: ExitCode) -> Int {
    switch code {
    case .asExpected: 0
    case .unknown: 1
    case .notAsExpected: 2
    case .usage, .internalFault, .cannotWrite, .interrupted: 3
    }
  }
}
