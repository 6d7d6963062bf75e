import Testing

@testable import ClusterTransport

/// Time that this process did not have is not counted against those it waits for.
@Suite struct PatienceTests {
  private static let slice = Int64(Patience.slice) * 1_000_000

  /// How many waits of these lengths, the last one again and again, there are until the end.
  private static func waits(_ limit: Duration, _ lengths: Int64...) -> Int {
    var now: Int64 = 0
    var patience = Patience(limit, now: now)
    for count in 1...1000 {
      now += lengths[min(count, lengths.count) - 1]
      if patience.isOver(now: now) { return count }
    }
    return 0
  }

  @Test func shortWaitsAddUpToTheLimit() {
    #expect(Self.waits(.seconds(1), Self.slice) == 10)
    #expect(Self.waits(.seconds(1), Self.slice * 3 / 2) == 7)
    #expect(Self.waits(.milliseconds(40), Self.slice) == 1)
  }

  @Test func aWaitThatWasFarTooLongCountsAsAShortOne() {
    // An hour counts as two slices, and eight are left.
    #expect(Self.waits(.seconds(1), 3_600_000_000_000, Self.slice) == 9)
  }

  @Test func aWaitThatWasFarTooLongIsNeverTheLast() {
    let stopped: Int64 = 60_000_000_000
    // Once the limit is used up the next punctual wait ends it.
    #expect(Self.waits(.seconds(1), stopped, stopped, stopped, stopped, stopped, stopped, 1) == 7)
    #expect(Self.waits(.seconds(1), stopped) == 0)
  }
}
