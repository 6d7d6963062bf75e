import Foundation
import Testing

/// Random workloads through the tool, as a user runs them.
@Suite(.waiting) struct RandomCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let everything =
    Tool.root.appending(path: "Scenarios/random/everything.json").path()

  /// Kills that cut a write, losses of power, suspensions: whatever is drawn, processes and memory
  /// do the same. Four seeds with `CLUSTER_FULL=1`.
  @Test(arguments: Tool.isFull ? ["1", "7", "35", "240"] : ["7"])
  func `a drawn workload gives the same trace on processes and in memory`(seed: String) throws {
    defer { tool.remove() }
    let run = try tool.run(
      "run", Self.everything, "--variant", "all", "--seed", seed, "--add", "hostile", "--twice",
      "--json")
    let runs = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(runs.count == 5)
    for result in runs {
      let checks = try #require(result["checks"] as? [[String: Any]])
      let same = try #require(checks.first { $0["name"] as? String == "deterministic" })
      #expect(same["verdict"] as? String == "pass", "\(result["variant"] ?? ""): \(same)")
    }
    #expect(tool.leftovers.isEmpty)
  }

  /// The page is a session: what stands under a command is what it prints, but for what is left out
  /// at `…` and how fast the machine is.
  @Test func `the page on writing a scenario shows what its commands print`() throws {
    defer { tool.remove() }
    try FileManager.default.createSymbolicLink(
      at: tool.folder.appending(path: "Examples"),
      withDestinationURL: Tool.root.appending(path: "Examples"))
    let page = try String(
      contentsOf: Tool.root.appending(path: "docs/writing-a-scenario.md"), encoding: .utf8)
    let sessions = Self.sessions(in: page)
    #expect(sessions.count == 3)
    for session in sessions {
      let run = try tool.run(
        session.arguments, environment: ["CLUSTER_COMMAND": "./run-cluster.sh"])
      let printed = run.output.split(separator: "\n").map { Self.withoutSpeed(String($0)) }
      for line in session.lines {
        #expect(printed.contains(line), "\(session.arguments): \(line)\n\(run.output)")
      }
    }
    let small = try String(contentsOf: tool.folder.appending(path: "small.json"), encoding: .utf8)
    #expect(small.contains(#""message": "tablet>cloud/order/r3-order/1/answer", "fate": []"#))
  }

  private struct Session {
    let arguments: [String]
    var lines: [String] = []
  }

  private static func sessions(in page: String) -> [Session] {
    let prompt = "$ ./run-cluster.sh "
    return page.components(separatedBy: "```\n").filter { $0.hasPrefix(prompt) }.map { block in
      var lines = block.split(separator: "\n").map(String.init)
      let command = lines.removeFirst().dropFirst(prompt.count)
      return Session(
        arguments: command.split(separator: " ").map(String.init),
        lines: lines.filter { $0 != "…" }.map(withoutSpeed))
    }
  }

  private static func withoutSpeed(_ line: String) -> String {
    guard line.hasSuffix(" runs a second") else { return line }
    return line.components(separatedBy: " · ").dropLast().joined(separator: " · ")
  }
}
