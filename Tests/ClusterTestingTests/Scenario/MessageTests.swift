import ClusterTesting
import Testing

/// What the message of a failing scenario says, and how.
@Suite struct MessageTests {
  /// A tablet whose clock is an hour behind overwrites what it has seen, under its own name.
  private static func skewed(_ title: String) -> TestScenario {
    var scenario = TestScenario(
      "skewed",
      devices: [
        "phone",
        .init("tablet", policy: .sound.with("stamp", "deviceClock"), clockOffset: .seconds(-3600)),
      ],
      timeline: [
        .at(.seconds(1), "phone", .write("note-1", "title", .text(title)), id: "milk"),
        .at(.seconds(5), "tablet", .write("note-1", "title", "Milk, eggs"), id: "eggs"),
      ])
    scenario.expect.pass = ["newest-wins"]
    scenario.calmAt = .seconds(20)
    return scenario
  }

  private func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  @Test func aMessageIsASCII() throws {
    for title in ["Milk", "S\u{fc}t"] {
      let words = told { try ScenarioTest(Self.skewed(title)).verify(seeds: 1...2) }
      #expect(words.contains("causal failed"))
      #expect(isASCII(words))
    }
    let hasty = ScenarioTest(.twoCalls).client("phone") {
      FeedClient(device: $0, tokens: HastyKeeper($0))
    }
    let client = told { try hasty.verify(seeds: 1...5) }
    #expect(client.contains("refresh-once") && isASCII(client))
    let merge = told { try MergeCheck(from: 0, merging: [4, 8]) { ($0 + $1) / 2 }.verify() }
    #expect(merge.contains("not associative") && isASCII(merge))
  }

  @Test func lettersBeyondASCIIAreInTheScenarioThatIsKept() throws {
    let failure = try #require(throws: TestFailure.self) {
      try ScenarioTest(Self.skewed("S\u{fc}t")).verify()
    }
    #expect(failure.message.contains(#"S\u00fct"#))
    #expect(failure.scenarioJSON?.contains("S\u{fc}t") == true)
  }

  @Test func everyFailedCheckIsExplainedTheNearestToTheCauseFirst() throws {
    let words = told { try ScenarioTest(Self.skewed("Milk")).verify() }
    #expect(words.hasPrefix("skewed, seed 1: causal failed unexpectedly; newest-wins failed"))
    #expect(words.contains("the smallest run that fails alike: causal (2 of 2 entries"))
    #expect(words.contains("X causal"))
    // The shrunk file expects no newest-wins to pass, and so judges it only where it fails.
    #expect(words.contains("also fails: newest-wins"))
    #expect(words.contains("X newest-wins"))
  }

  @Test func theSmallestScenarioSpeaksOfItsOwnRun() throws {
    var scenario = Self.skewed("Milk")
    // Ten writes of something else make the steps of the whole run larger.
    for place in 0..<10 {
      scenario.timeline.append(
        .at(.milliseconds(1500 + place), "phone", .write("note-2", "title", "Walk")))
    }
    let failure = try #require(throws: TestFailure.self) { try ScenarioTest(scenario).verify() }
    let json = try #require(failure.scenarioJSON)
    let made = try #require(json.split(separator: "\n").first { $0.contains("Made small:") })
    let steps = made.matches(of: /step (\d+)/).compactMap { Int($0.1) }
    #expect(!steps.isEmpty && steps.allSatisfy { $0 < 40 })
    // Its sentence stands in the panel too, step for step.
    for step in steps { #expect(failure.message.contains("step \(step)")) }
  }

  @Test func aDeviationIsNamedAndRerunAlone() throws {
    var scenario = TestScenario.groceries
    scenario.links = [:]
    scenario.calmAt = .seconds(10)
    let lossy = ScenarioTest(scenario).client("phone") {
      NotesClient($0, forgetsMeanwhile: true)
    }
    let words = told { try lossy.verify(deviations: 1) }
    #expect(words.contains("with up to 1 deviation, with "))
    #expect(
      words.contains(#"again: try ScenarioTest(...).client("phone") { ... }.verify(schedule: ["#))
    #expect(
      words.contains(
        #"   all: try ScenarioTest(...).client("phone") { ... }.verify(deviations: 1)"#))
  }

  @Test func aScheduleMakesJustThatRun() throws {
    var scenario = Self.skewed("Milk")
    scenario.devices = ["phone", "tablet"]
    let verification = try ScenarioTest(scenario).verify(schedule: [
      #"{"message":"phone>cloud/save/milk/1","fate":[]}"#
    ])
    #expect(verification.runs == 1 && verification.happened["lostRequest"] == 1)
    let none = told { try ScenarioTest(scenario).verify(schedule: ["{}"]) }
    #expect(none.hasPrefix("a line of the schedule cannot be read, "))
  }

  @Test func aBuiltScenarioIsToldByItsKeyAndNotByItsLine() throws {
    let scenario = TestScenario(
      "x", devices: [.init("phone", policy: .sound.with("stamp", "sundial"))])
    let words = told { try ScenarioTest(scenario).verify() }
    #expect(words.hasPrefix("x, devices[0].policy"))
    #expect(!words.contains("error:"))
    #expect(words.firstMatch(of: /\d+:\d+/) == nil)
  }

  @Test func whatAClientThrewIsCountedAndToldOfTheWholeRun() throws {
    struct Thrower: SyncClient {
      struct Full: Error {}
      func perform(_ action: UserAction, intent: String) async throws {
        if case .write = action { throw Full() }
      }
    }
    var scenario = Self.skewed("Milk")
    scenario.devices = ["phone", "tablet"]
    let test = ScenarioTest(scenario).client("phone") { _ in Thrower() }
    let words = told { try test.verify(seeds: 1...2) }
    if words == "nothing was thrown" {
      #expect(try test.verify(seeds: 1...2).thrown == 2)
    } else {
      #expect(words.contains("calls of the client that threw in the"))
      #expect(words.contains("milk threw Full()"))
    }
  }
}
