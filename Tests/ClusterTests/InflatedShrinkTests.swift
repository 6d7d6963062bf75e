import ClusterCore
import ClusterEngine
import Foundation
import Testing

@Suite(.waiting) struct InflatedShrinkTests {
  /// All with `CLUSTER_FULL=1`, else every other one.
  private static let tried = InflatedScenario.named.enumerated()
    .filter { Tool.isFull || $0.offset % 2 == 0 }.map(\.element)

  @Test(arguments: tried)
  func aFailureAmongTenTimesTheEntriesShrinksToItsStory(inflated: InflatedScenario) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let hand = try inflated.handWritten()
    let seed = try #require(try inflated.failingSeeds(1).first)
    let file = try inflated.file()
    #expect(
      try ScenarioFile(file).scenario().timeline.count
        == hand.timeline.count * InflatedScenario.factor)
    let path = try tool.write(file.json)
    let run = try tool.run("shrink", path, "--seed", "\(seed)", "--check", inflated.check, "--json")
    #expect(run.status == 0, "\(run.errors)")
    let result = try run.json()
    #expect(result["confirmed"] as? Bool == true)
    #expect(result["complete"] as? Bool == true, "a minute is enough")
    let entries = try #require(result["entries"] as? Int)
    let fates = try #require(result["fates"] as? Int)
    #expect(2 * entries <= 3 * hand.timeline.count)
    #expect(
      2 * (entries + fates) <= 3 * (hand.timeline.count + hand.aimed.lines.count),
      "\(entries) entries and \(fates) fates")
    let written = tool.folder.appending(path: try #require(result["file"] as? String))
    let small = try ScenarioFile(Array(Data(contentsOf: written))).scenario()
    let wanted = inflated.signature(of: try JudgedRun.inMemory(RunSetup(hand)))
    #expect(inflated.signature(of: try JudgedRun.inMemory(RunSetup(small))) == wanted)
  }

  /// Twenty seeds with `CLUSTER_FULL=1`.
  @Test(arguments: [
    InflatedScenario(path: "records/equal-stamps", variant: "by-arrival", check: "converged"),
    InflatedScenario(
      path: "tokens/001-killed-while-refreshing", variant: "naive", check: "signed-in"),
  ])
  func seedsOfOneFaultShrinkToTheSameFew(inflated: InflatedScenario) throws {
    let count = Tool.isFull ? 20 : 3
    let seeds = try inflated.failingSeeds(count)
    #expect(seeds.count == count)
    let scenario = try ScenarioFile(try inflated.file()).scenario()
    var results: Set<String> = []
    for seed in seeds {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      let signature = try #require(inflated.signature(of: run))
      var shrinker = Shrinker(
        Shrinker.Candidate(scenario: scenario, schedule: run.outcome.schedule),
        signature: signature, isWithinBudget: { _ in true })
      let small = try shrinker.shrink().candidate
      let lines = small.scenario.timeline.map(\.json) + small.schedule.lines
      results.insert(lines.joined(separator: "\n"))
    }
    #expect(results.count <= 3, "\(results.sorted().joined(separator: "\n\n"))")
  }
}
