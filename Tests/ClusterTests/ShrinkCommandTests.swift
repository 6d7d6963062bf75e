import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

@Suite(.waiting) struct ShrinkCommandTests {
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
    let run = try tool.run("shrink", scenario, "--variant", "sound", "--weather", "off")
    #expect(run.status == 64)
    #expect(run.errors.contains("does not fail"))
    #expect(run.errors.contains("--variant sound --seeds 1..1000 --weather off"))
  }

  @Test func aStoredRunShrinksToo() throws {
    defer { tool.remove() }
    let run = try tool.run(
      "run", scenario, "--variant", "arrival-order", "--hosts", "memory", "--json")
    let store = try #require(try run.json()["store"] as? String)
    let shrunk = try tool.run("shrink", store, "--json")
    #expect(shrunk.status == 0, "\(shrunk.errors)")
    let whole = try tool.run("shrink", scenario, "--variant", "arrival-order", "--json")
    let timelines = try [shrunk, whole].map { try $0.json()["scenario"] as? [String: Any] }
      .map {
        try JSONSerialization.data(withJSONObject: $0?["timeline"] ?? [], options: .sortedKeys)
      }
    #expect(timelines[0] == timelines[1])
  }

  @Test func nothingOfTheUsersIsWrittenOver() throws {
    defer { tool.remove() }
    let text = try String(contentsOf: URL(filePath: scenario), encoding: .utf8)
    let path = try tool.write(text, to: "mine.json")
    let command = ["shrink", path, "--variant", "arrival-order", "--quiet", "--out"]
    let refused = try tool.run(command + [path])
    #expect(refused.status == 64 && refused.hasThreeParts, "\(refused.errors)")
    #expect(refused.errors.contains("--force"))
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
    #expect(!tool.holds("store"), "it is refused before the work is done")
    #expect(try tool.run(command + ["new.json"]).status == 0)
    #expect(try tool.run(command + ["new.json"]).status == 0, "what it wrote it may write again")
    #expect(try tool.run(command + [path, "--force"]).status == 0)
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8).contains("Made small: "))
  }

  @Test func nothingThatWasFoundIsWrittenOver() throws {
    defer { tool.remove() }
    let path = Tool.root.appending(path: "Scenarios/records/lost-answer.json").path()
    let command = ["shrink", path, "--variant", "last-arrival", "--json"]
    let first = try tool.run(command).json()
    let other = try tool.run(command + ["--check", "newest-wins"]).json()
    let seed = try tool.run(command + ["--seed", "8"]).json()
    let same = try tool.run(command).json()
    let files = [first, other, seed].compactMap { $0["file"] as? String }
    #expect(Set(files).count == 3)
    #expect(same["file"] as? String == files.first, "the same again is no other file")
    let names = [first, seed].compactMap { ($0["scenario"] as? [String: Any])?["name"] as? String }
    #expect(
      names == ["shrunk-lost-answer-last-arrival-7", "shrunk-lost-answer-last-arrival-8"])
  }
}
