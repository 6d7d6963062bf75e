import ClusterCore

/// The checks of one run, folded over its trace.
///
/// Give it every event in order, and ask at the end. It judges by the trace and the scenario
/// alone, so a stored trace can be judged again.
package struct Checker: Sendable {
  /// Read by the tests.
  private(set) var run: RunFold
  private var folded: FoldedChecks
  private var converged: Converged
  private var newestWins: NewestWins
  private var setUnion: SetUnion
  private var final: Final

  /// - Parameters:
  ///   - schedule: what is settled about the run; nil for what its scenario settles.
  ///   - isTimed: false in a search of orders, where a delivery takes no time and links cannot be
  ///     held to theirs.
  package init(scenario: Scenario, schedule: Schedule? = nil, isTimed: Bool = true) {
    run = RunFold(scenario)
    folded = FoldedChecks(scenario, isTimed ? schedule ?? scenario.aimed : nil)
    converged = Converged(scenario)
    newestWins = NewestWins(scenario)
    setUnion = SetUnion(scenario)
    final = Final(scenario)
  }

  package mutating func observe(_ event: TraceEvent) {
    run.take(event)
    folded.step(event, run)
  }

  /// Takes in all that the verdicts may yet depend on, for a search that matches states.
  package func weigh(into state: inout StateDigest) {
    run.weigh(into: &state)
    folded.weigh(into: &state)
  }

  /// Takes in what the verdicts may depend on and `weigh(into:)` leaves to the rest of a state to
  /// say, for a search that knows what is folded apart from that.
  package func weighRest(into state: inout StateDigest) { run.weighRest(into: &state) }

  /// What each check found, in the order of ``CheckName``; `deterministic` is judged elsewhere.
  package func results() -> [CheckResult] {
    [
      converged.result(run), folded.matchesModel.result(run), folded.causal.result(run),
      newestWins.result(run), folded.noLostEdit.result(run), folded.ownEditsShow.result(run),
      folded.neverGoesBack.result(run), setUnion.result(run), folded.bounded.result(run),
      final.result(run), folded.settled.result(run),
      folded.transferOnce.result(run),
      folded.orderOnce.result(run), folded.shownNewest.result(run), folded.badgeTrue.result(run),
      folded.refreshOnce.result(run), folded.vaultNewest.result(run),
      folded.signedIn.result(run), folded.signedOut.result(run),
      folded.staysDeleted.result(run),
    ]
  }

  /// What the cloud holds at the end; empty before.
  package var cloud: [FieldPath: FieldValue] {
    guard let end = run.end else { return [:] }
    return values { run.atEnd($0, end) }
  }

  /// What the pure model holds.
  package var model: [FieldPath: FieldValue] { values { run.modelled($0) } }

  /// What each device shows.
  package var shown: [NodeID: [FieldPath: FieldValue]] {
    Dictionary(
      uniqueKeysWithValues: run.replicas.indices.map { device in
        (run.replicas[device].id, values { run.shown($0, on: device) })
      })
  }

  /// The fields of which each device asks its user which of two values is to stay.
  package var asking: [NodeID: Set<FieldPath>] {
    var asking: [NodeID: Set<FieldPath>] = [:]
    for replica in run.replicas {
      for field in replica.fields.indices where replica.fields[field].isAsked {
        asking[replica.id, default: []].insert(run.paths[field])
      }
    }
    return asking
  }

  /// What apps show and the cloud has beside records.
  package var app: AppState { run.app }

  package var happenings: [Happening: Int] { run.traffic.happenings }

  package var messages: MessageCounts { run.traffic.counts }

  private func values(_ value: (FieldIndex) -> FieldValue?) -> [FieldPath: FieldValue] {
    var values: [FieldPath: FieldValue] = [:]
    for field in run.paths.indices where !run.paths[field].isLife {
      values[run.paths[field]] = value(field)
    }
    return values
  }
}
