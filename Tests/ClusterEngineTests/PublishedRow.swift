import Foundation

/// A row as it was published, with what it says of four arrivals.
struct PublishedRow {
  let label: String
  /// Once, twice, forward, backward.
  let states: [String]

  /// All of them by their labels.
  static let all: [String: PublishedRow] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "SyncModelsTests/Fixtures/sensitivity-rows.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let rows = text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return PublishedRow(label: cells[2], states: Array(cells[3...6]))
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.label, $0) })
  }()
}
