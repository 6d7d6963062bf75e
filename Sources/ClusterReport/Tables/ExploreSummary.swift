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
    /// What there is beside records: of several runs with the same records, the first's.
    package let app: AppState
    package let asExpected: Bool
    /// The first schedule that led there.
    package let schedule: Schedule
    /// The checks that failed there.
    package let failed: [CheckResult]
    /// Where the scenario that shows it was written; nil where it was not.
    package let file: String?
    /// What happened in turn, in words; empty where the schedule says it all.
    package let story: [String]
    /// Whether an ordinary run with that schedule, on processes and in memory, did and came to
    /// just the same; nil where that was not tried.
    package let isConfirmed: Bool?

    package init(
      state: [NodeID: NodeState], app: AppState = [:], asExpected: Bool, schedule: Schedule,
      failed: [CheckResult] = [], file: String? = nil, story: [String] = [],
      isConfirmed: Bool? = nil
    ) {
      self.state = state
      self.app = app
      self.asExpected = asExpected
      self.schedule = schedule
      self.failed = failed
      self.file = file
      self.story = story
      self.isConfirmed = isConfirmed
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
  /// In the order in which they were found: smallest schedules first. Over all orders each state
  /// stands here once; else each counterexample.
  package let endStates: [EndState]
  /// Over all orders, the runs in which a check fails, one for each way to fail in each end state.
  package let counterexamples: [EndState]
  /// Over all orders, the choices on the longest of the shortest ways to a state.
  package let depth: Int?
  /// Over all orders, why the search gave up; nil where it did not.
  package let stop: String?
  /// What the file settles and no run met.
  package var idle = IdleLines()

  package init(
    mode: Mode, deviations: Int?, runs: Int, states: Int?, transitions: Int?, complete: Bool,
    sensitivity: String?, endStates: [EndState], counterexamples: [EndState] = [],
    depth: Int? = nil, stop: String? = nil
  ) {
    self.mode = mode
    self.deviations = deviations
    self.runs = runs
    self.states = states
    self.transitions = transitions
    self.complete = complete
    self.sensitivity = sensitivity
    self.endStates = endStates
    self.counterexamples = counterexamples
    self.depth = depth
    self.stop = stop
  }

  package func lines(_ style: TextStyle) -> [String] {
    switch mode {
    case .deviations: deviationLines(style) + idleLines(style)
    case .allOrders: orderLines(style) + idleLines(style)
    }
  }

  private func idleLines(_ style: TextStyle) -> [String] {
    idle.lines.flatMap { Canvas.lines($0, .warning, style) }
  }

  private func deviationLines(_ style: TextStyle) -> [String] {
    var lines = Canvas.lines(claim, ink, style)
    for (index, end) in endStates.enumerated() where !end.failed.isEmpty || !end.asExpected {
      lines += counterexample(end, index + 1, style)
    }
    return lines
  }

  /// What the search says in one line.
  package var claim: String {
    switch mode {
    case .deviations: deviationClaim
    case .allOrders: orderClaim
    }
  }

  /// For a log, one line for each kind of failure: what its first run failed with, and the file
  /// that shows it.
  ///
  /// - Parameter again: the line that runs a file.
  package func brief(again: (String) -> String) -> [String] {
    var kinds: Set<Text> = []
    let all = mode == .deviations ? endStates : counterexamples
    return all.filter { !$0.asExpected && kinds.insert(Text($0.failed.kind)).inserted }.map { end in
      "    \(end.failed.told)" + (end.file.map { "  again: " + again($0) } ?? "")
    }
  }

  private var ink: Ink {
    if endStates.isEmpty { return complete ? .good : .warning }
    return endStates.contains { $0.asExpected } ? .good : .bad
  }

  /// A counterexample is a run in which a check fails, whether or not that is looked for.
  private var deviationClaim: String {
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

  func counterexample(_ end: EndState, _ number: Int, _ style: TextStyle) -> [String] {
    let names = end.failed.map(\.name.rawValue).joined(separator: ", ")
    let title =
      "\(style.glyphs.bad) \(number). " + (names.isEmpty ? "another end" : "fails \(names)")
      + (end.asExpected ? ", as expected" : "")
    var lines = Canvas.lines(title, end.asExpected ? .good : .bad, style, indent: 2)
    for check in end.failed {
      lines += Canvas.lines(check.explanation, .plain, style, indent: 6)
    }
    if mode == .deviations {
      let words = EndWords.lines(
        records: EndWords.records(end.state), app: EndWords.app(end.app)
      ).joined(separator: "; ")
      lines += Canvas.lines("at the end, \(words)", .plain, style, indent: 6)
    }
    for line in end.story.isEmpty ? end.schedule.lines : [] {
      lines += Canvas.lines(line, .dim, style, indent: 6)
    }
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
      if !idle.isEmpty { json.member("idle", idle) }
      guard mode == .allOrders else { return }
      json.member("counterexamples", counterexamples)
      json.member("depth", depth)
      json.member("stop", stop)
    }
  }
}

extension ExploreSummary.EndState: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("state", state)
      if !app.isEmpty {
        json.key("app")
        json.object { $0.members(app) }
      }
      json.member("asExpected", asExpected)
      json.key("schedule")
      json.array(schedule.lines) { $0.literal($1) }
      guard let isConfirmed else { return }
      json.member("confirmed", isConfirmed)
      json.key("story")
      json.array(story) { $0.string($1) }
      json.key("failed")
      json.array(failed) { $0.string($1.name.rawValue) }
      json.member("file", file)
    }
  }
}
