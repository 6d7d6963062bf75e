import ClusterCore

// What runs of a soak showed, by kind: first what nobody expected, then what was to fail and did,
// then what was to fail and did not.
extension SoakSummary {
  /// Surprises of one kind.
  struct Kind {
    let words: String
    var surprises: [Surprise]
    /// Whether these runs are surprises only because what is to fail passed in them.
    let isUnseen: Bool
  }

  /// Surprises by check and signature: what is wrong before what was not seen, and of each the
  /// most frequent first.
  var kinds: [Kind] {
    var kinds: [Kind] = []
    for surprise in surprises {
      let words = surprise.kind
      if let place = kinds.firstIndex(where: { $0.words == words }) {
        kinds[place].surprises.append(surprise)
      } else {
        kinds.append(Kind(words: words, surprises: [surprise], isUnseen: surprise.isUnseen))
      }
    }
    return kinds.sorted { left, right in
      if left.isUnseen != right.isUnseen { return right.isUnseen }
      let counts = (left.surprises.count, right.surprises.count)
      return counts.0 != counts.1 ? counts.0 > counts.1 : Text(left.words) < Text(right.words)
    }
  }

  /// By file and variant, and of each the most frequent first.
  var sortedFindings: [SoakFinding] {
    findings.sorted { left, right in
      if left.file != right.file { return Text(left.file) < Text(right.file) }
      if left.variant != right.variant { return left.variant < right.variant }
      return left.runs != right.runs
        ? left.runs > right.runs : Text(left.kind) < Text(right.kind)
    }
  }

  /// Whether nothing failed that should not, and only what is to fail did not do so everywhere.
  var isOnlyUnseen: Bool { !surprises.isEmpty && surprises.allSatisfy(\.isUnseen) }

  /// Counts a way of failing; of runs that fail alike the one of the smallest seed is told of.
  package mutating func note(_ finding: SoakFinding) {
    if let place = findings.firstIndex(where: { $0.isSame(as: finding) }) {
      findings[place].add(finding)
    } else {
      findings.append(finding)
    }
  }

  /// So many ways of failing as expected are listed on a terminal; the page has them all.
  private static let mostFindings = 12

  /// Each kind with its number and its first rerun line.
  func kindLines(_ style: TextStyle) -> [String] {
    let kinds = kinds
    return kinds.filter { !$0.isUnseen }.flatMap { wrongLines($0, style) } + findingLines(style)
      + kinds.filter(\.isUnseen).flatMap { unseenLines($0, style) }
  }

  /// For a log, one line for each kind of surprise, of its first run: where, what its checks said,
  /// and the line that runs it again.
  package var brief: [String] {
    kinds.compactMap { kind in
      kind.surprises.first.map { first in
        "    \(first.file)  \(first.variant)  seed \(first.seed)  \(first.told)"
          + "  again: \(first.rerun)"
      }
    } + unmet.map { "    \($0)" }
  }

  private func wrongLines(_ kind: Kind, _ style: TextStyle) -> [String] {
    let count = Wording.count(kind.surprises.count, "run", "runs")
    return Canvas.lines("\(style.glyphs.bad) \(kind.words): \(count)", .bad, style, indent: 2)
      + again(kind.surprises.first?.rerun, style)
  }

  private func findingLines(_ style: TextStyle) -> [String] {
    let findings = sortedFindings
    let lines = findings.prefix(SoakSummary.mostFindings).flatMap { finding in
      Canvas.lines(
        "\(style.glyphs.bad) \(finding.kind): \(finding.count), as expected", .good, style,
        indent: 2) + again(finding.rerun, style)
    }
    let more = findings.count - SoakSummary.mostFindings
    guard more > 0 else { return lines }
    let words = Wording.count(more, "more way of failing", "more ways of failing")
    return lines + Canvas.lines("\(words) as expected, on the page", .dim, style, indent: 2)
  }

  private func unseenLines(_ kind: Kind, _ style: TextStyle) -> [String] {
    let count = Wording.count(kind.surprises.count, "run", "runs")
    return Canvas.lines("not seen in \(count): \(kind.names)", .dim, style, indent: 2)
      + again(kind.surprises.first?.rerun, style)
  }

  private func again(_ rerun: String?, _ style: TextStyle) -> [String] {
    ["    again: " + SafeText(rerun ?? "", style).string]
  }
}

extension SoakSummary.Kind {
  /// The checks that it is about.
  var names: String {
    (surprises.first?.checks ?? []).map(\.name.rawValue).joined(separator: ", ")
  }
}

extension Surprise {
  var kind: String { checks.isEmpty ? "the run came to nothing" : checks.kind }

  /// Its checks with what each says.
  fileprivate var told: String { checks.isEmpty ? kind : checks.told }

  /// Whether nothing is wrong but that what is to fail passed.
  var isUnseen: Bool { !checks.isEmpty && checks.allSatisfy { $0.verdict == .pass } }
}

extension [CheckResult] {
  /// Each check with what it says of this run.
  var told: String {
    map { check in
      check.verdict == .pass
        ? "\(check.name.rawValue) passed, expected to fail"
        : "\(check.name.rawValue): \(check.explanation)"
    }.joined(separator: "; ")
  }

  /// What the checks of one run say, alike for runs in which the same went wrong.
  var kind: String {
    map { check in
      let words =
        switch check.verdict {
        case .pass: "passes"
        case .fail: ""
        case .notJudged: "not judged"
        case .unknown: "unknown"
        }
      // A signature is `check|field|reason`; the check's name stands before it already.
      let parts = check.signature.split(separator: "|").map(String.init)
      let kind = parts.filter { $0 != check.name.rawValue }.joined(separator: ", ")
      return [check.name.rawValue, words, kind].filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: "; ")
  }
}
