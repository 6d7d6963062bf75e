import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct ConvergedTests {
  @Test func `a replica that shows another value than the cloud holds fails, in words`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", bread)])
    trace.hear([kept("w2", bread)], on: "tablet", shows: [shown("Bread")])
    trace.end(title: bread)
    let result = try #require(trace.result(.converged))
    #expect(result.verdict == .fail)
    #expect(result.signature == "converged|note-1.title|a replica differs")
    for word in [
      "phone shows note-1.title = \"Milk\"", "w1 of phone", "the cloud holds \"Bread\"",
      "w2 of tablet", "tablet>cloud/save/w2/1",
    ] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `letters that only look alike are told apart, and the explanation says so`() throws {
    var trace = try TraceBuilder()
    let composed = edit("w1", "caf\u{E9}", stamp: 1000)
    let state = scalar("caf\u{E9}", "w1", of: "phone", stamp: 1000, change: 3)
    trace.make(
      "phone", "w1", .write([title: text("caf\u{E9}")]), shows: [shown("cafe\u{301}")],
      sends: [composed])
    trace.arrive([composed], from: "phone", answer: [kept("w1", state)])
    trace.pull(
      "tablet", "w1", from: 2, [Change(path: title, state: state)], to: 3,
      shows: [shown("caf\u{E9}")])
    trace.end(title: state)
    let result = try #require(trace.result(.converged))
    #expect(result.verdict == .fail)
    #expect(result.explanation.contains("only look alike"))
  }

  @Test func `an empty set and an absent field look the same`() throws {
    var trace = try TraceBuilder()
    let remove = tagEdit("t1", .remove(text("home"), observed: ["start"]))
    let none = members([], "t1", change: 3)
    trace.make(
      "phone", "t1", .remove([tags: [text("home")]]), shows: [shownTags()], sends: [remove])
    trace.arrive([remove], from: "phone", answer: [kept("t1", none, at: tags)])
    trace.pull(
      "tablet", "t1", from: 2, [Change(path: tags, state: none)], to: 3,
      shows: [.field(tags, nil)])
    trace.end(title: startTitle(trace.scenario).state, tags: none)
    #expect(trace.verdict(.converged) == .pass)
  }

  @Test func `a device that was started again and shows nothing is told so, with all such places`()
    throws
  {
    var trace = try TraceBuilder(#""start": {"records": {"note-1": {"tags": ["home"]}}}"#)
    let bread = scalar("Bread", "w1", of: "tablet", stamp: 1000, change: 1)
    trace.make(
      "tablet", "w1", .write([title: text("Bread")]), shows: [shown("Bread")],
      sends: [edit("w1", "Bread", stamp: 1000)])
    trace.arrive([edit("w1", "Bread", stamp: 1000)], from: "tablet", answer: [kept("w1", bread)])
    trace.add(.died(device: "phone", .system))
    let start = trace.step(
      "phone", .entry("phone.start#2"), .start(Launch(isLinkUp: true)), [], root: "phone.start#2")
    trace.end(title: bread)
    let explanation = try #require(trace.result(.converged)).explanation
    #expect(
      explanation.contains("nothing (it has shown none since it started at step \(start))"),
      "\(explanation)")
  }
}
