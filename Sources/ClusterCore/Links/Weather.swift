/// What a link does to messages that no fate names.
package struct Weather: Hashable, Sendable {
  package enum Delay: Hashable, Sendable {
    case constant(Milliseconds)
    case uniform(Milliseconds, Milliseconds)
    /// Exponential with that mean, from an integer table; at most eight times the mean.
    case exponential(mean: Milliseconds)
  }

  /// Times when more is lost: in each stretch of `every`, one of `length` begins at an
  /// instant drawn from the seed, the link and the stretch.
  package struct Burst: Hashable, Sendable {
    package let every: Milliseconds
    package let length: Milliseconds
    package let loss: PartsPerMillion

    package init(every: Milliseconds, length: Milliseconds, loss: PartsPerMillion) {
      self.every = every
      self.length = length
      self.loss = loss
    }
  }

  package var delay: Delay
  /// No message takes less.
  package var floor: Milliseconds
  package var loss: PartsPerMillion
  package var duplicate: PartsPerMillion
  package var burst: Burst?
  /// Whether messages keep their order.
  package var isFirstInFirstOut: Bool
  /// Up to so much comes on top of every delay.
  package var extra: Milliseconds = .zero

  package init(
    delay: Delay, floor: Milliseconds, loss: PartsPerMillion = .never,
    duplicate: PartsPerMillion = .never, burst: Burst? = nil, isFirstInFirstOut: Bool = false
  ) {
    self.delay = delay
    self.floor = floor
    self.loss = loss
    self.duplicate = duplicate
    self.burst = burst
    self.isFirstInFirstOut = isFirstInFirstOut
  }

  package static let standard = Weather(delay: .constant(50), floor: 50)

  package enum Preset: String, CaseIterable, Sendable {
    case wifi, lte, subway
  }

  package init(_ preset: Preset) {
    switch preset {
    case .wifi: self.init(delay: .uniform(5, 30), floor: 5, loss: PartsPerMillion(1000))
    case .lte:
      self.init(delay: .exponential(mean: 60), floor: 30, loss: PartsPerMillion(10_000))
    case .subway:
      self.init(
        delay: .exponential(mean: 300), floor: 40, loss: PartsPerMillion(50_000),
        duplicate: PartsPerMillion(10_000),
        burst: Burst(every: .seconds(30), length: .seconds(8), loss: .always))
    }
  }
}

/// What a link did with one message when it was sent.
package struct DrawnFate: Hashable, Sendable {
  /// One delay a copy, none for a loss; the first is the message's own.
  package let delays: [Milliseconds]
}

extension Weather {
  /// What the weather does to a message sent at `instant` over that link.
  ///
  /// A pure function of its arguments: no state, and no other message, has a part in it.
  /// `isCalm` stops loss and doubling; what is drawn for the delay stays the same.
  package func draw(
    seed: Seed, message: MessageName, link: LinkID, at instant: Instant, isCalm: Bool
  ) -> DrawnFate {
    if let certain { return DrawnFate(delays: [certain]) }
    var generator = seed.generator(forFold: message.fold)
    let isLost = generator.happens(loss)
    let isDoubled = generator.happens(duplicate)
    let first = delay(from: &generator)
    let second = delay(from: &generator)
    if !isCalm {
      if isLost { return DrawnFate(delays: []) }
      if let burst, burst.isOn(seed: seed, link: link, at: instant), generator.happens(burst.loss) {
        return DrawnFate(delays: [])
      }
      if isDoubled && link.canDouble { return DrawnFate(delays: [first, second]) }
    }
    return DrawnFate(delays: [first])
  }

  /// The delay of every message, where nothing is left to chance.
  private var certain: Milliseconds? {
    guard case .constant(let delay) = delay, loss == .never, duplicate == .never, burst == nil,
      extra == .zero
    else { return nil }
    return max(delay, floor)
  }

  private func delay(from generator: inout Generator) -> Milliseconds {
    let base = baseDelay(generator.next())
    return extra == .zero ? base : base + Milliseconds(generator.below(extra.count + 1))
  }

  private func baseDelay(_ random: UInt64) -> Milliseconds {
    switch delay {
    case .constant(let delay): return max(delay, floor)
    case .uniform(let low, let high):
      var draw = Generator(state: random)
      return max(floor, Milliseconds(low.count + draw.below(high.count - low.count + 1)))
    case .exponential(let mean):
      return max(floor, Milliseconds(ExponentialTable.sample(random, mean: mean.count)))
    }
  }
}

extension Weather.Burst {
  package func isOn(seed: Seed, link: LinkID, at instant: Instant) -> Bool {
    let stretch = instant.milliseconds / every.count
    var generator = seed.generator(for: "burst/\(link)/\(stretch)")
    let begin = stretch * every.count + generator.below(every.count - length.count + 1)
    return begin <= instant.milliseconds && instant.milliseconds < begin + length.count
  }
}

/// The exponential distribution without floating point.
enum ExponentialTable {
  /// −ln(1 − i/64) × 1024, rounded, for i in 1...63: where each 64th of all draws ends.
  private static let values: [Int64] = [
    16, 33, 49, 66, 83, 101, 119, 137, 155, 174, 193, 213, 233, 253, 273, 295, 316, 338, 361, 384,
    407, 431, 456, 481, 507, 534, 561, 589, 618, 648, 678, 710, 742, 776, 811, 847, 884, 922, 963,
    1004, 1048, 1093, 1141, 1191, 1244, 1299, 1357, 1420, 1486, 1556, 1632, 1714, 1803, 1901, 2009,
    2129, 2266, 2424, 2611, 2839, 3134, 3549, 4259,
  ]

  /// A 64th drawn by the top six bits, and a place within it; the last ends at 8 × mean.
  static func sample(_ random: UInt64, mean: Int64) -> Int64 {
    let step = Int(random >> 58)
    let within = Int64(random & 0xFFFF)
    let low = step == 0 ? 0 : values[step - 1]
    let high = step == 63 ? 8 * 1024 : values[step]
    let value = low + (high - low) * within / 0x1_0000
    return value * mean / 1024
  }
}
