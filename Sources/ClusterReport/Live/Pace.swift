import ClusterCore

/// How fast virtual time is told, measured by real time.
package enum Pace: Hashable, Sendable {
  /// The run is told when it is over.
  case instant
  /// So many thousandths of a virtual second in a real one.
  case thousandths(Int64)

  package static let realtime = Pace.thousandths(1000)
  /// From one virtual second in seventeen real minutes to a day in a minute and a half.
  private static let allowed: ClosedRange<Int64> = 1...1_000_000

  /// Reads `instant`, `realtime`, `10x`, `0.5x`; nil for anything else, for more than three places
  /// behind the point, and for what is slower than `0.001x` or faster than `1000x`.
  package init?(parsing text: String) {
    switch text {
    case "instant": self = .instant
    case "realtime": self = .realtime
    default:
      guard text.hasSuffix("x"), let factor = Decimal(parsing: String(text.dropLast())),
        let thousandths = factor.scaled(by: 1000), Pace.allowed.contains(thousandths)
      else { return nil }
      self = .thousandths(thousandths)
    }
  }

  /// When an instant is due: real nanoseconds from the beginning of the run, the last there is
  /// where that is too far away to be counted.
  package func due(_ instant: Instant) -> Int64 {
    switch self {
    case .instant: return 0
    case .thousandths(let rate):
      let (nanoseconds, overflow) = instant.milliseconds.multipliedReportingOverflow(
        by: 1_000_000_000)
      return overflow ? .max : nanoseconds / rate
    }
  }

  /// The latest instant that is due so many real nanoseconds from the beginning; nil where all are.
  package func instant(after nanoseconds: Int64) -> Instant? {
    switch self {
    case .instant: nil
    case .thousandths(let rate):
      // Whole seconds apart, so that no product can overflow.
      Instant(
        nanoseconds / 1_000_000_000 * rate + nanoseconds % 1_000_000_000 * rate / 1_000_000_000)
    }
  }

  /// `in real time`, `10 times as fast as real time`; nil for `instant`.
  var words: String? {
    switch self {
    case .instant: nil
    case .realtime: "in real time"
    case .thousandths(let rate): "\(Wording.thousandths(rate)) times as fast as real time"
    }
  }
}
