/// Where a ``JSONWriter`` writes next; it has made room before.
struct JSONPen {
  /// What one byte of a text becomes at most: `\u001f`.
  static let longestEscape = 6

  private(set) var place: UnsafeMutablePointer<UInt8>

  init(at place: UnsafeMutablePointer<UInt8>) {
    self.place = place
  }

  mutating func put(_ byte: UInt8) {
    place.pointee = byte
    place += 1
  }

  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let begin = bytes.baseAddress else { return }
    place.update(from: begin, count: bytes.count)
    place += bytes.count
  }

  mutating func put(digitsOf value: UInt64) {
    if value >= 10 { put(digitsOf: value / 10) }
    put(UInt8(ascii: "0") + UInt8(value % 10))
  }

  /// A text in its quotes.
  mutating func put(quoted text: UnsafeBufferPointer<UInt8>) {
    put(UInt8(ascii: "\""))
    // Nearly every text is copied as it is, so it is looked through before.
    if JSONPen.hasEscaped(text) {
      for byte in text { if JSONPen.isEscaped(byte) { put(escaped: byte) } else { put(byte) } }
    } else {
      put(text)
    }
    put(UInt8(ascii: "\""))
  }

  /// By the pointer: a sequence's own way takes a build for debugging ten times as long.
  private static func hasEscaped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var place = text.baseAddress else { return false }
    let end = place + text.count
    while place < end {
      let byte = place.pointee
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F { return true }
      place += 1
    }
    return false
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func put(escaped byte: UInt8) {
    put(UInt8(ascii: "\\"))
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return put(byte) }
    for byte in "u00".utf8 { put(byte) }
    put(JSONPen.hexDigit(byte >> 4))
    put(JSONPen.hexDigit(byte & 15))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
