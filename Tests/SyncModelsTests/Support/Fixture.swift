import Foundation
import Testing

/// A published table: a header, then rows of cells parted by tabs.
struct Fixture {
  let rows: [[String: String]]

  init(_ name: String) throws {
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Fixtures"))
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n").map { $0.components(separatedBy: "\t") }
    let header = try #require(lines.first)
    rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }
}
