import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

@Suite struct ShrinkCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The aimed late save alone makes the oldest title stay; the newest has to be there too.
  @Test func aFailureShrinksToWhatItNeeds() throws {
    defer { tool.remove() }
    let run = try tool.run("shrink", scenario, "--variant", "arrival-order", "--json")
    #expect(run.status == 0)
    let result = try run.json()
    #expect(result["confirmed"] as? Bool == true)
    #expect(result["complete"] as? Bool == true)
    #expect(result["entries"] as? Int == 2)
    #expect(result["fates"] as? Int == 1)
    #expect(result["devices"] as? Int == 2)
  }

  @Test func whatIsWrittenIsAScenarioThatFailsTheSame() throws {
    defer { tool.remove() }
    let path = try tool.write(
      try String(contentsOf: Tool.root.appending(path: "cluster.json"), encoding: .utf8)
        .replacingOccurrences(of: "\"highestStamp\"", with: "\"lastArrival\""))
    let run = try tool.run("shrink", path, "--seed", "6", "--out", "small.json", "--json")
    #expect(run.status == 0)
    let small = tool.folder.appending(path: "small.json").path()
    let again = try tool.run("run", small, "--quiet")
    #expect(again.status == 0, "\(again.output)")
    let soak = try tool.run("soak", small, "--seeds", "1..20", "--json")
    #expect(try soak.json()["fail"] as? Int == 20, "it needs no luck")
  }

  @Test func aCheckThatThereIsNotIsRefusedWithThoseThatThereAre() throws {
    defer { tool.remove() }
    let run = try tool.run("shrink", scenario, "--check", "foo")
    #expect(run.status == 64)
    #expect(run.errors.contains("\"--check foo\"") && run.errors.contains("newest-wins, "))
  }

  @Test func whatDoesNotFailIsNotShrunk() throws {
    defer { tool.remove() }
    let run = try tool.run("shrink", scenario)
    #expect(run.status == 64)
    #expect(run.errors.contains("does not fail"))
  }
}
