/// A length of virtual time in whole milliseconds; negative only where a clock jumps back.
@frozen
@usableFromInline
package struct Milliseconds: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  @usableFromInline package var count: Int64

  @inlinable
  package init(_ count: Int64) {
    self.count = count
  }

  @inlinable
  package init(integerLiteral value: Int64) {
    count = value
  }

  package static func seconds(_ count: Int64) -> Milliseconds { Milliseconds(count * 1000) }

  @inlinable
  package static var zero: Milliseconds { Milliseconds(0) }

  @inlinable
  package static func == (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count == right.count
  }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(count) }

  @inlinable
  package static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }

  @inlinable
  package static func + (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count + right.count)
  }

  @inlinable
  package static func - (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    Milliseconds(left.count - right.count)
  }

  /// The shortest of the two ways to write it in a file: `2s`, `1500ms`.
  @usableFromInline package var description: String {
    count % 1000 == 0 && count != 0 ? "\(count / 1000)s" : "\(count)ms"
  }

  /// The longest length a file may name: a thousand days.
  package static let longest = Milliseconds.seconds(1000 * 24 * 3600)

  /// Reads `40ms`, `1.5s`, `2m`, `3h`, `91d`; nil where the unit is missing, the number is
  /// no whole number of milliseconds, or it is longer than ``longest``.
  package init?(parsing text: String) {
    let units: [(String, Int64)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    guard let (suffix, scale) = units.first(where: { text.hasSuffix($0.0) }),
      let amount = Decimal(parsing: String(text.dropLast(suffix.count))),
      let count = amount.scaled(by: scale),
      abs(count) <= Milliseconds.longest.count
    else { return nil }
    self.count = count
  }
}

/// A point of virtual time: whole milliseconds from the start of the run.
@frozen
@usableFromInline
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
  @usableFromInline package var milliseconds: Int64

  @inlinable
  package init(_ milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  @inlinable
  package static var start: Instant { Instant(0) }

  @inlinable
  package static func == (left: Instant, right: Instant) -> Bool {
    left.milliseconds == right.milliseconds
  }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(milliseconds) }

  @inlinable
  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  @inlinable
  package static func + (left: Instant, right: Milliseconds) -> Instant {
    Instant(left.milliseconds + right.count)
  }

  @inlinable
  package static func - (left: Instant, right: Instant) -> Milliseconds {
    Milliseconds(left.milliseconds - right.milliseconds)
  }

  @usableFromInline package var description: String {
    milliseconds == 0 ? "0s" : Milliseconds(milliseconds).description
  }
}
