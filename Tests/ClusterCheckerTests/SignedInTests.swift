import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct SignedInTests {
  @Test func `a session that lasts passes`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.hearRefresh("q1", .session(pair(2)), [stores(pair(2))])
    let result = try #require(trace.result(.signedIn))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 1)
  }

  @Test func `a vault emptied by a refusal fails, and says by what`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.hearRefresh("q1", .refused(.invalidGrant), [emptiesVault])
    let result = try #require(trace.result(.signedIn))
    #expect(result.verdict == .fail)
    #expect(result.step == 1)
    #expect(result.signature == "signed-in|session of u1|it ended by itself")
    for word in ["u1", "invalidGrant", "phone>cloud/refresh/q1/1/answer", "refresh#1"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `a device that shows nobody while its vault holds a session fails`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.hearRefresh(
      "q1", .refused(.invalidGrant), [PerformedEffect(.show([.session(nil)]), .done)])
    #expect(trace.verdict(.signedIn) == .fail)
  }

  @Test func `a user may sign out`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.signOut()
    #expect(trace.verdict(.signedIn) == .pass)
  }

  @Test func `somebody at the cloud may revoke a session`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.step(.cloud, .entry("revoke"), .cloud(.revoke(user: "u1")), [], root: "revoke")
    trace.hearRefresh("q1", .refused(.invalidGrant), [emptiesVault])
    #expect(trace.verdict(.signedIn) == .pass)
  }

  @Test func `where nobody is signed in nothing is judged`() throws {
    #expect(try TraceBuilder().verdict(.signedIn) == .notJudged)
  }
}
