extension Lesson {
  /// A published observation that is no trial.
  package struct Observation: Sendable {
    package let label: String

    /// What is observed, as `name=value` parted by spaces; throws as `CatalogueRow.measure` does.
    package let observe: @Sendable () throws -> String

    init(_ label: String, _ observe: @escaping @Sendable () throws -> String) {
      self.label = label
      self.observe = observe
    }

    /// The report line, `LABEL | name=value …`.
    package func line() throws -> String {
      "\(label) | \(try observe())"
    }
  }
}
