import ClusterTesting
import Testing

@Suite struct MergeReportTests {
  @Test func eachPairHasItsTrialAndItsClass() throws {
    let report = try MergeCheck(from: "-", operations: ["x", "y"]) { $0 = $1 }.report()
    #expect(
      report.description == """
        start  "-"
        a      "x"
        b      "y"

        a, b | bir="x" iki="x" ab="y" ba="x" -> siraya-duyarli  late: aba="x"  order-sensitive, \
        minds a late repeat
        b, a | bir="y" iki="y" ab="x" ba="y" -> siraya-duyarli  late: aba="y"  order-sensitive, \
        minds a late repeat

        saglam: 0  robust
        yinelemeye-duyarli: 0  repetition-sensitive
        siraya-duyarli: 2  order-sensitive
        cift-duyarli: 0  doubly sensitive
        bir: a once; iki: a, a; ab, ba: both orders; aba: a copy of a behind b, no part of the class
        """)
    #expect(report.sensitivity == .orderSensitive)
    #expect(report.pairs.map(\.lateRepeatMatters) == [true, true])
  }

  @Test func aSingleOperationIsPairedWithItself() throws {
    let report = try MergeCheck(from: 1, operations: [2]) { $0 *= $1 }.report()
    #expect(report.pairs.map(\.first) == ["a"])
    #expect(report.sensitivity == .repetitionSensitive)
  }

  @Test func classesOfPairsAddUp() throws {
    let report = try MergeCheck(from: [0], operations: [1, 2]) { state, number in
      if number == 1 { state = [(state.first ?? 0) + 1] } else { state = [2] }
    }
    .report()
    #expect(report.pairs.map(\.sensitivity) == [.doublySensitive, .orderSensitive])
    #expect(report.sensitivity == .doublySensitive)
  }
}
