/// A decimal number exactly as written: a whole number over a power of ten.
///
/// No floating point stands between a file and a run, so `0.1` is read as a tenth and
/// not as the nearest binary fraction.
package struct Decimal: Hashable, Sendable {
  let digits: Int64
  let places: Int

  /// Reads `-12`, `0.15`; nil for anything else, an exponent included, and for numbers of
  /// more than fifteen digits.
  package init?(parsing text: String) {
    var digits: Int64 = 0
    var places = 0
    var seenPoint = false
    var count = 0
    var bytes = Substring(text).utf8[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    for byte in bytes {
      if byte == UInt8(ascii: "."), !seenPoint, count > 0 {
        seenPoint = true
        continue
      }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), count < 15 else { return nil }
      digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
      count += 1
      if seenPoint { places += 1 }
    }
    guard count > 0, !(seenPoint && places == 0) else { return nil }
    self.digits = isNegative ? -digits : digits
    self.places = places
  }

  /// The number times `scale` where that is whole; nil where it is not, or overflows.
  package func scaled(by scale: Int64) -> Int64? {
    let (product, overflow) = digits.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    var divisor: Int64 = 1
    for _ in 0..<places { divisor *= 10 }
    return product % divisor == 0 ? product / divisor : nil
  }
}
