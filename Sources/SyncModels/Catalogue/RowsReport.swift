/// The published rows, measured afresh on the models.
package enum RowsReport {
  /// A measured row with all that names it.
  package struct Row: Sendable {
    package let lesson: String
    package let asciiLesson: String
    package let area: Lesson.Area
    package let group: CatalogueRow.Group
    package let label: String
    package let trial: PrintedTrial

    package var line: String { trial.line(labelled: label) }
  }

  /// Measures the rows of the lessons that the name names, all for `nil`, in published order.
  ///
  /// The lesson on the main actor is measured there: the main thread must be free to run it, as
  /// it is below an asynchronous `main`. Throws `UnknownLesson`, or what a row throws.
  package static func rows(lesson name: String? = nil) async throws -> [Row] {
    var rows: [Row] = []
    for lesson in try Catalogue.lessons(named: name) {
      rows += try await measured(lesson)
    }
    return rows
  }

  /// The report as lines: one a row, and with
  ///
  /// - `counts`: four count lines after each group of a lesson,
  /// - `observations`: a lesson's observations after its rows.
  ///
  /// Throws as `rows(lesson:)` does.
  package static func lines(
    lesson name: String? = nil, counts: Bool = false, observations: Bool = false
  ) async throws -> [String] {
    var lines: [String] = []
    for lesson in try Catalogue.lessons(named: name) {
      let rows = try await measured(lesson)
      for group in CatalogueRow.Group.allCases {
        lines += groupLines(rows.filter { $0.group == group }, counts: counts)
      }
      if observations { lines += try lesson.observations.map { try $0.line() } }
    }
    return lines
  }

  private static func groupLines(_ rows: [Row], counts: Bool) -> [String] {
    guard counts, !rows.isEmpty else { return rows.map(\.line) }
    return rows.map(\.line) + Tally(rows.map(\.trial.sensitivity)).lines
  }

  private static func measured(_ lesson: Lesson) async throws -> [Row] {
    var rows: [Row] = []
    for row in lesson.rows {
      rows.append(
        Row(
          lesson: lesson.name, asciiLesson: lesson.asciiName, area: lesson.area,
          group: row.group, label: row.label, trial: try await row.measure()))
    }
    return rows
  }
}
