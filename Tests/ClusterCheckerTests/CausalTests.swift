import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct CausalTests {
  /// The tablet has seen Milk and writes over it with a clock that is behind.
  private func skewed() throws -> TraceBuilder {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    let late = edit("w2", "Bread", stamp: 500)
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [late])
    trace.arrive([late], from: "tablet", answer: [lost("w2", to: milk)])
    trace.hear([lost("w2", to: milk)], on: "tablet", shows: [shown("Milk")])
    return trace
  }

  @Test func `an edit that loses to one its maker had seen fails, and names both`() throws {
    var trace = try skewed()
    trace.end(title: milk)
    let result = try #require(trace.result(.causal))
    #expect(result.verdict == .fail)
    #expect(result.signature == "causal|note-1.title|an edit lost to one its maker had seen")
    #expect(result.step == 7)
    for word in [
      "note-1.title is \"Milk\"", "w1 of phone", "tablet had seen", "\"Bread\"", "w2",
      "tablet>cloud/save/w2/1",
    ] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
    // By the rule it lost rightly, and the tablet was told.
    for name in [CheckName.noLostEdit, .ownEditsShow, .matchesModel, .converged, .neverGoesBack] {
      #expect(trace.verdict(name) == .pass)
    }
  }

  @Test func `the last judgement counts`() throws {
    var trace = try skewed()
    let third = edit("w3", "Eggs", stamp: 3000)
    let eggs = scalar("Eggs", "w3", of: "phone", stamp: 3000, change: 4)
    trace.make("phone", "w3", .write([title: text("Eggs")]), shows: [shown("Eggs")], sends: [third])
    trace.arrive([third], from: "phone", answer: [kept("w3", eggs)])
    trace.end(title: eggs)
    #expect(trace.verdict(.causal) == .pass)
  }

  @Test func `of two edits that had not seen each other either may win`() throws {
    var trace = try TraceBuilder()
    let late = edit("w2", "Bread", stamp: 500)
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [late])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.arrive([late], from: "tablet", answer: [lost("w2", to: milk)])
    trace.end(title: milk)
    #expect(trace.verdict(.causal) == .pass)
    #expect(trace.checker.happenings[.conflict] == 1)
  }

  @Test func `a push names an edit but does not show it`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    let push = MessageName(sender: .cloud, receiver: "tablet", kind: .push, root: "w1", count: 1)
    trace.step(
      "tablet", .delivery(push, copy: 1), .push(.changed(intent: "w1")), [], root: "w1")
    let late = edit("w2", "Bread", stamp: 500)
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [late])
    trace.arrive([late], from: "tablet", answer: [lost("w2", to: milk)])
    trace.end(title: milk)
    #expect(trace.verdict(.causal) == .pass)
  }

  @Test func `what one has seen it hands on, through another field too`() throws {
    var trace = try TraceBuilder(third: true)
    let body = FieldPath("note-1", "body")
    trace.phoneWritesMilk()
    // The tablet has seen Milk when it writes the body; the laptop is told of the body only.
    let bodyEdit = edit("w2", "long", stamp: 2000, at: body)
    let state = scalar("long", "w2", of: "tablet", stamp: 2000, change: 4)
    trace.make("tablet", "w2", .write([body: text("long")]), sends: [bodyEdit])
    trace.arrive([bodyEdit], from: "tablet", answer: [kept("w2", state, at: body)])
    #expect(!trace.checker.sight(of: "laptop", contains: EditKey(intent: "w1", path: title)))
    trace.pull("laptop", "w2", from: 3, [Change(path: body, state: state)], to: 4)
    #expect(trace.checker.sight(of: "laptop", contains: EditKey(intent: "w2", path: body)))
    #expect(trace.checker.sight(of: "laptop", contains: EditKey(intent: "w1", path: title)))
    #expect(!trace.checker.sight(of: "phone", contains: EditKey(intent: "w2", path: body)))
  }

  @Test func `to have seen one field of an operation is not to have seen the other`() throws {
    var trace = try TraceBuilder()
    let body = FieldPath("note-1", "body")
    let state = scalar("long", "w1", of: "phone", stamp: 1000, change: 4)
    trace.make(
      "phone", "w1", .write([body: text("long"), title: text("Milk")]),
      sends: [edit("w1", "long", stamp: 1000, at: body), milkEdit])
    trace.hearPull("tablet", "w1", [Change(path: body, state: state)], to: 4)
    #expect(trace.checker.sight(of: "tablet", contains: EditKey(intent: "w1", path: body)))
    #expect(!trace.checker.sight(of: "tablet", contains: EditKey(intent: "w1", path: title)))
  }

  @Test func `an edit that loses to the start loses to what everyone had seen`() throws {
    var trace = try TraceBuilder()
    let start = startTitle(trace.scenario).state
    // Older than whatever stamp the start has.
    let ancient = edit("w1", "Milk", stamp: -Milliseconds.longest.count - 1)
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [ancient])
    trace.arrive([ancient], from: "phone", answer: [lost("w1", to: start)])
    trace.end(title: start)
    #expect(trace.verdict(.causal) == .fail)
    #expect(
      trace.result(.noLostEdit)?.signature == "no-lost-edit|note-1.title|lost to the start")
  }

  @Test func `a carried copy of the winner leaves the judgement as it was`() throws {
    var trace = try TraceBuilder(#""cloud": {"rule": "lastArrival"}"#)
    trace.phoneWritesMilk()
    trace.tabletWritesBread()
    // A late copy brings Milk back, which the tablet had seen; a third save then carries it.
    let again = scalar("Milk", "w1", of: "phone", stamp: 1000, change: 5)
    let step = trace.arrive([milkEdit], from: "phone", copy: 2, answer: [kept("w1", again)])
    #expect(trace.verdict(.causal) == .fail)
    let carried = edit("w3", "Milk", stamp: 3000, carried: true)
    let copy = scalar("Milk", "w3", of: "phone", stamp: 3000, change: 6)
    trace.arrive([carried], from: "phone", answer: [kept("w3", copy)])
    trace.end(title: copy)
    #expect(trace.verdict(.causal) == .fail)
    #expect(trace.result(.causal)?.step == step)
  }

  @Test func `one edit alone is nothing to judge`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end(title: milk)
    #expect(trace.verdict(.causal) == .notJudged)
  }
}

extension Checker {
  /// Whether a device has seen an edit by now.
  func sight(of device: NodeID, contains key: EditKey) -> Bool {
    guard let device = run.device(device), let edit = run.ledger.find(key) else { return false }
    return run.replicas[device].sight.contains(run.ledger[edit].mark)
  }
}
