import Foundation
import Testing

/// The commands of `From-a-bug-report-to-a-scenario.md` print what stands under them.
@Suite(.waiting) struct ArticleCommandTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    /// The first so many lines of what is printed; nil for all.
    let lines: Int?
    let output: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// What stands between a prompt and the end of its block or the next prompt.
  static let examples: [Example] = {
    let path = "Sources/ClusterTesting/ClusterTesting.docc/From-a-bug-report-to-a-scenario.md"
    let text = try? String(contentsOf: Tool.root.appending(path: path), encoding: .utf8)
    let prompt = "$ ./run-cluster.sh "
    return (text ?? "").components(separatedBy: prompt).dropFirst().map { part in
      let block = part.components(separatedBy: "\n```").first ?? ""
      let lines = block.split(separator: "\n", maxSplits: 1).map(String.init)
      let command = lines.first?.components(separatedBy: " | head -") ?? []
      return Example(
        arguments: (command.first ?? "").split(separator: " ").map(String.init),
        lines: command.count > 1 ? Int(command[1]) : nil,
        output: lines.count > 1 ? lines[1] : "")
    }
  }()

  @Test func theArticleHasCommands() {
    #expect(Self.examples.map(\.arguments.first) == ["run", "explore", "run", "shrink", "explore"])
  }

  @Test(arguments: examples) func aCommandPrintsWhatTheArticleShows(example: Example) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let reports = tool.folder.appending(path: "Examples/bug-report")
    try FileManager.default.createDirectory(
      at: reports.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Tool.root.appending(path: "Examples/bug-report"), to: reports)
    let run = try tool.run(
      example.arguments, environment: ["CLUSTER_COMMAND": "./run-cluster.sh"])
    let printed = run.output.split(separator: "\n", omittingEmptySubsequences: true)
    let shown = printed.prefix(example.lines ?? printed.count).joined(separator: "\n")
    #expect(shown == example.output)
  }
}
