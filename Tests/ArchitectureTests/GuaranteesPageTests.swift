import Foundation
import Testing

/// Each promise names a test, and each test that is named is there.
@Suite struct GuaranteesPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of the test files, by the suites that each declares.
  private static func suites() throws -> [String: [String]] {
    let folder = root.appending(path: "Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    var suites: [String: [String]] = [:]
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for match in text.matches(of: #/struct ([A-Z][A-Za-z]*)/#) {
        suites[String(match.1), default: []].append(text)
      }
    }
    return suites
  }

  private static func page() throws -> String {
    try String(contentsOf: root.appending(path: "docs/guarantees.md"), encoding: .utf8)
  }

  @Test func everyTestThatIsNamedIsThere() throws {
    let suites = try Self.suites()
    let named = try Self.page().matches(of: #/`([A-Z][A-Za-z]*)\.([a-z][^`]*)`/#)
    #expect(named.count > 50, "the page was not read")
    for match in named {
      let texts = suites[String(match.1)] ?? []
      let isThere = texts.contains { text in
        text.contains("func \(match.2)(") || text.contains("func `\(match.2)`(")
      }
      #expect(isThere, "\(match.0)")
    }
  }

  @Test func everyPromiseNamesATest() throws {
    let rows = try Self.page().split(separator: "\n").filter { $0.hasPrefix("| ") }
    let tables = rows.split { $0.contains(" tests |") || $0.contains("| limit |") }
    // The last is that of the limits, whose tests stand below it.
    for row in tables.dropLast().joined() {
      #expect(row.contains(#/`[A-Z][A-Za-z]*\.[a-z]/#), "\(row)")
    }
  }
}
