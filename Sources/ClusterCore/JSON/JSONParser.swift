/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable {
  package let offset: Int
  package let problem: String
}

/// Reads one JSON text (RFC 8259); nothing may follow it but white space.
///
/// Refused beside plain syntax errors: the same key twice in one object, text that is not
/// UTF-8, and nesting deeper than ``Limit/openBrackets``.
package struct JSONParser {
  /// Borrowed for the time of one reading.
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  var depth = 0
  var parts: [JSONTape.Part] = []
  /// Texts that are written with escapes, as they are meant; they stand behind `bytes`.
  var unescaped: [UInt8] = []

  /// The text's parts.
  package static func tape(_ bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) -> JSONTape {
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<JSONTape, JSONSyntaxError> in
      var parser = JSONParser(bytes: bytes)
      do throws(JSONSyntaxError) {
        return .success(try parser.text())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  package static func tape(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONTape {
    try tape(bytes[...])
  }

  /// The text as a tree.
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode {
    try tape(bytes).node
  }

  package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONNode {
    try parse(Array(text.utf8))
  }

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    // Of frames, six bytes or more make a part; long texts may go on as they like.
    parts.reserveCapacity(min(bytes.count / 6 + 8, 1024))
  }

  mutating func text() throws(JSONSyntaxError) -> JSONTape {
    skipSpace()
    try value()
    skipSpace()
    guard position == bytes.count else {
      throw error("something follows the end of the JSON text")
    }
    var text = Array(bytes)
    if !unescaped.isEmpty { text += unescaped }
    return JSONTape(bytes: text, parts: parts)
  }

  func error(_ problem: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, problem: problem)
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func value() throws(JSONSyntaxError) {
    switch current {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    case UInt8(ascii: "n"): try word("null", .null)
    case nil: throw error("the text ends where a value should stand")
    default: try number()
    }
  }

  mutating func append(
    _ kind: JSONTape.Kind, from offset: Int, start: Int = 0, count: Int = 0, word: UInt64 = 0
  ) {
    parts.append(
      JSONTape.Part(
        kind: kind, offset: Int32(offset), start: Int32(start), count: Int32(count),
        end: Int32(parts.count + 1), word: word))
  }

  mutating func close(_ place: Int, count: Int) {
    depth -= 1
    parts[place].count = Int32(count)
    parts[place].end = Int32(parts.count)
  }

  mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Limit.openBrackets else {
      throw error("more than \(Limit.openBrackets) brackets are open at once")
    }
    position += 1
    skipSpace()
  }

  mutating func object() throws(JSONSyntaxError) {
    let place = parts.count
    append(.object, from: position)
    try enter()
    var names = JSONNames()
    if take(UInt8(ascii: "}")) { return close(place, count: 0) }
    for count in 1... {
      guard current == UInt8(ascii: "\"") else { throw error("a key in quotes is missing") }
      let key = parts.count
      try string()
      guard isNew(key, of: place, &names, count: count) else {
        throw JSONSyntaxError(
          offset: Int(parts[key].offset), problem: "the key \"\(name(key))\" stands twice")
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else {
        throw error("a colon is missing after \"\(name(key))\"")
      }
      skipSpace()
      try value()
      skipSpace()
      if take(UInt8(ascii: "}")) { return close(place, count: count) }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or } is missing") }
      skipSpace()
    }
  }

  mutating func array() throws(JSONSyntaxError) {
    let place = parts.count
    append(.array, from: position)
    try enter()
    if take(UInt8(ascii: "]")) { return close(place, count: 0) }
    for count in 1... {
      try value()
      skipSpace()
      if take(UInt8(ascii: "]")) { return close(place, count: count) }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or ] is missing") }
      skipSpace()
    }
  }

  mutating func word(
    _ word: StaticString, _ kind: JSONTape.Kind
  ) throws(JSONSyntaxError) {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: expected) else { throw error("no value stands here") }
    append(kind, from: position)
    position += expected.count
  }

  mutating func digits() -> Int {
    let start = position
    var end = start
    while end < bytes.count, bytes[end] >= UInt8(ascii: "0"), bytes[end] <= UInt8(ascii: "9") {
      end += 1
    }
    position = end
    return end - start
  }

  mutating func number() throws(JSONSyntaxError) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let first = current
    let whole = digits()
    guard whole > 0 else {
      position = start
      throw error("no value stands here")
    }
    guard whole == 1 || first != UInt8(ascii: "0") else { throw error("a number begins with 0") }
    if take(UInt8(ascii: ".")) {
      guard digits() > 0 else { throw error("digits are missing after the point") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw error("digits are missing after the exponent") }
    }
    append(.number, from: start, start: start, count: position - start)
  }
}
