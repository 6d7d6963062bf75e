import ClusterCore

/// What a search over the fates of a scenario found.
package struct ExploreSummary: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case deviations, allOrders
  }

  /// A state in which runs ended.
  package struct EndState: Sendable {
    /// By node, the cloud included.
    package let state: [NodeID: NodeState]
    package let asExpected: Bool
    /// The first schedule that led there.
    package let schedule: Schedule
    /// The checks that failed there.
    package let failed: [CheckResult]
    /// Where the scenario that shows it was written; nil where it was not.
    package let file: String?

    package init(
      state: [NodeID: NodeState], asExpected: Bool, schedule: Schedule,
      failed: [CheckResult] = [], file: String? = nil
    ) {
      self.state = state
      self.asExpected = asExpected
      self.schedule = schedule
      self.failed = failed
      self.file = file
    }
  }

  package let mode: Mode
  /// The most deviations a run had; nil where all orders were tried.
  package let deviations: Int?
  package let runs: Int
  /// Nil where states were not matched.
  package let states: Int?
  package let transitions: Int?
  package let complete: Bool
  /// The class over all orders in the models' words; nil where it was not asked for.
  package let sensitivity: String?
  /// In the order in which they were found: smallest schedules first.
  package let endStates: [EndState]

  package init(
    mode: Mode, deviations: Int?, runs: Int, states: Int?, transitions: Int?, complete: Bool,
    sensitivity: String?, endStates: [EndState]
  ) {
    self.mode = mode
    self.deviations = deviations
    self.runs = runs
    self.states = states
    self.transitions = transitions
    self.complete = complete
    self.sensitivity = sensitivity
    self.endStates = endStates
  }

  package func lines(_ style: TextStyle) -> [String] {
    var lines = Canvas.lines(claim, ink, style)
    var counts: [String] = []
    if mode == .allOrders {
      counts.append(Wording.count(endStates.count, "end state", "end states"))
    }
    if let states { counts.append(Wording.count(states, "state", "states")) }
    if let transitions { counts.append(Wording.count(transitions, "transition", "transitions")) }
    if let sensitivity { counts.append("class \(sensitivity)") }
    if !counts.isEmpty {
      lines.append(
        Canvas.line(
          SafeText.joined(counts.map { SafeText($0, style) }, by: style.glyphs.separator), .dim,
          style, indent: 2))
    }
    for (index, end) in endStates.enumerated() where !end.failed.isEmpty || !end.asExpected {
      lines += counterexample(end, index + 1, style)
    }
    return lines
  }

  private var ink: Ink {
    if endStates.isEmpty { return complete ? .good : .warning }
    return endStates.contains { $0.asExpected } ? .good : .bad
  }

  /// In one sentence. A counterexample is a run in which a check fails, whether or not that is
  /// looked for.
  package var claim: String {
    let all = Wording.count(runs, "run", "runs")
    let scope =
      deviations.map { " with up to \(Wording.count($0, "deviation", "deviations"))" } ?? ""
    let bad = endStates.filter { !$0.failed.isEmpty || !$0.asExpected }.count
    if bad > 0 {
      return Wording.count(bad, "counterexample", "counterexamples") + " in \(all)\(scope)"
        + (complete ? "" : ", not complete")
    }
    return complete
      ? "all \(all)\(scope) pass" : "not complete: the \(all)\(scope) that were tried pass"
  }

  private func counterexample(_ end: EndState, _ number: Int, _ style: TextStyle) -> [String] {
    let names = end.failed.map(\.name.rawValue).joined(separator: ", ")
    let sign = end.asExpected ? style.glyphs.good : style.glyphs.bad
    let title =
      "\(sign) \(number). " + (names.isEmpty ? "another end" : "fails \(names)")
      + (end.asExpected ? ", as expected" : "")
    var lines = Canvas.lines(title, end.asExpected ? .good : .bad, style, indent: 2)
    for check in end.failed {
      lines += Canvas.lines(check.explanation, .plain, style, indent: 6)
    }
    for line in end.schedule.lines { lines += Canvas.lines(line, .dim, style, indent: 6) }
    if let file = end.file { lines.append("      written to " + SafeText(file, style).string) }
    return lines
  }
}

extension ExploreSummary: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("mode", mode.rawValue)
      json.member("deviations", deviations)
      json.member("runs", runs)
      json.member("states", states)
      json.member("transitions", transitions)
      json.member("complete", complete)
      json.member("class", sensitivity)
      json.member("endStates", endStates)
    }
  }
}

extension ExploreSummary.EndState: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("state", state)
      json.member("asExpected", asExpected)
      json.key("schedule")
      json.array(schedule.lines) { $0.literal($1) }
    }
  }
}
