/// One published row: its label, its group, and the trial that measures it on the model.
package struct CatalogueRow: Sendable {
  /// Main trials come first; limiting ones show where the class flips.
  package enum Group: String, CaseIterable, Sendable {
    case main, limiting
  }

  package let label: String
  package let group: Group

  /// Measures the row, from its start, each time it is called.
  ///
  /// Throws only where an operation can fail: encoding and decoding in the lesson on JSON.
  package let measure: @Sendable () async throws -> PrintedTrial

  private init<State: SendableMetatype>(
    _ label: String, _ group: Group, _ trial: @escaping @Sendable () async throws -> Trial<State>
  ) {
    self.label = label
    self.group = group
    measure = { PrintedTrial(try await trial()) }
  }

  static func main<State: SendableMetatype>(
    _ label: String, _ trial: @escaping @Sendable () async throws -> Trial<State>
  ) -> CatalogueRow {
    CatalogueRow(label, .main, trial)
  }

  static func limiting<State: SendableMetatype>(
    _ label: String, _ trial: @escaping @Sendable () async throws -> Trial<State>
  ) -> CatalogueRow {
    CatalogueRow(label, .limiting, trial)
  }
}
