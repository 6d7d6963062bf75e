import ClusterTesting
import Testing

// The tests of "Driving your own client"; the article says the same, letter by letter.

@Suite struct FeedTests {
  @Test func noTokenIsPresentedTwice() throws {
    try ScenarioTest(.twoCalls)
      .client("phone") { device in
        FeedClient(device: device, tokens: PatientKeeper(device))
      }
      .verify(seeds: 1...50)
  }
}
