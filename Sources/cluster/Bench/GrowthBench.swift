import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// What a step costs, checks included, the more is pending and the longer a run has lasted.
enum GrowthBench {
  static var rows: [BenchRow] {
    [
      // No faster than logarithmically: log 10,000 is twice log 100.
      BenchRow(
        "pending", "a step while 10,000 messages are under way", .seconds,
        beside: "the same while 100 are", reach: 2, aim: 1.2, take: pending),
      BenchRow(
        "elapsed", "a step after 90,000 steps", .seconds, beside: "one of the first 10,000",
        reach: 1.25, aim: 1.1, take: elapsed),
    ]
  }

  private static func pending(_ size: BenchSize) throws -> [BenchFigure.Sample] {
    let syncs = size.of(1000)
    let (many, few) = (
      RunSetup(try BenchScenario.waiting(messages: size.of(10_000), syncs: syncs)),
      RunSetup(try BenchScenario.waiting(messages: size.of(100), syncs: syncs))
    )
    return try (0..<size.repetitions).map { _ in
      let (crowded, quiet) = (try perStep(many), try perStep(few))
      return BenchFigure.Sample(
        crowded.seconds, yardstick: quiet.seconds, work: "\(crowded.steps) steps")
    }
  }

  /// The mean of the steps behind the first instant, in which all that waits is sent.
  private static func perStep(_ setup: RunSetup) throws -> (seconds: Double, steps: Int) {
    var checker = Checker(scenario: setup.scenario)
    var run = Run(setup, hosts: MemoryHost.all(of: setup.scenario)) { checker.observe($0) }
    try run.start()
    try run.run(until: BenchScenario.crowd)
    let before = run.steps
    let seconds = try Stopwatch.seconds { try run.run(until: BenchScenario.crowd + .seconds(3600)) }
    let steps = run.steps - before
    return (seconds / Double(max(1, steps)), steps)
  }

  private static func elapsed(_ size: BenchSize) throws -> [BenchFigure.Sample] {
    let share = size.of(10_000)
    let setup = RunSetup(try BenchScenario.syncing(entries: share * 10 / 3))
    return try (0..<size.repetitions).map { _ in
      var marks: [Int: Int64] = [:]
      var steps = 0
      var checker = Checker(scenario: setup.scenario)
      var run = Run(setup, hosts: MemoryHost.all(of: setup.scenario)) { event in
        checker.observe(event)
        guard event.step != nil else { return }
        steps += 1
        if steps % share == 0 { marks[steps / share] = WallClock.processorNanoseconds }
      }
      try run.start()
      let begin = WallClock.processorNanoseconds
      _ = try run.run()
      guard let first = marks[1], let ninth = marks[9], let tenth = marks[10] else {
        throw BenchMissing(reason: "the run had only \(steps) steps")
      }
      let scale = 1e-9 / Double(share)
      return BenchFigure.Sample(
        Double(tenth - ninth) * scale, yardstick: Double(first - begin) * scale,
        work: "\(steps) steps")
    }
  }
}
