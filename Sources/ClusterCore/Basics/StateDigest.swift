/// Takes in what makes up one state of a search, part by part, and gives its fingerprint.
///
/// One keyed hasher takes in the parts and is finished twice, so that two halves come of it which
/// are alike only where its inner state, of 256 bits, is. Swift keys hashers anew in every
/// process: a fingerprint means something within one search only; what is counted does not
/// depend on it.
///
/// It is inlinable, as the names of `Identifiers.swift` are: a state is some hundred parts, and a
/// call through a generic function for each costs more than the hashing.
@usableFromInline
package struct StateDigest: Sendable {
  @usableFromInline var hasher = Hasher()

  @inlinable
  package init() {}

  /// Takes in a value by its `hash(into:)`, so only types whose hash covers all that tells two
  /// values of one search apart may be given.
  @inlinable
  package mutating func combine(_ value: some Hashable) {
    hasher.combine(value)
  }

  @inlinable
  package mutating func combine(_ fingerprint: Fingerprint) {
    hasher.combine(fingerprint.low)
    hasher.combine(fingerprint.high)
  }

  package var fingerprint: Fingerprint {
    var other = hasher
    other.combine(0x517c_c1b7 as UInt32)
    return Fingerprint(
      low: UInt64(truncatingIfNeeded: hasher.finalize()),
      high: UInt64(truncatingIfNeeded: other.finalize()))
  }
}

/// 128 bits that stand for a state.
///
/// Among n states two different ones have the same with a chance of at most n² / 2^129: for a
/// hundred million states below 1 in 10^22. A search that meets such a pair misses a state.
@usableFromInline
package struct Fingerprint: Hashable, Sendable {
  @usableFromInline package let low: UInt64
  @usableFromInline package let high: UInt64

  @inlinable
  package init(low: UInt64 = 0, high: UInt64 = 0) {
    self.low = low
    self.high = high
  }

  /// Both of them, whichever came first: for what lies in no order.
  @inlinable
  package static func + (left: Fingerprint, right: Fingerprint) -> Fingerprint {
    Fingerprint(low: left.low &+ right.low, high: left.high &+ right.high)
  }

  @inlinable
  package static func == (left: Fingerprint, right: Fingerprint) -> Bool {
    left.low == right.low && left.high == right.high
  }

  /// It is as good as random already.
  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(low) }
}
