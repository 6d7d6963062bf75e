import ClusterTesting
import Foundation
import Testing

// The tests of "Writing a scenario test"; the article says the same, letter by letter.

private let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../Scenarios")

@Suite struct LostAnswerTests {
  @Test func theNewestTitleStays() throws {
    let file = scenarios.appending(path: "records/lost-answer.json")
    try ScenarioTest(file: file).verify(seeds: 1...50)
  }
}

extension TestScenario {
  /// A tablet changes a title that the phone has just written.
  static var twoTitles: TestScenario {
    var scenario = TestScenario(
      "two-titles", devices: ["phone", "tablet"],
      timeline: [
        .at(.seconds(1), "phone", .write("note-1", "title", "Milk"), id: "milk"),
        .partition(["phone"], at: .seconds(2), for: .seconds(4)),
        .at(.seconds(3), "tablet", .write("note-1", "title", "Milk, eggs"), id: "eggs"),
      ])
    scenario.cloud.rule = .highestStamp
    scenario.calmAt = .seconds(10)
    scenario.links["default"] = .init(
      delay: .uniform(.milliseconds(20), .milliseconds(200)), loss: 0.1, duplicate: 0.1)
    scenario.expect.pass = ["converged", "no-lost-edit", "newest-wins"]
    return scenario
  }
}

@Suite struct TwoTitlesTests {
  @Test func theyConvergeInAnyWeather() throws {
    try ScenarioTest(.twoTitles).weather(.hostile).verify(seeds: 1...50)
  }

  @Test func theyConvergeWhateverIsLostOrKilled() throws {
    let verification = try ScenarioTest(.twoTitles).verify(deviations: 1)
    #expect(verification.runs > 50)
  }
}
