import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// The search over every order.
enum OrdersBench {
  private static let budget = OrderBudget(drops: 1, duplicates: 1)

  static var rows: [BenchRow] {
    [
      BenchRow(
        "states", "states of every order, two devices that write, a loss and a copy",
        .perSecond("states"), reach: 60_000, aim: 500_000, take: states),
      BenchRow(
        "two-writers", "explore --all-orders of two such devices, command to verdict", .seconds,
        reach: 0.3, take: { try command(writers: 2, keepsOrder: false, $0) }),
      BenchRow(
        "two-writers-fifo", "the same over links that keep their order", .seconds, reach: 0.3,
        take: { try command(writers: 2, keepsOrder: true, $0) }),
      BenchRow(
        "three-writers-fifo", "the same of three devices", .seconds, reach: 2,
        take: { try command(writers: 3, keepsOrder: true, $0) }),
    ]
  }

  private static func states(_ size: BenchSize) async throws -> [BenchFigure.Sample] {
    let scenario = try BenchScenario.writers(2, keepsOrder: false).scenario
    let limit = size.divisor > 1 ? 1000 : OrderSearch.standardStateLimit
    var samples: [BenchFigure.Sample] = []
    for _ in 0..<size.repetitions {
      var search = OrderSearch(
        scenario, budget: budget, stateLimit: limit, workers: CurrentProcess.cores)
      let begin = WallClock.monotonicNanoseconds
      let progress = try await search.search().progress
      let seconds = Double(WallClock.monotonicNanoseconds - begin) * 1e-9
      samples.append(
        BenchFigure.Sample(
          Double(progress.states) / max(1e-9, seconds),
          work: "\(progress.states) states, \(progress.transitions) transitions"))
    }
    return samples
  }

  /// The command itself, with its own process, its confirmations and its store.
  private static func command(
    writers: Int, keepsOrder: Bool, _ size: BenchSize
  ) throws -> [BenchFigure.Sample] {
    let (scenario, text) = try BenchScenario.writers(writers, keepsOrder: keepsOrder)
    let states = size.divisor > 1 ? ["--states", "1000"] : []
    return try (0..<size.repetitions).map { _ in
      try Trip.make { folder in
        let file = "\(folder)/\(scenario.name).json"
        try Files.write(Array(text.utf8), to: file)
        let trip = try Trip(
          [CurrentProcess.executable, "explore", file, "--all-orders"]
            + ["--drops", "\(budget.drops)", "--duplicates", "\(budget.duplicates)"] + states
            + ["--store", "\(folder)/store", "--quiet"], in: folder)
        return BenchFigure.Sample(trip.seconds, work: trip.output)
      }
    }
  }
}
