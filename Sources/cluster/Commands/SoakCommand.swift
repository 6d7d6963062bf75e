import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster soak`: many seeds.
struct SoakCommand: Command {
  static let name = "soak"
  static let usage = "FILE or FOLDER…"
  static let summary = "many seeds: failures by kind, with the line that runs each again"
  private static let seeds = Option("seeds", "A..B", help: "which seeds; left out: 1..100")
  private static let add = Option(
    "add", "hostile", choices: ["hostile"],
    help: "loss 0.1, doubling 0.1 and 0–2 s of delay on top of each link's weather")
  private static let keep = Option(
    "keep", "N", help: "how many failing runs are stored, the newest; left out: 100")
  static let options =
    [.variant, seeds, add, keep, .twice, .weather, .aimed, .hosts, .store] as [Option]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let options = try RunOptions(arguments, hosts: .memory)
    let seeds = try Self.range(arguments[Self.seeds] ?? "1..100")
    let isHostile = arguments.has(Self.add)
    let keep = try arguments.number(Self.keep, in: 0...1_000_000) ?? 100
    let executor = try Executor()
    let began = WallClock.monotonicNanoseconds
    var summary = SoakSummary()
    for source in try ScenarioLibrary.load(arguments.words) {
      for scenario in try source.scenarios(named: options.variant) {
        if isHostile && !scenario.isHostileAllowed {
          console.say("left out, \"hostile\" is false: \(source.path)")
          continue
        }
        try soak(
          isHostile ? HostileWeather.added(to: scenario) : scenario, source.path, seeds, options,
          executor, console, into: &summary, isTwice: arguments.has(.twice), keep: keep,
          flags: isHostile ? " --add hostile" : "")
      }
    }
    let seconds = max(1, (WallClock.monotonicNanoseconds - began) / 1_000_000)
    summary.runsPerSecond = summary.runs * 1000 / Int(seconds)
    console.progress("")
    console.say(summary.lines(console.style))
    if console.isQuiet {
      console.conclude("\(summary.runs) runs, \(summary.surprises.count) surprises")
    }
    console.json(summary.json)
    if !summary.surprises.isEmpty { return .notAsExpected }
    return summary.unknown > 0 || summary.runs == 0 ? .unknown : .asExpected
  }

  private func soak(
    _ scenario: Scenario, _ path: String, _ seeds: ClosedRange<Int>, _ options: RunOptions,
    _ executor: Executor, _ console: Console, into summary: inout SoakSummary, isTwice: Bool,
    keep: Int, flags: String
  ) throws {
    for number in seeds {
      try executor.checkSignals()
      let seed = Seed(UInt64(number))
      let setup = RunSetup(
        scenario, seed: seed, drawsWeather: options.drawsWeather, isAimed: options.isAimed)
      let judged = try executor.judge(setup, hosts: options.hosts, isTwice: isTwice)
      summary.note(
        judged, path: path,
        rerun: "./run-cluster.sh soak \(path) --variant \(scenario.variant)"
          + " --seeds \(number)..\(number)" + flags)
      if !judged.judgement.asExpected && keep > 0 {
        _ = try executor.runAndStore(setup, options, isSeedGiven: true)
        _ = try RunStore.prune(root: options.storeRoot, scenario: scenario.name, keep: keep)
      }
      if summary.runs % 256 == 0 {
        console.progress("\(summary.runs) runs, \(summary.surprises.count) surprises")
      }
    }
  }

  private static func range(_ text: String) throws(UserMessage) -> ClosedRange<Int> {
    let parts = text.split(separator: ".", omittingEmptySubsequences: true).compactMap { Int($0) }
    guard text.contains(".."), parts.count == 2, parts[0] >= 0, parts[0] <= parts[1] else {
      throw UserMessage(
        what: "--seeds \(text) is no range", cause: "it takes two whole numbers, the smaller first",
        next: "type --seeds 1..1000")
    }
    return parts[0]...parts[1]
  }
}

extension SoakSummary {
  mutating func note(_ judged: Executor.Judged, path: String, rerun: String) {
    runs += 1
    switch judged.judgement.verdict {
    case .pass: pass += 1
    case .fail: fail += 1
    case .unknown, .notJudged: unknown += 1
    }
    happened.merge(judged.happenings) { $0 + $1 }
    guard !judged.judgement.asExpected else { return }
    let expected = judged.scenario.expect.fail
    let odd = judged.results.filter { result in
      expected.contains(result.name.rawValue)
        ? result.verdict != .fail : result.verdict == .fail || result.verdict == .unknown
    }
    surprises.append(
      Surprise(
        file: path, variant: judged.scenario.variant, seed: judged.seed, checks: odd,
        rerun: rerun))
  }
}
