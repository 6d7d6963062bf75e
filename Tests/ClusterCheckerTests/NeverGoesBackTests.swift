import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct NeverGoesBackTests {
  /// Milk is change 3 and Bread change 4; the phone has made neither.
  private func bothFromTheTablet() throws -> TraceBuilder {
    var trace = try TraceBuilder()
    let first = edit("w1", "Milk", stamp: 1000)
    let second = edit("w2", "Bread", stamp: 2000)
    trace.make(
      "tablet", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [first])
    trace.arrive([first], from: "tablet", answer: [])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [second])
    trace.arrive([second], from: "tablet", answer: [])
    return trace
  }

  private let milkChange = Change(
    path: title, state: scalar("Milk", "w1", of: "tablet", stamp: 1000, change: 3))
  private let breadChange = Change(
    path: title, state: scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 4))

  @Test func `a late answer that brings an older value back fails, and says which`() throws {
    var trace = try bothFromTheTablet()
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    let step = trace.hearPull("phone", "w1", [milkChange], to: 3, shows: [shown("Milk")])
    let result = try #require(trace.result(.neverGoesBack))
    #expect(result.verdict == .fail)
    #expect(result.step == step)
    #expect(result.signature == "never-goes-back|note-1.title|an older value is back")
    for word in [
      "phone shows note-1.title = \"Milk\"", "w1 of tablet", "\"Bread\"", "w2 of tablet",
      "phone>cloud/pull/w1/1/answer",
    ] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `values in the order of their changes pass, skipped ones too`() throws {
    var trace = try bothFromTheTablet()
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    #expect(trace.verdict(.neverGoesBack) == .pass)
    #expect(trace.result(.neverGoesBack)?.witnesses == 1)
  }

  @Test func `the value from the start counts as the oldest`() throws {
    var trace = try bothFromTheTablet()
    trace.hearPull("phone", "w1", [milkChange], to: 3, shows: [shown("Milk")])
    trace.hearPull("phone", "w2", [], to: 3, shows: [shown("Groceries")])
    #expect(trace.verdict(.neverGoesBack) == .fail)
  }

  @Test func `a value that was accepted again later may be shown again`() throws {
    var trace = try TraceBuilder(#""cloud": {"rule": "lastArrival"}"#)
    trace.make(
      "tablet", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "tablet", answer: [])
    trace.hearPull("phone", "w1", [milkChange], to: 3, shows: [shown("Milk")])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    trace.arrive([breadEdit], from: "tablet", answer: [])
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    trace.arrive([milkEdit], from: "tablet", copy: 2, answer: [])
    trace.hearPull("phone", "w3", [], to: 5, shows: [shown("Milk")])
    #expect(trace.verdict(.neverGoesBack) == .pass)
  }

  @Test func `an own edit still pending does not count, though its value is an old one`() throws {
    var trace = try bothFromTheTablet()
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    trace.make("phone", "w3", .write([title: text("Milk")]), shows: [shown("Milk")])
    #expect(trace.verdict(.neverGoesBack) == .pass)
  }

  @Test func `an edit that lost gives way to the value it covered`() throws {
    var trace = try bothFromTheTablet()
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    let weak = edit("w3", "Eggs", stamp: 5)
    trace.make("phone", "w3", .write([title: text("Eggs")]), shows: [shown("Eggs")], sends: [weak])
    trace.arrive([weak], from: "phone", answer: [lost("w3", to: breadChange.state)])
    trace.hear([lost("w3", to: breadChange.state)], on: "phone", shows: [shown("Bread")])
    #expect(trace.verdict(.neverGoesBack) == .pass)
  }

  @Test func `an own edit counts from the answer on`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    // Milk was kept as change 3; what was there before it may not come back.
    trace.hearPull("phone", "w0", [], to: 2, shows: [shown("Groceries")])
    #expect(trace.verdict(.neverGoesBack) == .fail)
  }

  @Test func `an own edit that came back in a pull is pending no longer`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.pull("phone", "w1", from: 2, [Change(path: title, state: milk)], to: 3)
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", bread)])
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    trace.hearPull("phone", "w3", [], to: 4, shows: [shown("Milk")])
    #expect(trace.verdict(.neverGoesBack) == .fail)
  }

  /// The cloud goes Milk, Bread, Milk while the phone is still at the first of them.
  @Test func `a replica that lags behind is taken to be where it was, not where it will be`()
    throws
  {
    var trace = try bothFromTheTablet()
    let third = edit("w3", "Milk", stamp: 3000)
    trace.make(
      "tablet", "w3", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [third])
    trace.arrive([third], from: "tablet", answer: [])
    trace.hearPull("phone", "w1", [milkChange], to: 3, shows: [shown("Milk")])
    trace.hearPull("phone", "w2", [breadChange], to: 4, shows: [shown("Bread")])
    trace.hearPull("phone", "w3", [], to: 5, shows: [shown("Milk")])
    #expect(trace.verdict(.neverGoesBack) == .pass)
    #expect(trace.result(.neverGoesBack)?.witnesses == 3)
  }

  @Test func `a set with pending edits is a mixture and is not judged`() throws {
    var trace = try TraceBuilder()
    let add = tagEdit("t1", .add(text("shop")))
    let remove = tagEdit("t2", .remove(text("shop"), observed: ["t1"]))
    trace.make(
      "tablet", "t1", .add([tags: [text("shop")]]), shows: [shownTags("home", "shop")], sends: [add]
    )
    trace.arrive([add], from: "tablet", answer: [])
    let added = members([("home", ["start"]), ("shop", ["t1"])], "t1", change: 3)
    trace.hearPull(
      "phone", "t1", [Change(path: tags, state: added)], to: 3, shows: [shownTags("home", "shop")])
    // {home} was the set of change 1, but here it is change 3 less a pending remove.
    trace.make(
      "phone", "t2", .remove([tags: [text("shop")]]), shows: [shownTags("home")], sends: [remove])
    #expect(trace.verdict(.neverGoesBack) == .pass)
    let removed = members([("home", ["start"])], "t2", change: 4)
    trace.arrive([remove], from: "phone", answer: [kept("t2", removed, at: tags)])
    trace.hear([kept("t2", removed, at: tags)], on: "phone")
    #expect(trace.verdict(.neverGoesBack) == .pass)
    trace.hearPull("phone", "t3", [], to: 3, shows: [shownTags("home", "shop")])
    #expect(
      trace.result(.neverGoesBack)?.signature
        == "never-goes-back|note-1.tags|an older value is back")
  }

  @Test func `a replica that never moved on is nothing to judge`() throws {
    #expect(try bothFromTheTablet().verdict(.neverGoesBack) == .notJudged)
  }
}
