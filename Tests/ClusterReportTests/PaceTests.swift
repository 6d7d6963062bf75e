import ClusterCore
import ClusterReport
import Testing

@Suite("The pace of a run") struct PaceTests {
  @Test(
    "A pace is instant, realtime or a factor",
    arguments: [
      ("instant", Pace.instant), ("realtime", .thousandths(1000)), ("1x", .thousandths(1000)),
      ("10x", .thousandths(10_000)), ("0.5x", .thousandths(500)), ("0.001x", .thousandths(1)),
      ("1000x", .thousandths(1_000_000)),
    ])
  func reading(text: String, pace: Pace) {
    #expect(Pace(parsing: text) == pace)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "x", "10", "0x", "-1x", "1000.001x", "0.0001x", "1e3x", "fast", "10 x", "10X", "Realtime",
    ])
  func refusing(text: String) {
    #expect(Pace(parsing: text) == nil)
  }

  @Test("An instant is due after its time divided by the factor")
  func due() {
    #expect(Pace.realtime.due(Instant(1500)) == 1_500_000_000)
    #expect(Pace.thousandths(10_000).due(Instant(1500)) == 150_000_000)
    #expect(Pace.thousandths(500).due(Instant(1500)) == 3_000_000_000)
    #expect(Pace.instant.due(Instant(1500)) == 0)
  }

  @Test("What is too far away to be counted is due last, and nothing traps")
  func farAway() {
    #expect(Pace.thousandths(1).due(Instant(.max)) == .max)
    #expect(Pace.thousandths(1_000_000).instant(after: .max) != nil)
  }

  @Test(
    "The instant that is due is the one that it is due for",
    arguments: [Pace.realtime, .thousandths(1), .thousandths(500), .thousandths(1_000_000)])
  func inverse(pace: Pace) {
    for milliseconds: Int64 in [0, 1, 999, 1000, 123_456] {
      let due = pace.due(Instant(milliseconds))
      #expect(pace.instant(after: due) == Instant(milliseconds))
      if milliseconds > 0 {
        #expect(pace.instant(after: due - 1) == Instant(milliseconds - 1))
      }
    }
    #expect(Pace.instant.instant(after: 5) == nil)
  }
}
