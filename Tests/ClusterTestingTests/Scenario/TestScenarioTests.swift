import Testing

@testable import ClusterTesting

@Suite struct TestScenarioTests {
  /// One of everything that can be built.
  private static var everything: TestScenario {
    var scenario = TestScenario(
      "everything",
      devices: [
        .init("phone", policy: .naive.with("stamp", "hybrid"), syncsStore: true),
        .init("tablet", clockOffset: .seconds(-90), timeout: .seconds(5)),
      ])
    scenario.about = "All of it."
    scenario.cloud.rule = .highestStamp
    scenario.cloud.tie = .value
    scenario.cloud.sets = .observedRemove
    scenario.cloud.saves = .merge
    scenario.cloud.idempotency = .honour
    scenario.cloud.tokens.accessLifetime = .seconds(60)
    scenario.cloud.tokens.refreshGrace = .zero
    scenario.cloud.tokens.rotates = true
    scenario.cloud.tokens.serials = false
    scenario.cloud.tokens.reuse = .reject
    scenario.cloud.pushesChanges = false
    scenario.links = [
      "default": .init(delay: .exponential(.milliseconds(60)), loss: 0.1, duplicate: 0.000_001),
      "phone": .init(.lte),
      "tablet>cloud": .init(delay: .constant(.milliseconds(1500))),
    ]
    scenario.start.records = ["note-1": ["title": .value("Milk"), "tags": .set(["a", 1, true])]]
    scenario.start.signedIn = ["phone": .init("u1", isAccessExpired: true)]
    scenario.limits.attempts = 9
    scenario.limits.messages = 500
    scenario.limits.refreshes = 3
    scenario.limits.unauthorized = 4
    scenario.calmAt = .seconds(90)
    scenario.expect = .init(pass: ["converged"], fail: ["bounded"])
    scenario.timeline = [
      .at(.seconds(1), "phone", .write("note-1", ["title": "Eggs", "count": 3]), id: "eggs"),
      .at(.seconds(2), "phone", .create("note-2", ["title": .value("New"), "tags": .set(["x"])])),
      .at(.seconds(3), "phone", .add(["b"], to: "tags", of: "note-1")),
      .at(.seconds(4), "phone", .remove(["b"], from: "tags", of: "note-1")),
      .at(.seconds(5), "phone", .increment("visits", of: "note-1", by: -1)),
      .at(.seconds(6), "phone", .sync), .at(.seconds(7), "phone", .open),
      .at(.seconds(8), "phone", .order("book")), .at(.seconds(9), "phone", .call("feed")),
      .at(.seconds(10), "phone", .search("zo")), .at(.seconds(11), "phone", .signOut),
      .at(.seconds(12), "phone", .signIn("u2")),
      .partition(["tablet"], at: .seconds(13), for: .seconds(2), traffic: .hold),
      .kill("phone", at: .seconds(14), afterEffects: 1, by: .user, for: .seconds(1)),
      .suspend("tablet", at: .seconds(20), for: .seconds(3)),
      .expireTokens(of: "u1", at: .seconds(21)),
      .fate(of: "phone>cloud/save/eggs/1", [.milliseconds(40), .milliseconds(900)]),
      .hold("phone>cloud/order/phone.order@8s/1", until: "phone.call@9s"),
    ]
    return scenario
  }

  @Test func whatIsBuiltIsReadAsAFileIs() throws {
    let read = try ScenarioTest(Self.everything).scenario()
    #expect(read.timeline.count == 16)
    #expect(read.aimed.fates.count == 2)
    #expect(read.devices.map(\.timeout.description) == ["60s", "5s"])
    #expect(read.devices.map(\.clock.offset.description) == ["0ms", "-90s"])
    #expect(read.limits.messages == 500)
    #expect(read.calm.at?.description == "90s")
    #expect(Self.everything.json.contains("\"loss\": 0.100000"))
    #expect(Self.everything.json.contains("\"duplicate\": 0.000001"))
  }

  @Test func twoThatAreEqualAreTheSameBytes() {
    #expect(Self.everything.json == Self.everything.json)
  }

  @Test(arguments: [1.5, -0.1, .nan, .infinity])
  func aChanceThatIsNoneIsRefused(_ chance: Double) throws {
    var scenario = TestScenario("x", devices: ["phone"])
    scenario.links["default"] = .init(loss: chance)
    let failure = try #require(throws: TestFailure.self) { try ScenarioTest(scenario).scenario() }
    #expect(failure.message.contains("loss"))
  }
}
