import ClusterReport

/// How much a figure is taken from.
struct BenchSize: Sendable {
  let repetitions: Int
  /// Divides the work of a repetition.
  let divisor: Int

  /// That share of the work, at least one of it.
  func of(_ whole: Int) -> Int { max(1, whole / divisor) }
}

/// Why a row cannot be measured here.
struct BenchMissing: Error {
  let reason: String
}

/// One row of `cluster bench`.
struct BenchRow {
  let name: String
  let what: String
  let unit: BenchFigure.Unit
  let yardstick: String?
  let reach: Double
  let aim: Double?
  /// Takes all repetitions, each with its yardstick right beside it.
  let take: (BenchSize) async throws -> [BenchFigure.Sample]

  init(
    _ name: String, _ what: String, _ unit: BenchFigure.Unit, beside yardstick: String? = nil,
    reach: Double, aim: Double? = nil,
    take: @escaping (BenchSize) async throws -> [BenchFigure.Sample]
  ) {
    self.name = name
    self.what = what
    self.unit = unit
    self.yardstick = yardstick
    self.reach = reach
    self.aim = aim
    self.take = take
  }

  static var all: [BenchRow] {
    LockStepBench.rows + MemoryBench.rows + OrdersBench.rows + StartBench.rows + GrowthBench.rows
  }

  func figure(_ size: BenchSize) async throws -> BenchFigure {
    var samples: [BenchFigure.Sample] = []
    var missing: String?
    do {
      samples = try await take(size)
    } catch let error as BenchMissing {
      missing = error.reason
    }
    return BenchFigure(
      name: name, what: what, unit: unit, yardstick: yardstick, reach: reach, aim: aim,
      samples: samples, missing: missing)
  }
}
