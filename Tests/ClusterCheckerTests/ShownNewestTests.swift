import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct ShownNewestTests {
  private static let zo = ShownList(query: "zo", items: ["zoo"], loading: 0)
  private static let zombie = ShownList(query: "zombie", items: ["zombie"], loading: 0)

  private func searched() throws -> TraceBuilder {
    var trace = try TraceBuilder.app()
    trace.search("zo", "s1")
    trace.search("zombie", "s2")
    return trace
  }

  @Test func `the newest query's results, whatever came before them, pass`() throws {
    var trace = try searched()
    trace.results(of: "zo", ["zoo"], "s1", shows: Self.zo)
    trace.results(of: "zombie", ["zombie"], "s2", shows: Self.zombie)
    trace.endApp()
    let result = try #require(trace.result(.shownNewest))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 1)
  }

  @Test func `an older query's results after the newest's fail, in words`() throws {
    var trace = try searched()
    trace.results(of: "zombie", ["zombie"], "s2", shows: Self.zombie)
    trace.results(of: "zo", ["zoo"], "s1", shows: Self.zo)
    trace.endApp()
    let result = try #require(trace.result(.shownNewest))
    #expect(result.verdict == .fail)
    #expect(result.step == 4)
    #expect(result.signature == "shown-newest|list of phone|an older query's results")
    for word in ["phone shows the results of \"zo\"", "search/s1/1/answer", "query is \"zombie\""] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `results that never show fail at the end`() throws {
    var trace = try searched()
    trace.results(of: "zombie", ["zombie"], "s2", shows: nil)
    trace.endApp()
    #expect(trace.verdict(.shownNewest) == .fail)
  }

  @Test func `a screen that says for good that it is loading fails`() throws {
    var trace = try searched()
    let list = ShownList(query: "zombie", items: ["zombie"], loading: 1)
    trace.results(of: "zombie", ["zombie"], "s2", shows: list)
    trace.endApp()
    #expect(trace.result(.shownNewest)?.signature == "shown-newest|list of phone|still loading")
  }

  @Test func `one search alone, and a list that died with its app, judge nothing`() throws {
    var trace = try TraceBuilder.app()
    trace.search("zo", "s1")
    trace.add(.died(device: "phone", .system))
    trace.endApp()
    #expect(trace.verdict(.shownNewest) == .notJudged)
  }
}
