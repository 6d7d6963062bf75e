/// The one word of a message's name that is wrong where all else of it is well formed.
struct MisspeltName {
  private let problem: String
  private let allowed: String

  /// - Parameter text: no message's name.
  /// - Returns: nil where it has not the shape of one either.
  init?(message text: String) {
    self.init(text, ends: ["answer"])
  }

  /// - Parameter text: no event's name: that of a message, `NAME~2`, or `NAME/failure`.
  init?(event text: String) {
    let copy = text.lastIndex(of: "~")
    self.init(copy.map { String(text[..<$0]) } ?? text, ends: ["answer", "failure"])
  }

  /// - Parameter ends: what may stand behind the four parts of a request's name.
  private init?(_ text: String, ends: [String]) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, parts[0].contains(">") else { return nil }
    guard MessageKind(rawValue: parts[1]) != nil else {
      problem = "\"\(parts[1])\" is no kind of message"
      allowed = Suggestion.among(MessageKind.allCases.map(\.rawValue), for: parts[1])
      return
    }
    guard parts.count == 5, !ends.contains(parts[4]) else { return nil }
    problem = "\"\(parts[4])\" is nothing of a message"
    allowed = Suggestion.among(ends, for: parts[4]) + ", or nothing behind COUNT"
  }

  func error(at reader: JSONReader) -> FormatError { reader.error(problem, allowed: allowed) }
}
