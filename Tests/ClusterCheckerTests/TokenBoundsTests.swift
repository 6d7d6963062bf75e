import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct TokenBoundsTests {
  private let limits = signedInAtStart + #", "limits": {"refreshes": 1, "unauthorized": 0}"#

  @Test func `a second refresh within one lifetime breaks the limit`() throws {
    var trace = try TraceBuilder(limits)
    trace.refresh("q1", with: 1)
    #expect(trace.verdict(.bounded) == .pass)
    trace.refresh("q2", with: 1)
    let result = try #require(trace.result(.bounded))
    #expect(result.verdict == .fail)
    #expect(result.signature == "bounded|refreshes|over the limit")
    #expect(result.explanation.contains("phone>cloud/refresh/q2/1"))
  }

  @Test func `a refresh one lifetime later is another matter`() throws {
    var trace = try TraceBuilder(limits)
    trace.refresh("q1", with: 1)
    trace.refresh("q2", with: 1, after: 3_600_000)
    #expect(trace.verdict(.bounded) == .pass)
  }

  @Test func `an answer that says unauthorized counts once it is delivered`() throws {
    var trace = try TraceBuilder(limits)
    trace.hearRefresh("q1", .refused(.unauthorized))
    #expect(trace.result(.bounded)?.signature == "bounded|unauthorized|over the limit")
  }
}
