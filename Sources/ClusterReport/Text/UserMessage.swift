import ClusterCore

/// What a user is told when something is wrong: what it is, the likely cause, and what to type
/// or do next.
package struct UserMessage: Error, Hashable, Sendable {
  package let what: String
  package let cause: String
  package let next: String

  package init(what: String, cause: String, next: String) {
    self.what = what
    self.cause = cause
    self.next = next
  }

  /// Three lines, never cut.
  package func lines(_ style: TextStyle) -> [String] {
    [("error: ", what), ("  cause: ", cause), ("  next:  ", next)].map { title, text in
      title + SafeText(text, style).string
    }
  }
}

extension UserMessage: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("what", what)
      json.member("cause", cause)
      json.member("next", next)
    }
  }
}

extension UserMessage {
  /// The message about a file that does not say what it should; `bytes` is what was read.
  package init(_ error: FormatError, file: String, bytes: [UInt8]) {
    let place = SourcePlace(offset: error.offset, in: bytes)
    let path = error.path.isEmpty ? "" : "\(error.path): "
    self.init(
      what: "\(file):\(place.line):\(place.column): \(path)\(error.problem)",
      cause: "allowed here: \(error.allowed)",
      next: "correct line \(place.line) of \(file), then run the same command again")
  }
}

/// A place in a text as an editor counts it: lines and columns from 1.
package struct SourcePlace: Hashable, Sendable {
  package let line: Int
  /// In characters that a reader would count, not in bytes.
  package let column: Int

  /// The place of a byte; past the end it is the end.
  package init(offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(max(0, offset))
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = 1 + String(decoding: before[start...], as: UTF8.self).count
  }
}
