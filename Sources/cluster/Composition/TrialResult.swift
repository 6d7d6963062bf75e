import ClusterEngine
import SyncModels

/// A row as the pure model and as the cluster has it.
struct TrialResult {
  let label: String
  /// The lesson's published name.
  let lesson: String
  let model: PrintedTrial
  let cluster: PrintedTrial
  /// In which columns of the published row the two differ.
  let differences: [String]

  /// Measures the row on its model, and classes what the cluster left behind.
  ///
  /// Throws where no model has that label, or an operation of the model fails.
  init(_ label: String, cluster states: TrialStates) async throws {
    guard let (lesson, row) = Catalogue.row(labelled: label) else { throw UnknownRow(label: label) }
    self.label = label
    self.lesson = lesson.name
    model = try await row.measure()
    cluster = PrintedTrial(
      once: states.once, twice: states.twice, forward: states.forward, backward: states.backward,
      late: states.late)
    differences = cluster.differences(from: model)
  }

  /// Whether the four printed states and the class are equal.
  var agrees: Bool { differences.isEmpty }
}

/// No row of the models has that label. Nothing was measured.
struct UnknownRow: Error {
  let label: String
}
