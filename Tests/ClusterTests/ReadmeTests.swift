import Foundation
import Testing

/// The README's pictures are what the tool prints; `CLUSTER_RECORD=1 swift test --filter ReadmeTests`
/// writes them anew, to be read before they are committed.
@Suite(.waiting, .serialized) struct ReadmeTests {
  private static let file = Tool.root.appending(path: "README.md")

  /// A block that begins with a command on a scenario of this repository, with what it prints.
  private struct Block {
    let command: [String]
    let output: [Substring]
    let place: Range<String.Index>
  }

  @Test(arguments: ["run", "compare"])
  func aPictureIsWhatItsCommandPrints(command: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try FileManager.default.createSymbolicLink(
      at: tool.folder.appending(path: "Scenarios"),
      withDestinationURL: Tool.root.appending(path: "Scenarios"))
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let blocks = Self.blocks(of: text).filter { $0.command.first == command }
    #expect(!blocks.isEmpty, "the README shows no \(command)")
    var recorded = text
    // From the end, so that the places before stay.
    for block in blocks.reversed() {
      let run = try tool.run(block.command, environment: ["CLUSTER_COMMAND": "./run-cluster.sh"])
      let printed = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if ProcessInfo.processInfo.environment["CLUSTER_RECORD"] == "1" {
        recorded.replaceSubrange(block.place, with: run.output)
      } else {
        let different = zip(block.output, printed).first { Self.shape($0) != Self.shape($1) }
        #expect(different == nil, "the README's line, and what is printed")
        #expect(block.output.count == printed.count)
      }
    }
    if recorded != text { try recorded.write(to: Self.file, atomically: true, encoding: .utf8) }
  }

  /// A line without the name of a run's folder, which holds the time.
  private static func shape(_ line: Substring) -> String {
    String(line).replacing(/(store\/[^\/ ]+\/)[0-9]+-[0-9]+-[0-9]+/) { "\($0.1)RUN" }
  }

  private static func blocks(of text: String) -> [Block] {
    text.matches(
      of: /```\n\$ \.\/run-cluster\.sh ([a-z]+ Scenarios\/[^\n|]+)\n((?:(?!```).*\n)*)```/
    ).map { match in
      let output = match.2.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      return Block(
        command: match.1.split(separator: " ").map(String.init), output: Array(output),
        place: match.2.startIndex..<match.2.endIndex)
    }
  }
}
