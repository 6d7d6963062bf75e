import ClusterCore

/// One run as pages show it: from its trace and its results alone.
package struct PageRun {
  let scenario: Scenario
  let seed: Seed
  let facts: RunFacts
  let events: [TraceEvent]
  let rows: PageRows
  let states: PageStates

  /// - Parameter scenario: as the trace's header has it.
  package init(_ scenario: Scenario, seed: Seed, events: [TraceEvent], facts: RunFacts) {
    self.scenario = scenario
    self.seed = seed
    self.facts = facts
    self.events = events
    rows = PageRows(scenario, events, checks: facts.checks)
    states = PageStates(scenario, events)
  }

  /// `lost-answer, last-arrival`.
  var name: String { "\(scenario.name), \(scenario.variant)" }

  var lastStep: Int { rows.rows.last?.step ?? 0 }

  /// A check that fails so few steps after the first is taken to tell of the same harm.
  private static let reach = 3

  /// Where the page opens: where the harm of the first failed check shows. That is the last step
  /// its explanation names, or the one at which another check says what came of it.
  var opening: Int {
    let failed = facts.checks.filter { $0.verdict == .fail && $0.step != nil }
    guard let first = failed.compactMap(\.step).min() else { return lastStep }
    let named = failed.filter { $0.step == first }
      .flatMap { Markup.steps(in: $0.explanation, upTo: lastStep) }
    let shown = max(first, named.max() ?? first)
    let others = failed.compactMap(\.step).filter { $0 <= shown + PageRun.reach }
    return max(shown, others.max() ?? shown)
  }

  func sections(prefix: StaticString = "") -> PageSections {
    PageSections(
      scenario, seed: seed, facts: facts, lastStep: lastStep, opening: opening, prefix: prefix)
  }
}
