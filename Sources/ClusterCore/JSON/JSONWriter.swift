/// Writes JSON into a byte buffer, keys in the order given, nothing between tokens.
///
/// The same calls give the same bytes on every machine; that is what hashes, replays and
/// golden comparisons rest on.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// Whether tokens are written by their names alone, as in all that a run leaves.
  package let redactsSecrets: Bool
  private var needsComma = false

  package init(redactsSecrets: Bool = false) {
    self.redactsSecrets = redactsSecrets
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the writer and keeps its memory.
  package mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open("[")
    body(&self)
    close("]")
  }

  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    open("[")
    for element in elements { body(&self, element) }
    close("]")
  }

  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    quote(value)
    needsComma = true
  }

  package mutating func integer(_ value: Int64) {
    separate()
    appendDigits(value)
    needsComma = true
  }

  package mutating func integer(_ value: Int) { integer(Int64(value)) }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func null() { literal("null") }

  /// Text that is already JSON: a number as it was written, or a stored line.
  package mutating func literal(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendDigits(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(of: value.magnitude)
  }

  private mutating func appendDigits(of value: UInt64) {
    if value >= 10 { appendDigits(of: value / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }

  /// Nearly all texts are copied as they are: only what has to be escaped goes byte by byte.
  private mutating func quote(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      if text.contains(where: JSONWriter.isEscaped) {
        for byte in text { appendEscaped(byte) }
      } else {
        bytes.append(contentsOf: text)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20, 0x7F:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(JSONWriter.hexDigit(byte >> 4))
      bytes.append(JSONWriter.hexDigit(byte & 15))
    default:
      bytes.append(byte)
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

/// Something with one JSON form.
package protocol JSONWritable {
  func write(to json: inout JSONWriter)
}

extension JSONWritable {
  /// The JSON form on one line.
  package var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// The JSON form on one line, without the secret of any token.
  package var redactedJSON: String {
    var writer = JSONWriter(redactsSecrets: true)
    write(to: &writer)
    return writer.text
  }
}

extension JSONWriter {
  package mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member<Kind>(_ name: String, _ value: Identifier<Kind>) {
    key(name)
    string(value.string)
  }

  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Int64) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  package mutating func member(_ name: String, _ value: some JSONWritable) {
    key(name)
    value.write(to: &self)
  }

  package mutating func member(_ name: String, _ values: some Sequence<some JSONWritable>) {
    key(name)
    array(values) { json, element in element.write(to: &json) }
  }
}
