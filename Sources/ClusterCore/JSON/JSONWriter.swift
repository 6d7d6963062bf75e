/// Writes JSON into a byte buffer, keys in the order given, nothing between tokens.
///
/// The same calls give the same bytes on every machine; that is what hashes, replays and
/// golden comparisons rest on.
package struct JSONWriter {
  /// The first room of each.
  private static let blank = [UInt8](repeating: 0, count: 256)

  /// What is written, and room behind it: no byte is appended by itself.
  private var room: [UInt8] = []
  private var count = 0
  /// Whether tokens are written by their names alone, as in all that a run leaves.
  package let redactsSecrets: Bool
  private var needsComma = false

  package init(redactsSecrets: Bool = false) {
    self.redactsSecrets = redactsSecrets
  }

  package var bytes: ArraySlice<UInt8> { room[..<count] }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the writer and keeps its memory.
  package mutating func reset() {
    count = 0
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
    quote(name, and: UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ value: String) {
    quote(value, and: nil)
    needsComma = true
  }

  package mutating func integer(_ value: Int64) {
    append(atMost: 20, after: needsComma) { pen in
      if value < 0 { pen.put(UInt8(ascii: "-")) }
      pen.put(digitsOf: value.magnitude)
    }
    needsComma = true
  }

  package mutating func integer(_ value: Int) { integer(Int64(value)) }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func null() { literal("null") }

  /// Text that is already JSON: a number as it was written, or a stored line.
  package mutating func literal(_ json: String) {
    var json = json
    json.withUTF8 { text in
      append(atMost: text.count, after: needsComma) { $0.put(text) }
    }
    needsComma = true
  }

  package mutating func newline() {
    append(atMost: 1, after: false) { $0.put(UInt8(ascii: "\n")) }
    needsComma = false
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    append(atMost: 1, after: needsComma) { $0.put(UInt8(ascii: bracket)) }
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    append(atMost: 1, after: false) { $0.put(UInt8(ascii: bracket)) }
    needsComma = true
  }

  /// - Parameter end: what follows the closing quote.
  private mutating func quote(_ value: String, and end: UInt8?) {
    var value = value
    value.withUTF8 { text in
      append(atMost: JSONPen.longestEscape * text.count + 3, after: needsComma) { pen in
        pen.put(quoted: text)
        if let end { pen.put(end) }
      }
    }
  }

  /// - Parameter comma: whether one is to stand before it.
  @inline(__always)
  private mutating func append(
    atMost most: Int, after comma: Bool, _ body: (inout JSONPen) -> Void
  ) {
    if room.count - count <= most { makeRoom(for: most + 1) }
    let done = count
    count = room.withUnsafeMutableBufferPointer { room in
      guard let begin = room.baseAddress else { return done }
      var pen = JSONPen(at: begin + done)
      if comma { pen.put(UInt8(ascii: ",")) }
      body(&pen)
      return pen.place - begin
    }
  }

  private mutating func makeRoom(for more: Int) {
    if room.isEmpty { room = JSONWriter.blank }
    // What stands there means nothing, and a copy is made at once, not byte by byte.
    while room.count < count + more { room.append(contentsOf: room) }
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
