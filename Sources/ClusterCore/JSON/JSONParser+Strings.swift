extension JSONParser {
  mutating func string() throws(JSONSyntaxError) {
    let start = position + 1
    var end = start
    var isASCII = true
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      if byte >= 0x80 { isASCII = false }
      end += 1
    }
    position = end
    guard current == UInt8(ascii: "\"") else { return try escapedString(from: start) }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
    // Nothing has to be validated where every byte is ASCII, and that is the common case.
    if !isASCII { try validate(text) }
    append(
      .string, from: start - 1, start: start, count: text.count, word: JSONKey.word(text))
    position += 1
  }

  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) {
    var content = Array(bytes[start..<position])
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        try validate(content)
        append(
          .string, from: start - 1, start: bytes.count + unescaped.count, count: content.count,
          word: content.withUnsafeBufferPointer { JSONKey.word($0) })
        unescaped += content
        return
      case UInt8(ascii: "\\"): content.append(contentsOf: try escape())
      case 0..<0x20:
        position -= 1
        throw error("a control character stands in a string; write it as \\u00…")
      default: content.append(byte)
      }
    }
    throw error("a string is not closed")
  }

  private func validate(_ content: some Collection<UInt8>) throws(JSONSyntaxError) {
    guard String(validating: content, as: UTF8.self) != nil else {
      throw error("a string is not UTF-8")
    }
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
