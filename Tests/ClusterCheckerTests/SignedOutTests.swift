import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct SignedOutTests {
  @Test func `a vault that stays empty after a sign-out passes`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut()
    trace.hearRefresh("q1", .session(pair(2)))
    let result = try #require(trace.result(.signedOut))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 1)
  }

  @Test func `an old session stored after a sign-out fails, and is named`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut()
    trace.hearRefresh("q1", .session(pair(2)), [stores(pair(2))])
    let result = try #require(trace.result(.signedOut))
    #expect(result.verdict == .fail)
    #expect(result.step == 2)
    #expect(result.signature == "signed-out|vault of phone|an old session is stored")
    for word in ["u1", "access#2", "out", "phone>cloud/refresh/q1/1/answer"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `a sign-out that leaves the vault as it is fails`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut([])
    trace.calm()
    #expect(trace.verdict(.signedOut) == .fail)
  }

  @Test func `a sign-out that a kill cut off at once was none`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut([])
    trace.die()
    trace.calm()
    #expect(trace.verdict(.signedOut) == .notJudged)
  }

  @Test func `an old user shown after a sign-out fails`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut()
    trace.hearRefresh(
      "q1", .session(pair(2)), [PerformedEffect(.show([.session("u1")]), .done)])
    #expect(
      trace.result(.signedOut)?.signature == "signed-out|user of phone|an old user is shown")
  }

  @Test func `the same user may sign in again`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut()
    trace.hearRefresh("q1", .session(pair(2, family: 2)), [stores(pair(2, family: 2))])
    #expect(trace.verdict(.signedOut) == .pass)
  }
}
