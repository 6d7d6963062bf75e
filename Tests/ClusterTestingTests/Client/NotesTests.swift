import ClusterTesting
import Testing

@Suite struct NotesTests {
  private func test(
    _ scenario: TestScenario = .groceries, forgetsMeanwhile: Bool = false
  ) -> ScenarioTest {
    ScenarioTest(scenario).client("phone") {
      NotesClient($0, forgetsMeanwhile: forgetsMeanwhile)
    }
  }

  @Test func recordsHoldInAnyWeather() throws {
    let verification = try test().verify(seeds: 1...50)
    #expect(verification.happened["lostRequest"] ?? 0 > 0)
    #expect(verification.happened["doubled"] ?? 0 > 0)
    try test().weather(.hostile).verify(seeds: 1...30)
  }

  @Test func anEditThatIsForgottenWhileASaveIsUnderWayIsFound() throws {
    let failure = try #require(throws: TestFailure.self) {
      try test(forgetsMeanwhile: true).verify(seeds: 1...5)
    }
    #expect(failure.message.contains("no-lost-edit"))
    #expect(failure.message.contains("2 of 3 entries"))
    #expect(failure.message.contains("1 of 2 devices"))
  }

  /// A kill between any two effects: what was stored is sent by the next launch.
  @Test func everyKillOfTheClientIsSurvived() throws {
    var scenario = TestScenario.groceries
    scenario.devices = ["phone"]
    scenario.timeline = Array(scenario.timeline.prefix(2))
    scenario.calmAt = .seconds(10)
    scenario.expect.pass = []
    let verification = try test(scenario).verify(deviations: 1)
    #expect(verification.happened["killed"] ?? 0 > 5)
    #expect(verification.happened["restarted"] == verification.happened["killed"])
  }

  @Test func whatWasStoredOutlivesAKill() throws {
    var scenario = TestScenario.groceries
    scenario.timeline = [
      .partition(["phone"], at: .zero, for: .seconds(5)),
      .at(.seconds(1), "phone", .write("note-1", "title", "Milk"), id: "milk"),
      .kill("phone", at: .seconds(2), for: .seconds(1)),
    ]
    scenario.expect.pass = ["no-lost-edit"]
    try test(scenario).verify(seeds: 1...10)
  }
}
