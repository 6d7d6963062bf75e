import ClusterTesting
import Testing
import XCTest

@Suite struct RefreshTests {
  private func test(
    _ keeper: @escaping @Sendable (ClientDevice) -> any TokenKeeper
  ) -> ScenarioTest {
    ScenarioTest(.twoCalls).client("phone") { device in
      FeedClient(device: device, tokens: keeper(device))
    }
  }

  @Test func aRefreshAcrossAnAwaitIsFoundWithinFewSeeds() throws {
    let failure = try #require(throws: TestFailure.self) {
      try test(HastyKeeper.init).verify(seeds: 1...5)
    }
    #expect(failure.message.contains("refresh-once failed"))
    #expect(failure.message.contains("presents refresh#1 of the same session"))
    #expect(failure.message.contains("2 of 2 entries"))
    #expect(failure.message.contains("|- refresh with refresh#1 -"))
    #expect(
      failure.message.contains(
        "again: try ScenarioTest(...).client(\"phone\") { ... }.verify(seed: 1)"))
  }

  @Test func aKeeperThatWaitsForTheRenewalUnderWayHolds() throws {
    let verification = try test(PatientKeeper.init).verify(seeds: 1...200)
    #expect(verification.runs == 200)
  }
}

/// The same from XCTest: a failure is an error that the test throws.
final class RefreshXCTests: XCTestCase {
  func testAKeeperThatWaitsHolds() throws {
    try ScenarioTest(.twoCalls).client("phone") { device in
      FeedClient(device: device, tokens: PatientKeeper(device))
    }.verify(seeds: 1...20)
  }

  func testAHastyKeeperFails() {
    let test = ScenarioTest(.twoCalls).client("phone") { device in
      FeedClient(device: device, tokens: HastyKeeper(device))
    }
    XCTAssertThrowsError(try test.verify(seeds: 1...5)) { error in
      XCTAssertTrue(error.localizedDescription.contains("refresh-once failed"))
    }
  }
}
