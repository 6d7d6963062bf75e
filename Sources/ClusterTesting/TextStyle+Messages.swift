import ClusterReport

extension TextStyle {
  /// How every message of this library is written: in ASCII, other letters as Swift escapes.
  ///
  /// `swift test` reads the output of tests in pieces of 4,096 bytes and drops each piece at whose
  /// edge a letter of several bytes is cut, so a message with one of them may vanish.
  static let ofMessages = TextStyle(width: 100, isUnicode: false)

  /// The lines of a text, each as it may stand in a message.
  func safeLines(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.utf8.allSatisfy { $0 < 0x80 } ? String(line) : safe(String(line)) }
      .joined(separator: "\n")
  }
}

extension String {
  /// A JSON text in ASCII, with the escapes of JSON.
  var asciiJSON: String {
    var text = ""
    for unit in utf16 {
      if unit < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
