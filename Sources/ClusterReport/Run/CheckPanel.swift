import ClusterCore

/// The checks of a run: verdicts, witnesses, and for what broke the explanation in words.
package struct CheckPanel {
  private let checks: [CheckResult]
  private let expect: Expectation
  private let instants: [Int: Instant]

  private static let nameColumn = 4
  private static let witnessColumn = 21
  private static let remarkColumn = 35
  private static let explanationColumn = 6

  /// `instants` tells when the trace events happened at which checks broke.
  package init(checks: [CheckResult], expect: Expectation, instants: [Int: Instant]) {
    self.checks = checks
    self.expect = expect
    self.instants = instants
  }

  package init(checks: [CheckResult], expect: Expectation, events: [TraceEvent]) {
    let steps = Set(checks.compactMap(\.step))
    var instants: [Int: Instant] = [:]
    for event in events where steps.contains(event.number) { instants[event.number] = event.at }
    self.init(checks: checks, expect: expect, instants: instants)
  }

  package func lines(_ style: TextStyle) -> [String] {
    // What a run does not touch is said in one line, unless it was expected to be judged.
    let idle = checks.filter { check in
      check.verdict == .notJudged && !expect.pass.contains(check.name.rawValue)
        && !expect.fail.contains(check.name.rawValue)
    }
    let judged = checks.filter { check in !idle.contains { $0.name == check.name } }
    var lines = [Canvas.line("checks", .strong, style)] + judged.flatMap { self.lines($0, style) }
    if !idle.isEmpty {
      let names = idle.map(\.name.rawValue).joined(separator: ", ")
      lines += Canvas.lines("not judged: \(names)", .dim, style, indent: 4)
    }
    return lines
  }

  private func lines(_ check: CheckResult, _ style: TextStyle) -> [String] {
    var canvas = Canvas(style)
    let mark = VerdictMark(check.verdict, style)
    let outlook = CheckOutlook(check, expect)
    canvas.put(mark.sign, at: 2, ink: mark.ink)
    canvas.put(SafeText(check.name.rawValue, style), at: CheckPanel.nameColumn, ink: mark.ink)
    let witnesses = Wording.count(check.witnesses, "witness", "witnesses")
    canvas.put(SafeText(witnesses, style), at: CheckPanel.witnessColumn, ink: .dim)
    let remark = SafeText(outlook.words(check.verdict), style)
    let ink: Ink = outlook == .surprising ? .bad : .plain
    // On a narrow terminal the remark has a line of its own.
    guard CheckPanel.remarkColumn + remark.width > style.width else {
      canvas.put(remark, at: CheckPanel.remarkColumn, ink: ink)
      return [canvas.line] + explanation(check, style)
    }
    let line = Canvas.line(remark, ink, style, indent: CheckPanel.explanationColumn)
    return [canvas.line, line] + explanation(check, style)
  }

  private func explanation(_ check: CheckResult, _ style: TextStyle) -> [String] {
    guard check.verdict != .pass else { return [] }
    var text = check.explanation
    if let step = check.step {
      let instant = instants[step].map { " at \(Wording.seconds($0)) s" } ?? ""
      text = "step \(step)\(instant): \(text)"
    }
    return Canvas.lines(text, .plain, style, indent: CheckPanel.explanationColumn)
  }
}

/// The sign and colour of a verdict.
struct VerdictMark {
  let sign: SafeText
  let ink: Ink

  init(_ verdict: Verdict, _ style: TextStyle) {
    switch verdict {
    case .pass: (sign, ink) = (style.glyphs.good, .good)
    case .fail: (sign, ink) = (style.glyphs.bad, .bad)
    case .notJudged: (sign, ink) = (style.glyphs.notJudged, .dim)
    case .unknown: (sign, ink) = (style.glyphs.unknown, .warning)
    }
  }
}

/// How a check's verdict stands to what the scenario expects.
enum CheckOutlook {
  case expected, surprising, indifferent

  init(_ check: CheckResult, _ expect: Expectation) {
    let mustPass = expect.pass.contains(check.name.rawValue)
    let mustFail = expect.fail.contains(check.name.rawValue)
    let mayFail = expect.sometimes.contains(check.name.rawValue)
    self =
      switch check.verdict {
      case .pass: mustFail ? .surprising : mustPass ? .expected : .indifferent
      case .fail: mustFail || mayFail ? .expected : .surprising
      case .notJudged: mustPass || mustFail ? .surprising : .indifferent
      case .unknown: .surprising
      }
  }

  /// What is to be said beside the verdict.
  func words(_ verdict: Verdict) -> String {
    switch (verdict, self) {
    case (.pass, .surprising): "passes, and was expected to fail"
    case (.pass, _): ""
    case (.fail, .expected): "fails, as expected"
    case (.fail, _): "fails, which was not expected"
    case (.notJudged, .surprising): "not judged, and was expected to be"
    case (.notJudged, _): "not judged"
    case (.unknown, _): "could not tell"
    }
  }
}
