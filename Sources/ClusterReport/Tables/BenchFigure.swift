/// One figure of `cluster bench`, beside what it is held to.
package struct BenchFigure: Sendable {
  /// How a figure counts.
  package enum Unit: Sendable {
    /// So many of these in a second; more is better.
    case perSecond(String)
    /// Seconds; less is better.
    case seconds

    package var text: String {
      switch self {
      case .perSecond(let things): "\(things)/s"
      case .seconds: "s"
      }
    }

    package var wantsMore: Bool {
      switch self {
      case .perSecond: true
      case .seconds: false
      }
    }
  }

  /// One repetition: what was measured, and right beside it its yardstick.
  package struct Sample: Sendable {
    package let value: Double
    package let yardstick: Double?
    /// What came of the work, in short: a figure that is faster and wrong has another.
    package let work: String

    package init(_ value: Double, yardstick: Double? = nil, work: String) {
      self.value = value
      self.yardstick = yardstick
      self.work = work
    }
  }

  /// What `cluster bench` names it by.
  package let name: String
  package let what: String
  package let unit: Unit
  /// What stands beside it, in words; nil where it stands alone.
  package let yardstick: String?
  /// Of the ratio to the yardstick where there is one, else of the value.
  package let reach: Double
  /// What would be better still; nil where nothing is asked for.
  package let aim: Double?
  package let samples: [Sample]
  /// Why there are no samples.
  package let missing: String?

  package init(
    name: String, what: String, unit: Unit, yardstick: String?, reach: Double, aim: Double?,
    samples: [Sample], missing: String? = nil
  ) {
    self.name = name
    self.what = what
    self.unit = unit
    self.yardstick = yardstick
    self.reach = reach
    self.aim = aim
    self.samples = samples
    self.missing = missing
  }

  /// The median of the repetitions.
  package var value: Double? { BenchFigure.median(samples.map(\.value)) }

  package var yardstickValue: Double? { BenchFigure.median(samples.compactMap(\.yardstick)) }

  /// The median of each repetition's own ratio: what slows the machine slows both.
  package var ratio: Double? {
    BenchFigure.median(
      samples.compactMap { sample in sample.yardstick.map { sample.value / max($0, 1e-12) } })
  }

  /// How far the repetitions lie apart, as a share of their median.
  package var spread: Double? {
    guard let value, value > 0, let least = samples.map(\.value).min(),
      let most = samples.map(\.value).max()
    else { return nil }
    return (most - least) / value
  }

  /// Nil where nothing was measured.
  package var isReached: Bool? { judged.map { meets(reach, $0) } }

  package var isAimReached: Bool? { aim.flatMap { aim in judged.map { meets(aim, $0) } } }

  /// What came of the work; nil where two repetitions came to different things.
  package var work: String? {
    guard let first = samples.first?.work, samples.allSatisfy({ $0.work == first }) else {
      return nil
    }
    return first
  }

  private var judged: Double? { yardstick == nil ? value : ratio }

  private func meets(_ goal: Double, _ figure: Double) -> Bool {
    unit.wantsMore ? figure >= goal : figure <= goal
  }

  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
