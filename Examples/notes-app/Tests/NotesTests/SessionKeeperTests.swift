import ClusterTesting
import Notes
import Testing

@Suite struct SessionKeeperTests {
  /// The access token ends, and the app asks for two things within a blink. The server is strict: a
  /// refresh token that comes again ends the session.
  static var twoCalls: TestScenario {
    var scenario = TestScenario(
      "two-calls", devices: ["phone"],
      timeline: [
        .expireTokens(of: "u1", at: .seconds(1)),
        .at(.seconds(2), "phone", .call("feed"), id: "feed"),
        .at(.milliseconds(2030), "phone", .call("inbox"), id: "inbox"),
      ])
    scenario.start.signedIn["phone"] = .init("u1")
    scenario.cloud.tokens.refreshGrace = .zero
    // Until then a search may lose, hold, copy and kill.
    scenario.calmAt = .seconds(30)
    scenario.expect.pass = ["refresh-once", "signed-in", "settled"]
    return scenario
  }

  @Test func theMendedKeeperRenewsOnce() throws {
    try ScenarioTest(Self.twoCalls)
      .client("phone") { PhoneClient($0) { MendedSessionKeeper($0, refresh: $1) } }
      .verify(seeds: 1...100)
  }

  @Test func noSingleLossDelayCopyOrKillMakesItRenewTwice() throws {
    let verification = try ScenarioTest(Self.twoCalls)
      .client("phone") { PhoneClient($0) { MendedSessionKeeper($0, refresh: $1) } }
      .verify(deviations: 1)
    #expect(verification.runs > 40)
  }

  @Test func theShippedKeeperRenewsTwice() throws {
    let failure = #expect(throws: TestFailure.self) {
      try ScenarioTest(Self.twoCalls)
        .client("phone") { PhoneClient($0) { ShippedSessionKeeper($0, refresh: $1) } }
        .verify(seeds: 1...100)
    }
    let message = try #require(failure).message
    #expect(message.hasPrefix("two-calls, seed 1, run 1: refresh-once failed"))
    #expect(message.contains("phone>cloud/refresh/inbox/1 presents refresh#1 while"))
    #expect(message.contains("signed-in failed"), "the user is signed out for it")
  }
}
