import ClusterCore
import Foundation
import Testing

/// `docs/errors.md` tells every error there is, as the code has it.
@Suite struct ErrorsPageTests {
  private struct Row {
    let status: String
    let didItHappen: String
    let code: String
  }

  private static func page() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "docs/errors.md"), encoding: .utf8)
  }

  /// The rows of the page's six-column tables by the error they begin with.
  private static func rows() throws -> [String: [Row]] {
    var rows: [String: [Row]] = [:]
    for line in try page().split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 6 else { continue }
      let name = cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
      rows[name, default: []].append(
        Row(status: cells[1], didItHappen: cells[2], code: cells[4]))
    }
    return rows
  }

  @Test(arguments: CloudError.allCases)
  func everyErrorOfTheCloudHasItsRow(error: CloudError) throws {
    let rows = try #require(try Self.rows()[error.rawValue], "no row")
    #expect(rows.count == 1)
    #expect(rows.first?.status == "\(error.status)")
    #expect(rows.first?.didItHappen == (error.certainlyNotApplied ? "no" : "maybe"))
    #expect(rows.first?.code.isEmpty == false)
  }

  @Test(arguments: [(NetworkFailure.timeout, "maybe"), (.offline, "no")])
  func everyFailureOfTheLinkHasItsRow(failure: NetworkFailure, didItHappen: String) throws {
    let rows = try #require(try Self.rows()[failure.rawValue], "no row")
    #expect(rows.map(\.status) == ["none"])
    #expect(rows.map(\.didItHappen) == [didItHappen])
  }

  @Test func noFailureOfTheLinkIsLeftOut() {
    #expect(NetworkFailure.allCases == [.timeout, .offline])
  }

  /// A code stands with one number wherever the page names it.
  @Test func aCodeHasOneNumber() throws {
    var numbers: [String: Set<String>] = [:]
    for match in try Self.page().matches(of: /`([a-zA-Z]+)` \((−?[0-9]+)\)/) {
      numbers[String(match.1), default: []].insert(String(match.2))
    }
    #expect(numbers.count > 40)
    for (code, found) in numbers where found.count > 1 {
      Issue.record("\(code) has the numbers \(found.sorted())")
    }
    #expect(numbers["cancelled"] == ["−999"])
    #expect(numbers["serverRecordChanged"] == ["14"])
  }
}
