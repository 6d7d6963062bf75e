import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// `cluster soak`: many seeds.
struct SoakCommand: Command {
  static let name = "soak"
  static let usage = "FILE or FOLDER…   |   --merge DIR…"
  static let summary = "many seeds: failures by kind, with the line that runs each again"
  private static let seeds = Option("seeds", "A..B", help: "which seeds; left out: 1..100")
  private static let keep = Option(
    "keep", "N", help: "how many failing runs are stored, the newest; left out: 100")
  private static let jobs = Option(
    "jobs", "N", help: "workers, in memory only; left out: one a core")
  private static let timeLimit = Option(
    "time-limit", "SECONDS", help: "end after that time with what there is")
  private static let shard = Option(
    "shard", "I/N", help: "only every N-th run, from the I-th; the parts merge to the whole")
  private static let merge = Option(
    "merge", help: "add up the summaries that shards left in these stores")
  static let options =
    [
      .variant, seeds, .add, jobs, timeLimit, shard, merge, keep, .twice, .weather, .aimed,
      .manyHosts,
      .store, .answerLimit,
    ] as [Option]

  /// Where a soak leaves its summary, in its store.
  static let summaryFile = "soak.json"

  /// So many runs that fail as expected are kept at most, one for each way of failing.
  private static let mostExamples = 20

  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
    if arguments.has(Self.merge) { return try mergeSummaries(arguments.words, console) }
    let options = try RunOptions(arguments, hosts: .memory)
    let soak = try Self.soak(arguments, options, console)
    let executor = try Executor(options.limits)
    let began = WallClock.monotonicNanoseconds
    let progress = SoakProgress(total: soak.count, deadline: soak.deadline) {
      console.progress($0)
    }
    var summary: SoakSummary
    let isInMemory = soak.targets.allSatisfy { options.hosts(for: $0.scenario) == .memory }
    if isInMemory && !options.isTwice {
      let jobs = try arguments.number(Self.jobs, in: 1...256) ?? CurrentProcess.cores
      summary = try await soak.run(jobs: jobs, progress: progress)
    } else {
      summary = try soak.run(progress: progress) { setup in
        try executor.judge(
          setup, hosts: options.hosts(for: setup.scenario), isTwice: options.isTwice)
      }
    }
    console.progress("")
    try executor.checkSignals()
    let milliseconds = max(1, (WallClock.monotonicNanoseconds - began) / 1_000_000)
    summary.runsPerSecond = summary.runs * 1000 / Int(milliseconds)
    summary.shards = SoakShards(soak.shard.number, of: soak.shard.of)
    let keep = try arguments.number(Self.keep, in: 0...1_000_000) ?? 100
    try store(summary, of: soak, keep: keep, options, executor)
    let code = tell(summary, console)
    if !summary.surprises.isEmpty || !summary.findings.isEmpty {
      console.say(console.style.safe("as a page: \(options.storeRoot)/\(StoredPage.name)"))
    }
    return code
  }

  private static func soak(
    _ arguments: Arguments, _ options: RunOptions, _ console: Console
  ) throws(UserMessage) -> Soak {
    var targets: [Soak.Target] = []
    for source in try ScenarioLibrary.load(arguments.words) {
      for scenario in try source.scenarios(named: options.variant, options, console) {
        try options.check(scenario)
        targets.append(Soak.Target(path: source.path, scenario: scenario))
      }
    }
    let limit = try arguments.number(timeLimit, in: 1...31_536_000)
    return Soak(
      targets: targets, seeds: try range(arguments[seeds] ?? "1..100"),
      shard: try shardNumbers(arguments[shard] ?? "1/1"), options: options,
      deadline: limit.map { WallClock.monotonicNanoseconds + Int64($0) * 1_000_000_000 })
  }

  /// Runs the newest failures again with all that a run leaves, then the first run of each way of
  /// failing that was looked for; together no more than `keep`. Writes the summary with where
  /// their pages are.
  private func store(
    _ summary: SoakSummary, of soak: Soak, keep: Int, _ options: RunOptions, _ executor: Executor
  ) throws {
    var summary = summary
    summary.plan = SoakPlan(seeds: soak.seeds, command: Invocation.again)
    let keeper = RunKeeper(soak: soak, options: options, executor: executor, most: keep)
    for place in summary.surprises.indices.suffix(keep) {
      let surprise = summary.surprises[place]
      summary.surprises[place].page = try keeper.page(
        of: surprise.file, surprise.variant, surprise.seed, rerun: surprise.rerun)
    }
    let left = min(max(0, keep - summary.surprises.count), Self.mostExamples)
    for place in summary.findings.indices.prefix(left) {
      let finding = summary.findings[place]
      summary.findings[place].page = try keeper.page(
        of: finding.file, finding.variant, finding.seed, rerun: finding.rerun)
    }
    try Files.write(
      Array((summary.json + "\n").utf8), to: "\(options.storeRoot)/\(Self.summaryFile)")
    try Files.write(SoakPage(summary).bytes, to: "\(options.storeRoot)/\(StoredPage.name)")
  }

  private func mergeSummaries(_ stores: [String], _ console: Console) throws -> ExitCode {
    guard !stores.isEmpty else {
      throw UserMessage(
        what: "soak --merge names no store", cause: "it adds up what shards left in theirs",
        next: "cluster soak --merge s1 s2 s3 s4")
    }
    var whole = SoakSummary()
    for (index, store) in stores.enumerated() {
      let part = try Self.summary(in: store)
      let shards = index == 0 ? part.shards : whole.shards.joined(with: part.shards)
      guard let shards else {
        throw UserMessage(
          what: "\(store) holds shard \(part.shards), and what came before it is \(whole.shards)",
          cause: "a shard is named twice, or the shards are of different soaks",
          next: "name each shard of one soak once")
      }
      whole.merge(part)
      whole.shards = shards
    }
    return tell(whole, console)
  }

  static func summary(in store: String) throws(UserMessage) -> SoakSummary {
    guard Files.kind(of: store) != .file else {
      throw UserMessage(
        what: "\(store) is a file, and --merge takes the stores that shards left",
        cause: "the shards of a soak come first, each with a store of its own",
        next: "cluster soak \(RunOptions.quoted(store)) --shard 1/2 --store s1, the same with 2/2 "
          + "and s2, then cluster soak --merge s1 s2")
    }
    let path = "\(store)/\(summaryFile)"
    let cause = "the store is no shard's, or the shard did not end"
    let next = "cluster soak FILE --shard 1/4 --store \(RunOptions.quoted(store))"
    let bytes = try UserMessage.reading(
      path, atMost: Limit.resultFile, cause: cause, next: next)
    do {
      return try SoakSummary(JSONReader(try JSONParser.tape(bytes)))
    } catch {
      throw UserMessage(
        what: "\(path) cannot be read as a summary: \(UserMessage.problem(of: error))",
        cause: cause, next: next)
    }
  }

  private func tell(_ summary: SoakSummary, _ console: Console) -> ExitCode {
    console.say(summary.lines(console.style))
    if console.isQuiet {
      console.conclude("\(summary.runs) runs, \(summary.surprises.count) surprises")
      console.conclude(summary.brief)
    }
    console.json(summary.json)
    console.remark(summary.idle)
    if !summary.surprises.isEmpty || !summary.unmet.isEmpty { return .notAsExpected }
    let isShort = summary.unknown > 0 || summary.runs == 0 || !summary.isComplete
    return isShort ? .unknown : .asExpected
  }

  private static func range(_ text: String) throws(UserMessage) -> ClosedRange<Int> {
    let parts = text.split(separator: ".", omittingEmptySubsequences: true).compactMap { Int($0) }
    guard text.contains(".."), parts.count == 2, parts[0] >= 0, parts[0] <= parts[1],
      parts[1] <= Limit.soakSeed
    else {
      throw UserMessage(
        what: "--seeds \(text) is no range",
        cause: "it takes two whole numbers up to \(Limit.soakSeed), the smaller first",
        next: Arguments.line(seeds, "1..1000"))
    }
    return parts[0]...parts[1]
  }

  private static func shardNumbers(_ text: String) throws(UserMessage) -> (number: Int, of: Int) {
    let parts = text.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2, (1...Limit.shards).contains(parts[1]),
      (1...parts[1]).contains(parts[0])
    else {
      throw UserMessage(
        what: "--shard \(text) is no shard",
        cause: "it takes I/N, with I from 1 to N and N up to \(Limit.shards)",
        next: Arguments.line(shard, "1/4"))
    }
    return (parts[0], parts[1])
  }
}
