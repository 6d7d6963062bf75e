import ClusterTesting
import Testing

/// What passes only because it never came to it.
@Suite struct VainPassTests {
  private static var low: TestScenario {
    var scenario = TestScenario(
      "low", devices: ["phone"],
      timeline: [.at(.seconds(1), "phone", .write("note-1", "title", "Low"), id: "low")])
    scenario.calmAt = .seconds(90)
    return scenario
  }

  private static func with(_ event: TestScenario.Event) -> ScenarioTest {
    var scenario = low
    scenario.timeline.append(event)
    return ScenarioTest(scenario)
  }

  @Test func aFateOfAMessageThatNoRunSendsIsNamed() throws {
    let test = Self.with(.fate(of: "phone>cloud/save/lowww/1", []))
    let words = told { try test.verify(seeds: 1...3) }
    #expect(words.hasPrefix("low: what these entries name was not met in any of the 3 runs: "))
    #expect(words.contains("phone>cloud/save/lowww/1"))
    #expect(words.contains("\n  cause: ") && words.contains("\n  next:  "))
    #expect(told { try test.verify() }.contains("was not met in the run"))
    #expect(told { try test.verify(deviations: 0) }.contains("was not met in the run"))
  }

  @Test func aKillInAnEventThatNoRunHasIsNamed() {
    let test = Self.with(
      .json(
        #"{"device": "phone", "kill": "system", "during": "lowww", "afterEffects": 1, "for": "5s"}"#
      ))
    #expect(told { try test.verify(seeds: 1...3) }.contains(#""during":"lowww""#))
  }

  @Test func aFateThatSomeRunMeetsIsInOrder() throws {
    try Self.with(.fate(of: "phone>cloud/save/low/1", [])).verify(seeds: 1...3)
    // There is a second attempt where the first was lost: in some seeds.
    var scenario = Self.low
    scenario.timeline.append(.fate(of: "phone>cloud/save/low/2", []))
    scenario.links["default"] = .init(delay: .constant(.milliseconds(50)), loss: 0.5)
    let verification = try ScenarioTest(scenario).verify(seeds: 1...20)
    let retries = verification.happened["retried"] ?? 0
    #expect(retries > 0)
  }

  @Test func finalWithoutAnEndIsNoPass() {
    var scenario = Self.low
    scenario.expect.pass = ["final"]
    let words = told { try ScenarioTest(scenario).verify(seed: 4) }
    #expect(words.hasPrefix("low: final had nothing to judge in the run, expected to pass\n"))
    scenario.expect.final = ["cloud": ["note-1": ["title": .value("Low")]]]
    #expect(told { try ScenarioTest(scenario).verify(seed: 4) } == "nothing was thrown")
    scenario.expect.final = ["cloud": ["note-1": ["title": .value("High")]]]
    #expect(told { try ScenarioTest(scenario).verify(seed: 4) }.contains("final failed"))
  }

  @Test func aCheckThatNoRunGivesAnythingIsNamed() {
    var scenario = Self.low
    scenario.expect.pass = ["order-once"]
    #expect(
      told { try ScenarioTest(scenario).verify(seeds: 1...3) }
        .hasPrefix("low: order-once had nothing to judge in any of the 3 runs, expected to pass\n"))
    // Of the scenario's own seed that is said at once, and without a chart.
    let own = told { try ScenarioTest(scenario).verify() }
    #expect(own.hasPrefix("low, seed 1: order-once had nothing to judge, expected to pass\n"))
    #expect(own.contains("\n  next:  let happen what it judges"))
    #expect(own.split(separator: "\n").count == 3)
  }

  @Test func whatIsMendedIsToldToMove() {
    var scenario = Self.low
    scenario.expect.fail = ["converged"]
    let words = told { try ScenarioTest(scenario).verify() }
    #expect(
      words.contains("next:  mended? move it from expect.fail to expect.pass: converged"))
    #expect(words.split(separator: "\n").count == 3)
  }
}
