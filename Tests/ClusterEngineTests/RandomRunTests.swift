import ClusterChecker
import ClusterCore
import ClusterEngine
import Foundation
import Testing

/// The random scenarios that are told with the tool.
enum RandomScenario {
  static func everything(_ variant: VariantName? = nil) throws -> Scenario {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Scenarios/random/everything.json")
    return try ScenarioFile(Array(Data(contentsOf: file))).scenario(variant)
  }
}

@Suite struct RandomRunTests {
  /// The schedule and the resolved scenario are the whole run: another seed changes nothing.
  @Test func `a resolved scenario and its schedule give the same trace without the seed`() throws {
    for seed: UInt64 in 1...6 {
      let setup = RunSetup(try RandomScenario.everything(), seed: Seed(seed))
      let run = try RecordedRun(setup)
      var bare = try ScenarioFile(Array(setup.scenario.source.json.utf8)).scenario()
      #expect(bare.random == nil)
      bare.aimed = Schedule()
      let again = try RecordedRun(
        RunSetup(bare, seed: Seed(999), drawsWeather: false, added: run.outcome.schedule))
      #expect(again.hash == run.hash)
      #expect(run.outcome.reason == .quiet)
    }
  }

  @Test func `a run says what it has drawn`() throws {
    let setup = RunSetup(try RandomScenario.everything(), seed: Seed(2))
    #expect(setup.drawn == (try RandomScenario.everything()).drawing(seed: Seed(2))?.use)
    #expect(RunSetup(setup.scenario, seed: Seed(2)).drawn == nil)
  }

  @Test func `without aimed faults no app is killed`() throws {
    for seed: UInt64 in 1...10 {
      let setup = RunSetup(try RandomScenario.everything(), seed: Seed(seed), isAimed: false)
      let run = try RecordedRun(setup)
      #expect(!run.events.contains { if case .died = $0.kind { true } else { false } })
    }
  }

  /// What soaks have found: a device, the cloud or a check was wrong with each of these seeds.
  struct Found: Sendable, CustomTestStringConvertible {
    var variant: VariantName?
    var isHostile = false
    var deletes = true
    let seeds: [UInt64]

    var testDescription: String {
      "\(variant ?? "sound")\(isHostile ? ", hostile" : "")\(deletes ? "" : ", without deletes")"
    }

    static let all = [
      Found(seeds: [7, 35, 118, 134, 139, 299, 313, 329, 388, 492]),
      Found(isHostile: true, seeds: [240, 732, 1003, 1077]),
      Found(isHostile: true, deletes: false, seeds: [39, 122]),
      Found(variant: "asked", seeds: [458, 471, 482]),
      Found(variant: "asked", isHostile: true, deletes: false, seeds: [5, 76, 84]),
    ]
  }

  @Test(arguments: Found.all)
  func `no seed that once failed does so again`(found: Found) throws {
    var scenario = try RandomScenario.everything(found.variant)
    if found.isHostile { scenario = HostileWeather.added(to: scenario) }
    if !found.deletes { scenario.random?.kinds.removeAll { $0 == .delete } }
    for seed in found.seeds {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      for failure in run.checker.results() where failure.verdict == .fail {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
    }
  }
}
