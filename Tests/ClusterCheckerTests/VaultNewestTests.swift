import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct VaultNewestTests {
  private func delivered(_ number: Int, by root: RootID, storing session: Session) throws
    -> TraceBuilder
  {
    var trace = try TraceBuilder(signedInAtStart)
    trace.hearRefresh("q1", .session(pair(3)), [stores(pair(3))])
    trace.hearRefresh(root, .session(pair(number)), [stores(session)])
    return trace
  }

  @Test func `a vault that follows what is delivered passes`() throws {
    var trace = try delivered(4, by: "q2", storing: pair(4))
    trace.calm()
    let result = try #require(trace.result(.vaultNewest))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 2)
  }

  @Test func `an older pair stored over a newer fails, and both are named`() throws {
    var trace = try delivered(2, by: "q2", storing: pair(2))
    trace.calm()
    let result = try #require(trace.result(.vaultNewest))
    #expect(result.verdict == .fail)
    #expect(result.step == 2)
    #expect(result.signature == "vault-newest|vault of phone|an older token")
    for word in ["access#2", "access#3", "step 1", "phone>cloud/refresh/q2/1/answer"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `a newer pair that is not stored fails`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.hearRefresh("q1", .session(pair(2)))
    trace.calm()
    #expect(trace.verdict(.vaultNewest) == .fail)
  }

  @Test func `a kill before the vault was reached is no fault`() throws {
    var trace = try TraceBuilder(signedInAtStart)
    trace.hearRefresh("q1", .session(pair(2)))
    trace.die()
    trace.calm()
    #expect(trace.verdict(.vaultNewest) == .pass)
  }

  @Test func `pairs of another session are another matter`() throws {
    let trace = try delivered(4, by: "q2", storing: pair(2, of: "u2", family: 2))
    #expect(trace.verdict(.vaultNewest) == .pass)
  }

  @Test func `without an answer nothing is judged`() throws {
    #expect(try TraceBuilder(signedInAtStart).verdict(.vaultNewest) == .notJudged)
  }
}
