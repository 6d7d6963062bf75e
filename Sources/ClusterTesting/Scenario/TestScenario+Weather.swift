extension TestScenario {
  /// What a link does to messages, drawn from the seed and each message's name.
  public struct Weather: Hashable, Sendable {
    public enum Delay: Hashable, Sendable {
      case constant(Swift.Duration)
      case uniform(Swift.Duration, Swift.Duration)
      /// By its mean; at most eight times it.
      case exponential(Swift.Duration)
    }

    public enum Preset: String, Hashable, Sendable { case wifi, lte, subway }

    public var preset: Preset?
    /// Left out, 50 ms.
    public var delay: Delay?
    /// Of a million messages, how many are lost.
    public var lossPerMillion = 0
    /// Of a million messages, how many come twice.
    public var duplicatePerMillion = 0
    /// Whether nothing arrives before what was sent earlier.
    public var isFirstInFirstOut = false

    /// - Parameters:
    ///   - loss: from 0 to 1, rounded to a millionth.
    ///   - duplicate: the same.
    public init(delay: Delay? = nil, loss: Double = 0, duplicate: Double = 0) {
      self.delay = delay
      lossPerMillion = Weather.perMillion(loss)
      duplicatePerMillion = Weather.perMillion(duplicate)
    }

    public init(_ preset: Preset) {
      self.preset = preset
    }

    /// A chance that is none is left to the reader of the scenario to refuse.
    private static func perMillion(_ chance: Double) -> Int {
      guard chance.isFinite, abs(chance) < 1000 else { return -1 }
      return Int((chance * 1_000_000).rounded())
    }
  }
}
