import Foundation
import Testing

/// Random workloads through the tool, as a user runs them.
@Suite struct RandomCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let everything =
    Tool.root.appending(path: "Scenarios/random/everything.json").path()

  /// Kills that cut a write, losses of power, suspensions: whatever is drawn, processes and memory
  /// do the same.
  @Test(arguments: ["1", "7", "35", "240"])
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
}
