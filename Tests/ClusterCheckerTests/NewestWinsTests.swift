import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct NewestWinsTests {
  private static let expected = #""expect": {"pass": ["newest-wins"]}"#
  private static let lastArrival = #""cloud": {"rule": "lastArrival"}, "# + expected

  /// Bread is made last but arrives first, and the cloud keeps what arrives last.
  private func overtaken(_ members: String, milk value: String = "Milk") throws -> TraceBuilder {
    var trace = try TraceBuilder(members)
    let old = edit("w1", value, stamp: 1000)
    trace.make("phone", "w1", .write([title: text(value)]), sends: [old])
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    let first = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    let second = scalar(value, "w1", of: "phone", stamp: 1000, change: 4)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", first)])
    trace.arrive([old], from: "phone", answer: [kept("w1", second)])
    trace.end(title: second)
    return trace
  }

  @Test func `an older edit that wins fails, and both are named`() throws {
    let result = try #require(try overtaken(Self.lastArrival).result(.newestWins))
    #expect(result.verdict == .fail)
    #expect(result.signature == "newest-wins|note-1.title|an older edit won")
    #expect(result.step == 4)
    for word in ["\"Milk\"", "w1 of phone", "phone>cloud/save/w1/1", "\"Bread\"", "w2 of tablet"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `it is not judged where no scenario expects it`() throws {
    let trace = try overtaken(#""cloud": {"rule": "lastArrival"}"#)
    #expect(trace.verdict(.newestWins) == .notJudged)
  }

  @Test func `it is judged where a scenario expects it to fail`() throws {
    let trace = try overtaken(
      #""cloud": {"rule": "lastArrival"}, "expect": {"fail": ["newest-wins"]}"#)
    #expect(trace.verdict(.newestWins) == .fail)
  }

  @Test func `an older edit with the same value is as good`() throws {
    #expect(try overtaken(Self.lastArrival, milk: "Bread").verdict(.newestWins) == .pass)
  }

  @Test func `edits of one instant are interchangeable`() throws {
    var trace = try TraceBuilder(Self.expected)
    let tie = edit("w2", "Bread", stamp: 500)
    trace.make("phone", "w0", .write([title: text("Eggs")]))
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [tie], after: 0)
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.arrive([tie], from: "tablet", answer: [lost("w2", to: milk)])
    trace.end(title: milk)
    #expect(trace.verdict(.newestWins) == .pass)
  }

  @Test func `one edit alone is nothing to judge`() throws {
    var trace = try TraceBuilder(Self.expected)
    trace.phoneWritesMilk()
    trace.end(title: milk)
    #expect(trace.verdict(.newestWins) == .notJudged)
  }
}
