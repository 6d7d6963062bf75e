import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// Several clusters at once in one folder, with one store.
@Suite(.waiting) struct ConcurrentTests {
  private static let count = 10

  private func latest(_ tool: Tool) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(
      atPath: tool.folder.appending(path: "store/cluster/latest").path())
  }

  private func runs(_ tool: Tool) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: "store/cluster").path()
    ).filter { $0.first?.isNumber == true }
  }

  @Test func tenAtOnceDoNotDisturbEachOther() throws {
    let tool = try Tool()
    defer { tool.remove() }
    // All of one seed, so that what one of them says holds for every one.
    let alone = try tool.run("run", scenario, "--seed", "5", "--json").json()
    let started = try (0..<Self.count).map { _ in
      try tool.start(["run", scenario, "--seed", "5", "--json", "--answer-limit", "60"])
    }
    let outcomes = started.map { tool.outcome(of: $0.process, $0.output, $0.errors) }
    for outcome in outcomes {
      #expect(outcome.status == 0, "\(outcome.errors)")
      let said = try outcome.json()
      #expect(said["traceHash"] as? String == alone["traceHash"] as? String)
      #expect(said["checks"] as? NSArray == alone["checks"] as? NSArray)
    }
    let stored = try runs(tool)
    #expect(stored.count == Self.count + 1)
    #expect(stored.contains(try latest(tool)))
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: tool.folder.appending(path: "store/cluster").path()
      ).count == Self.count + 2, "something half made is left")
    for run in stored {
      #expect(
        try tool.run("replay", "store/cluster/\(run)", "--hosts", "memory", "--quiet").status == 0)
    }
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func theLatestIsTheOneThatEndedLast() throws {
    let tool = try Tool()
    defer { tool.remove() }
    var known: Set<String> = []
    for seed in 1...3 {
      let run = try tool.run("run", scenario, "--seed", "\(seed)", "--hosts", "memory", "--quiet")
      #expect(run.status == 0)
      let fresh = Set(try runs(tool)).subtracting(known)
      #expect(fresh == [try latest(tool)])
      known.formUnion(fresh)
    }
  }
}
