import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// Runs inside this process, on one core.
enum MemoryBench {
  static var rows: [BenchRow] {
    [
      BenchRow(
        "memory-steps", "steps of a run in memory, no checks, in a second of one core",
        .perSecond("steps"),
        reach: 300_000, aim: 1_000_000, take: steps),
      BenchRow(
        "default-runs",
        "runs of the default scenario in memory, checks and all, in a second of one core",
        .perSecond("runs"), reach: 1000, aim: 5000, take: runs),
    ]
  }

  private static func steps(_ size: BenchSize) throws -> [BenchFigure.Sample] {
    let setup = RunSetup(try BenchScenario.writing(entries: size.of(5000)))
    return try (0..<size.repetitions).map { _ in
      var steps = 0
      var ending = StableHash()
      let seconds = try Stopwatch.seconds {
        var run = Run(setup, hosts: MemoryHost.all(of: setup.scenario)) { event in
          if case .ended = event.kind { ending = event.hash }
        }
        try run.start()
        steps = try run.run().steps
      }
      return BenchFigure.Sample(Double(steps) / seconds, work: "\(ending)")
    }
  }

  private static func runs(_ size: BenchSize) throws -> [BenchFigure.Sample] {
    let scenario = try BenchScenario.standard()
    let seeds = (1...size.of(300)).map { Seed(UInt64($0)) }
    return try (0..<size.repetitions).map { _ in
      var work = StableHash()
      let seconds = try Stopwatch.seconds {
        for seed in seeds {
          let run = try JudgedRun.inMemory(RunSetup(scenario, seed: seed))
          work.combine("\(run.outcome.steps) \(run.outcome.end) \(run.verdicts)\n".utf8)
        }
      }
      return BenchFigure.Sample(Double(seeds.count) / seconds, work: "\(work)")
    }
  }
}

extension TraceEvent {
  /// A hash of its line in a trace.
  fileprivate var hash: StableHash {
    var encoder = TraceEncoder()
    encoder.combine(self)
    return encoder.hash
  }
}

extension JudgedRun {
  fileprivate var verdicts: String {
    checker.results().map { "\($0.verdict.rawValue)/\($0.witnesses)" }.joined(separator: " ")
  }
}
