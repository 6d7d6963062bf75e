import ClusterCore
import ClusterReport

/// A command line that has been read: words in order, and options by name.
struct Arguments {
  let words: [String]
  private let values: [String: String]

  /// Reads what follows the command's name.
  ///
  /// An option may be given as `--name value` or `--name=value`; what the environment says
  /// (`CLUSTER_NAME`) holds where the command line is silent. After `--` all are words.
  init(
    _ raw: [String], options: [Option], command: String, environment: (String) -> String?
  ) throws(UserMessage) {
    var words: [String] = []
    var values: [String: String] = [:]
    for option in options {
      if let value = environment(option.variable), !value.isEmpty {
        values[option.name] = try Arguments.checked(
          value, option, said: "\(option.variable)=\(value)")
      }
    }
    var index = 0
    while index < raw.count {
      let word = raw[index]
      index += 1
      if word == "--" {
        words += raw[index...]
        break
      }
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = options.first(where: { $0.name == parts.first }) else {
        throw Arguments.unknown(word, options, command)
      }
      if option.value == nil {
        guard parts.count == 1 else {
          throw UserMessage(
            what: "--\(option.name) takes no value, and \"\(word)\" gives one",
            cause: "it is a switch: it is on where it stands", next: "type --\(option.name)")
        }
        values[option.name] = "on"
      } else if parts.count == 2 {
        values[option.name] = try Arguments.checked(parts[1], option, said: word)
      } else {
        guard index < raw.count else {
          throw UserMessage(
            what: "--\(option.name) has no value",
            cause: "the command line ends where \(option.value ?? "a value") should stand",
            next: "type --\(option.name) \(option.value ?? "VALUE")")
        }
        let value = raw[index]
        index += 1
        values[option.name] = try Arguments.checked(value, option, said: "\(word) \(value)")
      }
    }
    self.words = words
    self.values = values
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  subscript(option: Option) -> String? { values[option.name] }

  func isOff(_ option: Option) -> Bool { values[option.name] == "off" }

  /// A whole number of an option, within bounds.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(UserMessage) -> Int? {
    guard let text = values[option.name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let nearest = Int(text).map { min(max($0, range.lowerBound), range.upperBound) }
      throw UserMessage(
        what: "--\(option.name) \(text) is no number that can be used",
        cause: "it takes a whole number from \(range.lowerBound) to \(range.upperBound)",
        next: Arguments.line(option, "\(nearest ?? range.lowerBound)")
          + ", or leave out --\(option.name)")
    }
    return number
  }

  private static func checked(
    _ value: String, _ option: Option, said: String
  ) throws(UserMessage) -> String {
    guard let choices = option.choices, !choices.contains(value) else { return value }
    let nearest = Suggestion.nearest(of: choices, to: value)
    throw UserMessage(
      what: "\"\(said)\" is not understood",
      cause: (nearest.map { "did you mean \"\($0)\"? " } ?? "")
        + "--\(option.name) takes one of \(choices.joined(separator: ", "))",
      next: line(option, nearest ?? choices.first ?? ""))
  }

  /// What to type instead of a value that is refused: all that was typed, with this one.
  static func line(_ option: Option, _ value: String) -> String {
    Invocation.again(option, value) ?? "set \(option.variable)=\(value)"
  }

  private static func unknown(
    _ word: String, _ options: [Option], _ command: String
  ) -> UserMessage {
    let known = options.map { "--" + $0.name }
    return UserMessage(
      what: "\(command) has no option \"\(word)\"",
      cause: Suggestion.among(known, for: word),
      next: "cluster \(command) --help")
  }
}
