import ClusterTesting
import Foundation
import Testing

@Suite struct ScenarioTestTests {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let lostAnswer = root.appending(path: "Scenarios/records/lost-answer.json")

  /// A tablet whose clock is an hour behind overwrites what it has seen with an older stamp.
  private static var skewed: TestScenario {
    var scenario = TestScenario(
      "skewed",
      devices: [
        "phone", "watch",
        .init("tablet", policy: .sound.with("stamp", "deviceClock"), clockOffset: .seconds(-3600)),
      ],
      timeline: [
        .at(.seconds(1), "phone", .write("note-1", "title", "Milk"), id: "milk"),
        .at(.seconds(2), "watch", .write("note-2", "title", "Walk"), id: "walk"),
        .at(.seconds(5), "tablet", .write("note-1", "title", "Milk, eggs"), id: "eggs"),
      ])
    scenario.links["default"] = .init(delay: .uniform(.milliseconds(20), .milliseconds(80)))
    return scenario
  }

  private func failure(_ body: () throws -> Void) throws -> TestFailure {
    try #require(throws: TestFailure.self) { try body() }
  }

  @Test func aFileHoldsOverSeeds() throws {
    let verification = try ScenarioTest(file: Self.lostAnswer).verify(seeds: 1...20)
    #expect(verification.runs == 20)
    #expect(verification.happened["lostAnswer"] ?? 0 >= 20)
  }

  @Test func aVariantFailsAsItsFileExpects() throws {
    try ScenarioTest(file: Self.lostAnswer, variant: "last-arrival").verify()
  }

  @Test func aFailureHoldsTheSmallestRunItsChartAndTheLineThatRerunsIt() throws {
    let failure = try failure { try ScenarioTest(Self.skewed).verify(seeds: 3...10) }
    #expect(failure.message.hasPrefix("skewed, seed 3, run 1: causal failed unexpectedly"))
    #expect(failure.message.contains("2 of 3 entries"))
    #expect(failure.message.contains("2 of 3 devices"))
    #expect(failure.message.contains("* eggs title=\"Milk, eggs\""))
    #expect(failure.message.contains("again: try ScenarioTest(...).verify(seed: 3)"))
    #expect(!failure.message.contains("\u{1b}"))
  }

  @Test func theSmallestRunIsAScenarioThatFailsByItself() throws {
    let failure = try failure { try ScenarioTest(Self.skewed).verify(seed: 3) }
    let json = try #require(failure.scenarioJSON)
    try ScenarioTest(json: json).weather(.off).verify()
    #expect(failure.message.contains(json.dropLast()))
  }

  @Test func deviationsClaimEveryRun() throws {
    var scenario = Self.skewed
    scenario.devices = ["phone"]
    scenario.timeline = [.at(.seconds(1), "phone", .write("note-1", "title", "Milk"), id: "milk")]
    scenario.calmAt = .seconds(10)
    let verification = try ScenarioTest(scenario).verify(deviations: 1)
    #expect(verification.runs > 10)
    let tooMany = try failure { try ScenarioTest(scenario).verify(deviations: 1, limit: 5) }
    #expect(tooMany.message.contains("ended after 5 runs and is not complete"))
  }

  @Test func aFileFailsWithTheCommandThatRerunsIt() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skewed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "skewed.json")
    try Self.skewed.json.write(to: file, atomically: true, encoding: .utf8)
    let path = file.path(percentEncoded: false)
    let failure = try failure { try ScenarioTest(file: file).verify(seeds: 1...2) }
    #expect(failure.message.contains("again: try ScenarioTest(file: \"\(path)\").verify(seed: 1)"))
    #expect(failure.message.contains("   or: cluster run \(path) --seed 1"))
  }
}

@Suite struct RefusedScenarioTests {
  private func message(_ test: ScenarioTest) throws -> String {
    try #require(throws: TestFailure.self) { try test.verify(seeds: 1...2) }.message
  }

  private func isInThreeParts(_ message: String) -> Bool {
    let lines = message.split(separator: "\n")
    return lines.count == 3 && !lines[0].hasPrefix("error") && lines[1].hasPrefix("  cause: ")
      && lines[2].hasPrefix("  next:  ")
  }

  @Test func aFileThatIsNotThere() throws {
    let told = try message(ScenarioTest(file: "nowhere.json"))
    #expect(isInThreeParts(told))
    #expect(told.contains("nowhere.json cannot be read"))
  }

  @Test func aFileThatCannotBeMeant() throws {
    let told = try message(ScenarioTest(json: "{\"format\": 1,\n \"nam\": \"x\"}"))
    #expect(isInThreeParts(told))
    #expect(told.contains("the scenario:2:"))
    #expect(told.contains("nam"))
  }

  @Test func aVariantThatIsNotThere() throws {
    let scenario = TestScenario("x", devices: ["phone"])
    let told = try message(ScenarioTest(json: scenario.json, variant: "nope"))
    #expect(told.contains("there is no variant \"nope\""))
  }

  @Test func aClientForADeviceThatIsNotThere() throws {
    let test = ScenarioTest(TestScenario("x", devices: ["phone"])).client("phon") {
      NotesClient($0)
    }
    let told = try message(test)
    #expect(isInThreeParts(told))
    #expect(told.contains("has no device \"phon\""))
    #expect(told.contains("phone"))
  }

  @Test func aPolicyThatDoesNotExist() throws {
    let scenario = TestScenario(
      "x", devices: [.init("phone", policy: .sound.with("stamp", "sundial"))])
    #expect(try message(ScenarioTest(scenario)).contains("sundial"))
  }

  @Test func aRunInWhichNothingHappens() throws {
    let told = try message(ScenarioTest(TestScenario("idle", devices: ["phone"])))
    #expect(told.contains("idle, seed 1, run 1: the run had nothing to judge"))
  }

  @Test func aProgramOfItsOwn() throws {
    let json = """
      {"format": 1, "name": "x", "devices": [{"name": "phone", "command": ["true"]}]}
      """
    #expect(try message(ScenarioTest(json: json)).contains("a test starts no process"))
  }
}
