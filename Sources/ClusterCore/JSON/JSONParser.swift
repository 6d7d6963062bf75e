/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable {
  package let offset: Int
  package let problem: String
}

/// Reads one JSON text (RFC 8259) into a tree; nothing may follow it but white space.
///
/// Refused beside plain syntax errors: the same key twice in one object, text that is not
/// UTF-8, and nesting deeper than ``Limit/openBrackets``.
package struct JSONParser {
  /// Borrowed for the time of one ``parse(_:)``.
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode {
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<JSONNode, JSONSyntaxError> in
      var parser = JSONParser(bytes: bytes)
      do throws(JSONSyntaxError) {
        return .success(try parser.text())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONNode {
    try parse(Array(text.utf8))
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private mutating func text() throws(JSONSyntaxError) -> JSONNode {
    skipSpace()
    let node = try value()
    skipSpace()
    guard position == bytes.count else {
      throw error("something follows the end of the JSON text")
    }
    return node
  }

  private func error(_ problem: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, problem: problem)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let offset = position
    switch current {
    case UInt8(ascii: "{"): return JSONNode(.object(try members()), offset: offset)
    case UInt8(ascii: "["): return JSONNode(.array(try elements()), offset: offset)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), offset: offset)
    case UInt8(ascii: "t"): return JSONNode(try word("true", .bool(true)), offset: offset)
    case UInt8(ascii: "f"): return JSONNode(try word("false", .bool(false)), offset: offset)
    case UInt8(ascii: "n"): return JSONNode(try word("null", .null), offset: offset)
    case nil: throw error("the text ends where a value should stand")
    default: return JSONNode(.number(try number()), offset: offset)
    }
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Limit.openBrackets else {
      throw error("more than \(Limit.openBrackets) brackets are open at once")
    }
    position += 1
    skipSpace()
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONNode.Member] {
    try enter()
    defer { depth -= 1 }
    var members: [JSONNode.Member] = []
    members.reserveCapacity(4)
    var names = JSONNames()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      guard current == UInt8(ascii: "\"") else { throw error("a key in quotes is missing") }
      let keyOffset = position
      let name = try string()
      guard names.isNew(name, among: members) else {
        throw JSONSyntaxError(offset: keyOffset, problem: "the key \"\(name)\" stands twice")
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is missing after \"\(name)\"") }
      skipSpace()
      members.append(JSONNode.Member(name: name, value: try value()))
      skipSpace()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or } is missing") }
      skipSpace()
    }
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONNode] = []
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or ] is missing") }
      skipSpace()
    }
  }

  private mutating func word(
    _ word: StaticString, _ content: JSONNode.Content
  ) throws(JSONSyntaxError) -> JSONNode.Content {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: expected) else { throw error("no value stands here") }
    position += expected.count
    return content
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      position += 1
    }
    return position - start
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
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
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    var isASCII = true
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      if byte >= 0x80 { isASCII = false }
      position += 1
    }
    if current == UInt8(ascii: "\"") {
      let content = UnsafeBufferPointer(rebasing: bytes[start..<position])
      // Nothing has to be validated where every byte is ASCII, and that is the common case.
      let text =
        isASCII ? String(decoding: content, as: UTF8.self) : try validated(Array(content)[...])
      position += 1
      return text
    }
    return try escapedString(from: start)
  }

  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var content = Array(bytes[start..<position])
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try validated(content[...])
      case UInt8(ascii: "\\"): content.append(contentsOf: try escape())
      case 0..<0x20:
        position -= 1
        throw error("a control character stands in a string; write it as \\u00…")
      default: content.append(byte)
      }
    }
    throw error("a string is not closed")
  }

  private func validated(_ content: ArraySlice<UInt8>) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw error("a string is not UTF-8")
    }
    return text
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    guard let byte = current else { throw error("a string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("\\ may be followed by one of \" \\ / b f n r t u")
    }
  }

  private mutating func unicodeEscape() throws(JSONSyntaxError) -> [UInt8] {
    var code = try hexadecimal()
    if code >= 0xD800 && code < 0xDC00 {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw error("half of a surrogate pair stands alone")
      }
      let low = try hexadecimal()
      guard low >= 0xDC00 && low < 0xE000 else {
        throw error("half of a surrogate pair stands alone")
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error("half of a surrogate pair stands alone")
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    guard position + 4 <= bytes.count,
      let text = String(validating: bytes[position..<position + 4], as: UTF8.self),
      let code = UInt32(text, radix: 16), !text.hasPrefix("+")
    else { throw error("four hexadecimal digits must follow \\u") }
    position += 4
    return code
  }
}

/// Finds the key that stands twice in an object: by looking in a short one, by a set in a long one.
private struct JSONNames {
  private static let few = 16
  /// As bytes: a ``Text`` of every key of every file would stay for good.
  private var many: Set<[UInt8]> = []

  mutating func isNew(_ name: String, among members: [JSONNode.Member]) -> Bool {
    guard members.count >= JSONNames.few else {
      return !members.contains { $0.name.hasBytes(of: name) }
    }
    if many.isEmpty { many = Set(members.map { Array($0.name.utf8) }) }
    return many.insert(Array(name.utf8)).inserted
  }
}

extension String {
  /// Whether it is the same text byte for byte; what Swift takes for unequal never is.
  fileprivate func hasBytes(of other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}
