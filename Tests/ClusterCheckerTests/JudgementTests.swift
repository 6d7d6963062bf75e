import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct JudgementTests {
  private func result(_ name: CheckName, _ verdict: Verdict) -> CheckResult {
    CheckResult(name: name, verdict: verdict, witnesses: 1)
  }

  private func judge(
    _ results: [(CheckName, Verdict)], pass: [CheckName] = [], fail: [CheckName] = [],
    happened: [String: Int] = [:], seedOverridden: Bool = false
  ) -> Judgement {
    var expect = Expectation()
    expect.pass = pass.map(\.rawValue)
    expect.fail = fail.map(\.rawValue)
    expect.happened = happened
    return Judgement(
      results: results.map { result($0.0, $0.1) }, happenings: [.late: 2], expect: expect,
      seedOverridden: seedOverridden)
  }

  @Test func `a run passes when something was judged and nothing failed`() {
    let judgement = judge([(.converged, .pass), (.causal, .notJudged)])
    #expect(judgement.verdict == .pass)
    #expect(judgement.asExpected)
    #expect(judgement.surprises.isEmpty)
  }

  @Test func `a failure that nobody expected is a surprise`() {
    let judgement = judge([(.converged, .pass), (.causal, .fail)])
    #expect(judgement.verdict == .fail)
    #expect(!judgement.asExpected)
    #expect(judgement.surprises == ["causal failed unexpectedly"])
    #expect(judgement.explained.count == 1)
    #expect(judgement.explained.first?.hasPrefix("causal failed unexpectedly: ") == true)
  }

  @Test func `a failure that was expected is as expected`() {
    let judgement = judge([(.converged, .pass), (.causal, .fail)], fail: [.causal])
    #expect(judgement.verdict == .fail)
    #expect(judgement.asExpected)
  }

  @Test func `a failure that does not come is a surprise, under another seed too`() {
    for seedOverridden in [false, true] {
      for verdict in [Verdict.pass, .notJudged] {
        let judgement = judge(
          [(.converged, .pass), (.causal, verdict)], fail: [.causal],
          seedOverridden: seedOverridden)
        #expect(!judgement.asExpected)
        #expect(judgement.surprises.count == 1)
      }
    }
  }

  @Test func `a check that is to pass and had nothing to judge leaves the run unknown`() {
    let results: [(CheckName, Verdict)] = [(.converged, .pass), (.causal, .notJudged)]
    let judgement = judge(results, pass: [.causal])
    #expect(judgement.verdict == .unknown)
    #expect(!judgement.asExpected)
    #expect(judgement.surprises == ["causal had nothing to judge, expected to pass"])
    #expect(judge(results, pass: [.causal], seedOverridden: true).verdict == .pass)
    #expect(judge(results, pass: [.causal], seedOverridden: true).asExpected)
  }

  @Test func `a check that could not tell leaves the run unknown, unless another failed`() {
    #expect(judge([(.converged, .pass), (.causal, .unknown)]).verdict == .unknown)
    #expect(judge([(.converged, .fail), (.causal, .unknown)]).verdict == .fail)
    #expect(!judge([(.converged, .fail), (.causal, .unknown)], fail: [.converged]).asExpected)
  }

  @Test func `a run in which nothing was judged is unknown, under any seed`() {
    for seedOverridden in [false, true] {
      let judgement = judge([(.converged, .notJudged)], seedOverridden: seedOverridden)
      #expect(judgement.verdict == .unknown)
      #expect(!judgement.asExpected)
    }
  }

  @Test func `what should have happened and did not is a surprise, but not under another seed`() {
    let judgement = judge([(.converged, .pass)], happened: ["late": 3])
    #expect(judgement.verdict == .pass)
    #expect(judgement.surprises == ["late happened 2 times, expected is at least 3"])
    #expect(!judgement.asExpected)
    #expect(judge([(.converged, .pass)], happened: ["late": 2]).asExpected)
    #expect(judge([(.converged, .pass)], happened: ["late": 3], seedOverridden: true).asExpected)
  }
}
