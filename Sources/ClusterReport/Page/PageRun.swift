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

  func sections(prefix: StaticString = "") -> PageSections {
    PageSections(scenario, seed: seed, facts: facts, lastStep: lastStep, prefix: prefix)
  }
}
