import ClusterReport
import Foundation
import Testing

/// Layouts compared with files; `CLUSTER_RECORD=1 swift test` writes them anew, to be read
/// before they are committed.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden")

  static func check(
    _ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = lines.joined(separator: "\n") + "\n"
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["CLUSTER_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, "differs from \(name)", sourceLocation: sourceLocation)
  }
}
