import ClusterCore

/// Every run with at most so many deviations from the boring one, smallest first.
///
/// The search is a tree of runs. Each run is made from the start with the choices that lead to
/// it, and its own events offer the next ones, since a deviation brings up messages that the
/// run before it never had. Choices are taken in the order of the events they hang on, so each
/// run comes exactly once.
package struct DeviationSearch {
  /// What the search keeps of one run that was made.
  package struct Finding: Sendable {
    package let choices: [Deviation]
    package let results: [CheckResult]

    package var schedule: Schedule { Deviation.schedule(choices) }
    package var failed: [CheckResult] { results.filter { $0.verdict == .fail } }
  }

  package struct Summary: Sendable {
    package var runs = 0
    /// Distinct orders of events.
    package var orders: Set<UInt64> = []
    /// Runs in which a check failed, smallest first; at most ``mostFindings`` of one failure.
    package var findings: [Finding] = []
    package var failures = 0
    /// Whether every run was made.
    package var isComplete = true
    /// Runs per number of deviations.
    package var runsByCost: [Int] = []
  }

  /// How many runs that fail alike are kept.
  package static let mostFindings = 3

  private struct Branch {
    let choices: [Deviation]
    let next: Int
    let cost: Int
  }

  private let deviations: Int
  private let kills: Bool
  private let runLimit: Int
  private let execute: (Schedule, (TraceEvent) -> Void) throws(HostFailure) -> [CheckResult]
  private let turns: () -> [EventName: [Int]]

  /// - Parameters:
  ///   - kills: whether devices are killed too, or messages only deviate.
  ///   - runLimit: gives up, and says so, after that many runs.
  ///   - turns: asked after each run: for each event the turns in which a client had several jobs
  ///     ready, and how many.
  ///   - execute: makes one run with this schedule and judges it.
  package init(
    deviations: Int, kills: Bool = true, runLimit: Int = Int.max,
    turns: @escaping () -> [EventName: [Int]] = { [:] },
    execute: @escaping (Schedule, (TraceEvent) -> Void) throws(HostFailure) -> [CheckResult]
  ) {
    self.deviations = deviations
    self.kills = kills
    self.runLimit = runLimit
    self.turns = turns
    self.execute = execute
  }

  /// - Parameter progress: called after each run; false gives up.
  package func search(
    progress: (Summary) -> Bool = { _ in true }
  ) throws(HostFailure) -> Summary {
    var summary = Summary()
    summary.runsByCost = Array(repeating: 0, count: deviations + 1)
    var levels: [[Branch]] = Array(repeating: [], count: deviations + 1)
    levels[0] = [Branch(choices: [], next: 0, cost: 0)]
    for cost in levels.indices {
      var index = 0
      while index < levels[cost].count {
        guard summary.runs < runLimit, progress(summary) else {
          summary.isComplete = false
          return summary
        }
        let branch = levels[cost][index]
        index += 1
        for child in try expand(branch, into: &summary) { levels[child.cost].append(child) }
      }
      levels[cost] = []
    }
    return summary
  }

  private func expand(
    _ branch: Branch, into summary: inout Summary
  ) throws(HostFailure) -> [Branch] {
    var shape = RunShape()
    let results = try execute(Deviation.schedule(branch.choices)) { shape.observe($0) }
    shape.turns = turns()
    summary.runs += 1
    summary.runsByCost[branch.cost] += 1
    summary.orders.insert(shape.orderHash)
    note(Finding(choices: branch.choices, results: results), in: &summary)
    let offers = shape.offers(from: branch.next, after: branch.choices)
    return offers.compactMap { offer in
      if case .kill = offer.choice, !kills { return nil }
      let cost = branch.cost + offer.choice.cost
      guard cost <= deviations else { return nil }
      return Branch(choices: branch.choices + [offer.choice], next: offer.next, cost: cost)
    }
  }

  private func note(_ finding: Finding, in summary: inout Summary) {
    let failed = finding.failed
    guard !failed.isEmpty else { return }
    summary.failures += 1
    let kind = failed.map(\.signature)
    let alike = summary.findings.count { $0.failed.map(\.signature) == kind }
    if alike < DeviationSearch.mostFindings { summary.findings.append(finding) }
  }
}

extension [Deviation] {
  /// Messages that were lost, whether or not they were released again.
  var settled: [MessageName] {
    compactMap { choice in
      if case .lose(let message) = choice { message } else { nil }
    }
  }

  /// Messages that were lost and not released again.
  var stillLost: [MessageName] {
    var lost: [MessageName] = []
    for choice in self {
      switch choice {
      case .lose(let message): lost.append(message)
      case .release(let message, _): lost.removeAll { $0 == message }
      case .again, .kill, .pick: break
      }
    }
    return lost
  }
}
