import ClusterTesting
import Testing

/// That the outbox of the article, as shipped, is found out.
@Suite struct OutboxBugTests {
  @Test func anOutboxThatIsEmptiedLosesWhatWasWrittenMeanwhile() {
    let words = told {
      try ScenarioTest(.twoNotes)
        .client("phone") { device in OutboxClient(device, settle: emptied) }
        .verify(seeds: 1...5)
    }
    #expect(words.contains("the smallest run that fails alike: no-lost-edit (2 of 3 entries"))
  }

  @Test func theMendedOneSurvivesEveryLossAndKill() throws {
    var scenario = TestScenario.twoNotes
    scenario.devices = ["phone"]
    scenario.timeline = Array(scenario.timeline.prefix(2))
    scenario.calmAt = .seconds(10)
    scenario.expect.pass = []
    let verification = try ScenarioTest(scenario)
      .client("phone") { device in OutboxClient(device, settle: withoutSaved) }
      .verify(deviations: 1)
    #expect(verification.happened["killed"] ?? 0 > 5)
  }

  @Test func itsCodeIsShort() throws {
    let client = try #require(
      try Article("Driving-your-own-client").blocks("swift").first { $0.contains("actor Outbox") })
    #expect(client.split(separator: "\n").count <= 80)
  }
}
