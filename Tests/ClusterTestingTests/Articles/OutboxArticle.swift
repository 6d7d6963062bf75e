import ClusterTesting
import Testing

// The first test of "Driving your own client"; the article says the same, letter by letter.

@Suite struct OutboxTests {
  @Test func noEditIsLost() throws {
    try ScenarioTest(.twoNotes)
      .client("phone") { device in OutboxClient(device, settle: withoutSaved) }
      .weather(.hostile)
      .verify(seeds: 1...50)
  }
}
