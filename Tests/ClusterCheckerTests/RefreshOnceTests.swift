import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct RefreshOnceTests {
  @Test func `one refresh after the other passes, each token a witness`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.refresh("q1", with: 1)
    trace.answerRefresh("q1", with: 1, .session(pair(2)))
    trace.hearRefresh("q1", .session(pair(2)), [stores(pair(2))])
    trace.refresh("q2", with: 2)
    let result = try #require(trace.result(.refreshOnce))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 2)
  }

  @Test func `two refreshes of one session at once fail, and are named`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.refresh("q1", with: 1)
    trace.refresh("q2", with: 1)
    let result = try #require(trace.result(.refreshOnce))
    #expect(result.verdict == .fail)
    #expect(result.step == 2)
    #expect(result.signature == "refresh-once|refresh|two refreshes overlap")
    for word in ["phone>cloud/refresh/q1/1", "phone>cloud/refresh/q2/1", "refresh#1"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
    #expect(!result.explanation.contains("0123456789abcdef"))
  }

  @Test func `refreshes of two sessions may overlap`() throws {
    var trace = try TraceBuilder(
      #""start": {"tokens": {"phone": {"user": "u1"}, "tablet": {"user": "u1"}}}"#)
    trace.refresh("q1", with: 1)
    trace.refresh("q2", with: 2, from: "tablet")
    #expect(trace.verdict(.refreshOnce) == .pass)
  }

  @Test func `a token presented again after its answer came fails`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.refresh("q1", with: 1)
    trace.answerRefresh("q1", with: 1, .session(pair(2)))
    trace.hearRefresh("q1", .session(pair(2)), [stores(pair(2))])
    trace.refresh("q2", with: 1)
    let result = try #require(trace.result(.refreshOnce))
    #expect(result.verdict == .fail)
    #expect(result.signature == "refresh-once|refresh|a used token is presented again")
    #expect(result.explanation.contains("in step 3"))
  }

  @Test func `a process that dies ends its refresh, and its token may come again`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.refresh("q1", with: 1)
    trace.die()
    trace.refresh("q2", with: 1)
    #expect(trace.verdict(.refreshOnce) == .pass)
  }

  @Test func `an answer that a kill cut off before the vault was not delivered`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.refresh("q1", with: 1)
    trace.hearRefresh("q1", .session(pair(2)))
    trace.die()
    trace.refresh("q2", with: 1)
    #expect(trace.verdict(.refreshOnce) == .pass)
  }

  @Test func `a busy server has not answered the token`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.refresh("q1", with: 1)
    trace.hearRefresh("q1", .refused(.rateLimited))
    trace.refresh("q1", try: 2, with: 1)
    #expect(trace.verdict(.refreshOnce) == .pass)
  }

  @Test func `without a refresh nothing is judged`() throws {
    #expect(try TraceBuilder(signedInAtStart).verdict(.refreshOnce) == .notJudged)
  }
}
