import Foundation

/// A page of the library's documentation, as text.
struct Article {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let text: String

  init(_ name: String) throws {
    let folder = Self.root.appending(path: "Sources/ClusterTesting/ClusterTesting.docc")
    text = try String(contentsOf: folder.appending(path: "\(name).md"), encoding: .utf8)
  }

  /// The fenced blocks of a language, in their order.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```\(language)" && lines == nil {
        lines = []
      } else if line == "```", let whole = lines {
        blocks.append(whole.joined(separator: "\n"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return blocks
  }

  /// The Swift blocks that stand in no file of this folder, whatever their indentation there.
  func examplesInNoTest() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let code = try files.filter { $0.pathExtension == "swift" }
      .map { Self.unindented(try String(contentsOf: $0, encoding: .utf8)) }
    return blocks("swift").filter { block in
      !code.contains { $0.contains(Self.unindented(block)) }
    }
  }

  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}
