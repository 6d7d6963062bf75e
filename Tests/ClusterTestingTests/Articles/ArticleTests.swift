import Foundation
import Testing

/// The Swift of the articles is the Swift of the tests in this folder.
@Suite struct ArticleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalog = ScenarioTestTests.root
    .appending(path: "Sources/ClusterTesting/ClusterTesting.docc")

  private static func sources() throws -> String {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "swift" }
      .sorted { $0.path() < $1.path() }
      .map { try String(contentsOf: $0, encoding: .utf8) }
      .joined(separator: "\n")
  }

  /// What stands between a line "```swift" and the next "```".
  private static func blocks(of page: String) -> [String] {
    page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test(arguments: ["Writing-a-scenario-test", "Driving-your-own-client"])
  func everyExampleIsATest(_ name: String) throws {
    let page = try String(
      contentsOf: Self.catalog.appending(path: "\(name).md"), encoding: .utf8)
    let sources = try Self.sources()
    let blocks = Self.blocks(of: page)
    #expect(blocks.count >= 3)
    for block in blocks {
      #expect(sources.contains(block), "in \(name), but in no test:\n\(block)")
    }
  }
}
