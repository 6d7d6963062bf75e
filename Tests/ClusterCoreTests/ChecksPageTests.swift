import Foundation
import Testing

@testable import ClusterCore

/// `docs/checks.md` says of each check what it holds a run to.
@Suite struct ChecksPageTests {
  @Test func everyCheckHasItsRow() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "../../docs/checks.md"), encoding: .utf8)
    let table = page.components(separatedBy: "\n## ").first { $0.hasPrefix("What they hold") }
    let rows = try #require(table).split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(
      rows.compactMap(\.first).sorted() == CheckName.allCases.map { "`\($0.rawValue)`" }.sorted())
    #expect(rows.allSatisfy { $0.count == 4 && !$0.contains("") })
  }
}
