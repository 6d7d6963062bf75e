import ClusterChecker
import ClusterCore

/// What a search over every order found.
package struct OrderSummary: Sendable {
  /// A state in which runs end.
  package struct End: Sendable {
    package let state: EndState
    /// The ways in which runs that end there fail, and the one of those that fail nothing; each
    /// with the first run that showed it, which has the fewest choices.
    package private(set) var outcomes: [Outcome] = []

    init(state: EndState) {
      self.state = state
    }

    /// The shortest run that ends there.
    package var shortest: Outcome? { outcomes.first }

    mutating func note(_ end: OrderEnd, _ path: OrderPath) {
      let failures = end.results.filter { $0.verdict == .fail }
      let signatures = failures.map(\.signature)
      guard !outcomes.contains(where: { $0.failures.map(\.signature) == signatures }) else {
        return
      }
      outcomes.append(Outcome(results: end.results, failures: failures, app: end.app, path: path))
    }
  }

  package struct Outcome: Sendable {
    package let results: [CheckResult]
    package let failures: [CheckResult]
    /// What there is beside records at the end.
    package let app: AppState
    package let path: OrderPath
  }

  package let progress: OrderSearch.Progress
  /// Why it gave up; nil where every state was gone on from.
  package let stop: OrderSearch.Stop?
  /// In the order in which they were found: fewest choices first.
  package let ends: [End]
  /// Whether runs without copies come to more than one end; nil where the search gave up.
  package let isOrderSensitive: Bool?
  /// Whether a copy that is delivered leads somewhere that cannot be reached from there without
  /// it; nil where the search gave up.
  package let isRepetitionSensitive: Bool?

  package var isComplete: Bool { stop == nil }
}
