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

  /// The blocks that stand in no test file, whatever their indentation there.
  func blocks(_ language: String, missingIn file: String) throws -> [String] {
    let code = Self.unindented(try String(contentsOf: URL(filePath: file), encoding: .utf8))
    return blocks(language).filter { !code.contains(Self.unindented($0)) }
  }

  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}
