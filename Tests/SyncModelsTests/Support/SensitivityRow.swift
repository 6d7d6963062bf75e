import Testing

/// One of the 100 published rows.
struct SensitivityRow {
  let lesson: String
  let group: String
  let label: String
  let once: String
  let twice: String
  let forward: String
  let backward: String
  let sensitivity: String

  var line: String {
    "\(label) | bir=\(once) iki=\(twice) ab=\(forward) ba=\(backward) -> \(sensitivity)"
  }

  static func published() throws -> [SensitivityRow] {
    try Fixture("sensitivity-rows").rows.map { cells in
      SensitivityRow(
        lesson: try #require(cells["lesson"]), group: try #require(cells["group"]),
        label: try #require(cells["label"]), once: try #require(cells["once"]),
        twice: try #require(cells["twice"]), forward: try #require(cells["forward"]),
        backward: try #require(cells["backward"]), sensitivity: try #require(cells["class"]))
    }
  }
}
