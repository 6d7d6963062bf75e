import ClusterCore

/// What came of one case of `conform`.
package enum ConformVerdict: String, CaseIterable, Sendable {
  case done, notDone, broke, notTried
}

/// The cases of `conform` by group, with what the device does and does not do.
package struct ConformTable {
  package struct Row: Sendable {
    package let group: String
    package let name: String
    package let claim: String
    package let verdict: ConformVerdict
    package let explanation: String

    package init(
      group: String, name: String, claim: String, verdict: ConformVerdict, explanation: String
    ) {
      self.group = group
      self.name = name
      self.claim = claim
      self.verdict = verdict
      self.explanation = explanation
    }
  }

  private let command: [String]
  private let rows: [Row]

  package init(command: [String], rows: [Row]) {
    self.command = command
    self.rows = rows
  }

  package func count(_ verdict: ConformVerdict) -> Int { rows.count { $0.verdict == verdict } }

  package func lines(_ style: TextStyle) -> [String] {
    var lines: [String] = []
    var group: String?
    for row in rows {
      if row.group != group {
        lines.append(Canvas.line(SafeText(row.group, style), .strong, style))
        group = row.group
      }
      lines += self.lines(row, style)
    }
    return lines + [""] + Canvas.lines(conclusion, .strong, style)
  }

  /// The last line: how far the author has come.
  package var conclusion: String {
    let parts = [
      (ConformVerdict.done, "done"), (.notDone, "not done"), (.broke, "broke the protocol"),
      (.notTried, "not tried"),
    ].compactMap { verdict, words in
      let count = count(verdict)
      return count > 0 || verdict == .done ? "\(Wording.count(count)) \(words)" : nil
    }
    return Wording.count(rows.count, "case", "cases") + ": " + parts.joined(separator: ", ")
  }

  private func lines(_ row: Row, _ style: TextStyle) -> [String] {
    let (sign, ink) = mark(row.verdict, style)
    var canvas = Canvas(style)
    canvas.put(sign, at: 2, ink: ink)
    // What a device made of a thing that was its own affair stands in place of the claim.
    let isTold = row.verdict == .done && !row.explanation.isEmpty
    let title = SafeText("\(row.name): \(isTold ? row.explanation : row.claim)", style)
    canvas.put(title.cut(to: style.width - 4, style), at: 4, ink: ink)
    guard !row.explanation.isEmpty, !isTold else { return [canvas.line] }
    return [canvas.line] + Canvas.lines(row.explanation, .plain, style, indent: 6)
  }

  private func mark(_ verdict: ConformVerdict, _ style: TextStyle) -> (SafeText, Ink) {
    switch verdict {
    case .done: (style.glyphs.good, .good)
    case .notDone: (style.glyphs.bad, .bad)
    case .broke: (style.glyphs.killed, .bad)
    case .notTried: (style.glyphs.notJudged, .dim)
    }
  }
}

extension ConformTable: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("command")
      json.array(command) { $0.string($1) }
      for verdict in ConformVerdict.allCases { json.member(verdict.rawValue, count(verdict)) }
      json.key("cases")
      json.array(rows) { json, row in
        json.object { json in
          json.member("group", row.group)
          json.member("name", row.name)
          json.member("claim", row.claim)
          json.member("verdict", row.verdict.rawValue)
          json.member("explanation", row.explanation)
        }
      }
    }
  }
}
