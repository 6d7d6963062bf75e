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

        a, b | once="x" twice="x" forward="y" backward="x" late="x" -> order-sensitive, minds a \
        late repeat
        b, a | once="y" twice="y" forward="x" backward="y" late="y" -> order-sensitive, minds a \
        late repeat

        robust: 0
        repetition-sensitive: 0
        order-sensitive: 2
        doubly sensitive: 0
        once: a; twice: a, a; forward: a, b; backward: b, a; late: a, b, a, no part of the class
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
