import ClusterCore

/// What nodes show and hold at any moment of a run, for whoever looks at it event by event.
///
/// It folds the trace as the checks do, and judges nothing.
package struct RunView: Sendable {
  private var run: RunFold

  package init(scenario: Scenario) {
    run = RunFold(scenario)
  }

  package mutating func observe(_ event: TraceEvent) { run.take(event) }

  /// What a device shows of each field; empty for a node that shows none.
  package func shown(on device: NodeID) -> [FieldPath: FieldValue] {
    guard let device = run.device(device) else { return [:] }
    return values { run.shown($0, on: device) }
  }

  /// What the pure model says that the cloud must hold.
  package var model: [FieldPath: FieldValue] { values { run.model.fields[$0].value } }

  /// What apps show and the cloud must have beside records.
  package var app: AppState { run.app }

  private func values(_ value: (FieldIndex) -> FieldValue?) -> [FieldPath: FieldValue] {
    var values: [FieldPath: FieldValue] = [:]
    for field in run.paths.indices { values[run.paths[field]] = value(field) }
    return values
  }
}
