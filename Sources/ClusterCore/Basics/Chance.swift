/// How often something happens, in parts per million; no floating point is involved.
package struct PartsPerMillion: Hashable, Comparable, Sendable {
  package let count: Int64

  package init(_ count: Int64) {
    self.count = count
  }

  package static let never = PartsPerMillion(0)
  package static let always = PartsPerMillion(1_000_000)

  package static func < (left: PartsPerMillion, right: PartsPerMillion) -> Bool {
    left.count < right.count
  }
}

/// The number a run's weather is drawn from.
package struct Seed: Hashable, Sendable, CustomStringConvertible {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }

  package var description: String { String(number) }

  /// The generator of one named thing: a pure function of this seed and the name's bytes.
  ///
  /// The name is folded by FNV-1a (64 bit), then mixed with the seed by SplitMix64's
  /// finaliser, so that names that differ in one byte draw unrelated numbers.
  package func generator(for name: String) -> Generator {
    generator(forFold: StableHash.of(name))
  }

  /// The same for a name whose fold is known.
  package func generator(forFold fold: UInt64) -> Generator {
    Generator(state: Generator.mixed(number &+ 0x9E37_79B9_7F4A_7C15) ^ fold)
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, the same on every machine.
package struct Generator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Generator.mixed(state)
  }

  /// A whole number in `0..<bound`, by multiply and shift; 0 where the bound is not positive.
  package mutating func below(_ bound: Int64) -> Int64 {
    guard bound > 0 else { return 0 }
    return Int64(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  package mutating func happens(_ chance: PartsPerMillion) -> Bool {
    below(PartsPerMillion.always.count) < chance.count
  }

  static func mixed(_ input: UInt64) -> UInt64 {
    var bits = input
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// FNV-1a over bytes, 64 bit: the trace's rolling hash, and the fold of names.
package struct StableHash: Hashable, Sendable, CustomStringConvertible {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Goes on behind bytes whose hash is known.
  package init(continuing value: UInt64) {
    self.value = value
  }

  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// The same for bytes that lie together, which every line of a trace goes through: by a pointer,
  /// since a build without the optimiser makes several calls for each element of a sequence.
  package mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard var next = bytes.baseAddress else { return }
    let end = next + bytes.count
    while next != end {
      combine(next.pointee)
      next += 1
    }
  }

  package mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  package mutating func combine(_ text: Text) { combine(text.body.pointee.bytes) }

  /// Takes in a number's decimal digits.
  ///
  /// - Parameter number: not negative.
  package mutating func combine(decimal number: Int) {
    if number >= 10 { combine(decimal: number / 10) }
    combine(UInt8(ascii: "0") + UInt8(number % 10))
  }

  package static func of(_ text: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(text.utf8)
    return hash.value
  }

  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
