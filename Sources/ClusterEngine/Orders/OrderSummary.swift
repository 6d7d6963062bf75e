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

    /// Has each outcome told by the run that showed it, from its beginning.
    mutating func retell(
      _ end: (OrderPath) throws(HostFailure) -> OrderEnd
    ) throws(HostFailure) {
      for place in outcomes.indices {
        let told = try end(outcomes[place].path)
        let failures = told.results.filter { $0.verdict == .fail }
        precondition(
          told.state == state
            && failures.map(\.signature) == outcomes[place].failures.map(\.signature),
          "a path leads elsewhere when it is gone in one piece: \(outcomes[place].path)")
        outcomes[place].results = told.results
        outcomes[place].failures = failures
        outcomes[place].app = told.app
      }
    }
  }

  package struct Outcome: Sendable {
    package fileprivate(set) var results: [CheckResult]
    package fileprivate(set) var failures: [CheckResult]
    /// What there is beside records at the end.
    package fileprivate(set) var app: AppState
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
