import ClusterReport
import SyncModels

/// The smallest thing that breaks a law, as it is told.
struct MergeCounterexample {
  /// One of the two ways, with what was seen on it.
  struct Way {
    /// Such as `a, b` or `(a * b) * c`.
    let name: String
    /// What was seen after each step; the last is the end.
    let steps: [(after: String, seen: String)]
  }

  let law: MergeLaw
  /// The start, and the operations or states that take part, by name.
  let given: [(name: String, text: String)]
  /// What takes part, apart from the start, and its verb: `two operations end`.
  let size: String
  let one: Way
  let other: Way
  let differences: [StateDifference]
  let sensitivity: String
  /// How much was tried.
  let tried: String

  /// Differences that are shown; more are counted.
  static let shownDifferences = 8

  var text: String {
    ([title, ""] + shown + [""] + ways + [""] + ends).joined(separator: "\n")
  }

  private var title: String {
    let ends =
      law == .associativity
      ? "grouped otherwise" : law.isOfCopies ? "with a copy" : "in another order"
    return "the merge is \(law.broken): \(size) otherwise \(ends)"
  }

  private var shown: [String] { Self.table(given) }

  private var ways: [String] {
    let column = max(one.name.count, other.name.count)
    return [one, other].flatMap { way in
      way.steps.enumerated().map { index, step in
        let name = index == 0 ? way.name : ""
        return "  \(name.padded(to: column))  \(step.after)\(step.seen)"
      }
    }
  }

  private var ends: [String] {
    let sentences = Self.sentences([
      ("law", law.words), ("class", sensitivity), ("tried", tried), ("next", law.advice),
    ])
    return Self.table(differing + sentences)
  }

  private var differing: [(name: String, text: String)] {
    guard !differences.isEmpty else {
      return [("differs", "the two ends are unequal, though they print alike")]
    }
    let lines = differences.prefix(Self.shownDifferences).map { difference in
      let place =
        difference.path.isEmpty ? "" : TextStyle.ofMessages.safe(difference.path) + ": "
      return "\(place)\(difference.one) after \(one.name); \(difference.other) after \(other.name)"
    }
    let rest = differences.count - lines.count
    let all = lines + (rest > 0 ? ["and \(rest) more"] : [])
    return all.enumerated().map { ($0.offset == 0 ? "differs" : "", $0.element) }
  }

  private static func table(_ rows: [(name: String, text: String)]) -> [String] {
    let column = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name.padded(to: column))  \($0.text)" }
  }

  /// Sentences of this library in lines of a terminal's width; values stay on one line.
  private static func sentences(_ rows: [(name: String, text: String)]) -> [(String, String)] {
    rows.flatMap { row in
      row.text.wrapped(to: 80).enumerated().map { ($0.offset == 0 ? row.name : "", $0.element) }
    }
  }
}

extension MergeLaw {
  fileprivate var isOfCopies: Bool {
    switch self {
    case .idempotence, .lateRepeat: true
    case .commutativity, .associativity: false
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Lines of at most so many characters, broken at spaces; a longer word stays whole.
  fileprivate func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// `one operation`, `two operations`, `12 operations`.
func counted(_ number: Int, _ one: String, _ many: String) -> String {
  let words = ["no", "one", "two", "three", "four", "five", "six"]
  return (number < words.count ? words[number] : "\(number)") + " " + (number == 1 ? one : many)
}
