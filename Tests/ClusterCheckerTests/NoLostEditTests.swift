import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct NoLostEditTests {
  @Test func `an edit that was shown and never sent is lost`() throws {
    var trace = try TraceBuilder()
    let step = trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")])
    trace.end(title: startTitle(trace.scenario).state)
    let result = try #require(trace.result(.noLostEdit))
    #expect(result.verdict == .fail)
    #expect(result.step == step)
    #expect(result.signature == "no-lost-edit|note-1.title|never reached the cloud")
    for word in ["phone wrote \"Milk\" to note-1.title", "w1", "never sent", "\"Groceries\""] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `an edit that its device did not show is none that it can lose`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]))
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.verdict(.noLostEdit) == .notJudged)
    #expect(trace.verdict(.ownEditsShow) == .fail)
  }

  @Test func `an edit still owed when the run is cut off is not lost`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit],
      dispatch: .copies([]))
    trace.calm()
    trace.end([startTags(trace.scenario), startTitle(trace.scenario)], .limit)
    #expect(trace.verdict(.noLostEdit) == .pass)
    #expect(trace.verdict(.settled) == .fail)
  }

  @Test func `an edit that lost by the rule to another edit is not lost`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.arrive([milkEdit], from: "phone", answer: [lost("w1", to: won)])
    trace.end(title: won)
    #expect(trace.verdict(.noLostEdit) == .pass)
    #expect(trace.result(.noLostEdit)?.witnesses == 2)
  }

  /// The tablet saves its body, and carries along the title that it knows.
  private func carriedOver(_ value: String) throws -> TraceBuilder {
    var trace = try TraceBuilder()
    let body = FieldPath("note-1", "body")
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    let save = [
      edit("w2", "long", stamp: 2000, at: body), edit("w2", value, stamp: 2000, carried: true),
    ]
    trace.make(
      "tablet", "w2", .write([body: text("long")]), shows: [shown("long", at: body)], sends: save)
    let bodyState = scalar("long", "w2", of: "tablet", stamp: 2000, change: 4)
    let state = scalar(value, "w2", of: "tablet", stamp: 2000, change: 5)
    trace.arrive(
      save, from: "tablet", answer: [kept("w2", bodyState, at: body), kept("w2", state)])
    trace.calm()
    trace.end([
      Change(path: body, state: bodyState), startTags(trace.scenario),
      Change(path: title, state: state),
    ])
    return trace
  }

  @Test func `an edit lost to a value merely carried along is lost`() throws {
    let trace = try carriedOver("Groceries")
    let result = try #require(trace.result(.noLostEdit))
    #expect(result.verdict == .fail)
    #expect(result.signature == "no-lost-edit|note-1.title|lost to a value carried along")
    #expect(result.step == 4)
    for word in ["phone wrote \"Milk\"", "phone>cloud/save/w1/1", "tablet>cloud/save/w2/1", "w2"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
    #expect(trace.verdict(.matchesModel) == .pass)
    #expect(trace.verdict(.causal) == .notJudged)
  }

  @Test func `what an edit replaces in the end was lost to that edit`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [])
    trace.arrive([edit("w2", "Groceries", stamp: 2000, carried: true)], from: "tablet", answer: [])
    let last = edit("w3", "Eggs", stamp: 3000)
    trace.make("phone", "w3", .write([title: text("Eggs")]), shows: [shown("Eggs")], sends: [last])
    trace.arrive([last], from: "phone", answer: [])
    trace.end(title: scalar("Eggs", "w3", of: "phone", stamp: 3000, change: 5))
    #expect(trace.verdict(.noLostEdit) == .pass)
  }

  @Test func `a value carried along that is the same value loses nothing`() throws {
    #expect(try carriedOver("Milk").verdict(.noLostEdit) == .pass)
  }

  @Test func `a carried value that is called an edit is none for that`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    // w2 is an operation on the tags; nothing asked for its title.
    let claimed = edit("w2", "Groceries", stamp: 2000)
    let state = scalar("Groceries", "w2", of: "tablet", stamp: 2000, change: 4)
    trace.make(
      "tablet", "w2", .add([tags: [text("home")]]), shows: [shownTags("home")], sends: [claimed])
    trace.arrive([claimed], from: "tablet", answer: [kept("w2", state)])
    trace.end(title: state)
    #expect(
      trace.result(.noLostEdit)?.signature
        == "no-lost-edit|note-1.title|lost to a value carried along")
  }

  @Test func `an edit beaten only by a carried copy's stamp is lost to it`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    let copy = [edit("w2", "Milk", stamp: 3000, carried: true)]
    let held = scalar("Milk", "w2", of: "tablet", stamp: 3000, change: 4)
    trace.arrive(copy, from: "tablet", answer: [kept("w2", held)])
    // Newer than Milk, older than the copy of it.
    let own = edit("w3", "Bread", stamp: 2000)
    trace.make("phone", "w3", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [own])
    trace.arrive([own], from: "phone", answer: [lost("w3", to: held)])
    trace.end(title: held)
    let result = try #require(trace.result(.noLostEdit))
    #expect(result.signature == "no-lost-edit|note-1.title|lost to a value carried along")
    #expect(result.explanation.contains("phone wrote \"Bread\""))
    // It had seen Milk, but Milk's own stamp would not have won.
    #expect(trace.verdict(.causal) == .pass)
  }

  @Test func `an edit sent again only as carried along wins nothing`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.tabletWritesBread()
    // The phone saves something else, and carries along what it once wrote itself.
    let carried = edit("w1", "Milk", stamp: 3000, carried: true)
    let back = scalar("Milk", "w1", of: "phone", stamp: 3000, change: 5)
    trace.arrive([carried], from: "phone", try: 2, answer: [kept("w1", back)])
    trace.end(title: back)
    #expect(trace.verdict(.matchesModel) == .pass)
    let result = try #require(trace.result(.noLostEdit))
    #expect(result.signature == "no-lost-edit|note-1.title|lost to a value carried along")
    #expect(result.explanation.contains("tablet wrote \"Bread\""))
  }

  @Test func `an edit that the cloud forgot is lost`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.result(.noLostEdit)?.signature == "no-lost-edit|note-1.title|not at the cloud")
  }

  @Test func `a pending edit dropped for one that beats it by stamp lost by the rule`() throws {
    var trace = try TraceBuilder()
    let made = StoreEntry.made([milkEdit], clock: nil)
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], stores: made)
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.pull(
      "phone", "w2", from: 2, [Change(path: title, state: won)], to: 3, shows: [shown("Bread")])
    trace.end(title: won)
    #expect(trace.verdict(.noLostEdit) == .pass)
    #expect(trace.verdict(.ownEditsShow) == .pass)
  }

  @Test func `a pending edit dropped for one that it beats is lost`() throws {
    var trace = try TraceBuilder()
    let strong = edit("w1", "Milk", stamp: 9000)
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")],
      stores: .made([strong], clock: nil))
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    let step = trace.pull(
      "phone", "w2", from: 2, [Change(path: title, state: won)], to: 3, shows: [shown("Bread")])
    trace.end(title: won)
    #expect(trace.verdict(.noLostEdit) == .fail)
    let result = try #require(trace.result(.ownEditsShow))
    #expect(result.signature == "own-edits-show|note-1.title|gone before another edit won")
    #expect(result.step == step)
  }

  @Test func `a removed value may come back by an add that was not seen, and by no other`() throws {
    for (add, expected) in [("t2", Verdict.pass), ("start", .fail)] {
      var trace = try TraceBuilder()
      let remove = tagEdit("t1", .remove(text("home"), observed: add == "t2" ? ["start"] : []))
      let adding = tagEdit("t2", .add(text("home")))
      trace.make(
        "phone", "t1", .remove([tags: [text("home")]]), shows: [shownTags()], sends: [remove])
      trace.make(
        "tablet", "t2", .add([tags: [text("home")]]), shows: [shownTags("home")], sends: [adding])
      trace.arrive([remove], from: "phone", answer: [])
      if add == "t2" { trace.arrive([adding], from: "tablet", answer: []) }
      let state = members([("home", [IntentID(add)])], "t2", change: 4)
      trace.end(title: startTitle(trace.scenario).state, tags: state)
      #expect(trace.verdict(.noLostEdit) == expected)
    }
  }
}
