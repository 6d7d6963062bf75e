import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct OwnEditsShowTests {
  private let gone = "own-edits-show|note-1.title|gone before another edit won"

  @Test func `an edit that its device does not show when it is made fails`() throws {
    var trace = try TraceBuilder()
    let step = trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    let result = try #require(trace.result(.ownEditsShow))
    #expect(result.verdict == .fail)
    #expect(result.step == step)
    #expect(result.signature == "own-edits-show|note-1.title|not shown when made")
    for word in ["phone wrote \"Milk\" to note-1.title", "w1", "\"Groceries\""] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `what flickers within a step nobody sees`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Groceries"), shown("Milk")])
    #expect(trace.verdict(.ownEditsShow) == .pass)
  }

  /// Milk is accepted as change 3 and is still pending on the phone when a pull that was answered
  /// before that comes in.
  @Test func `an answer from before the edit arrived does not take its place`() throws {
    var trace = try TraceBuilder()
    let start = startTitle(trace.scenario)
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.answerPull("phone", "w0", from: 0, [startTags(trace.scenario), start], to: 2)
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    let step = trace.hearPull("phone", "w0", [start], to: 2, shows: [shown("Groceries")])
    let result = try #require(trace.result(.ownEditsShow))
    #expect(result.signature == gone)
    #expect(result.step == step)
    for word in ["w1", "phone>cloud/save/w1/1", "\"Groceries\"", "phone>cloud/pull/w0/1/answer"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `an edit that came to the cloud after it takes its place`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.tabletWritesBread()
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.result(.ownEditsShow)?.witnesses == 2)
  }

  @Test func `without being told a device shows nobody else's edit`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", bread)])
    let push = MessageName(sender: .cloud, receiver: "phone", kind: .push, root: "w2", count: 1)
    trace.step(
      "phone", .delivery(push, copy: 1), .push(.changed(intent: "w2")),
      [PerformedEffect(.show([shown("Bread")]), .done)], root: "w2")
    #expect(trace.result(.ownEditsShow)?.signature == gone)
  }

  @Test func `an edit that lost when it arrived is over once its device is told`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.arrive([milkEdit], from: "phone", answer: [lost("w1", to: won)])
    trace.hear([lost("w1", to: won)], on: "phone", shows: [shown("Bread")])
    #expect(trace.verdict(.ownEditsShow) == .pass)
  }

  /// Under last arrival a pending edit will win, whatever came before it.
  @Test func `a pending edit is not over for one that it will replace`() throws {
    var trace = try TraceBuilder(#""cloud": {"rule": "lastArrival"}"#)
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    let first = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", first)])
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.pull(
      "phone", "w2", from: 2, [Change(path: title, state: first)], to: 3, shows: [shown("Bread")])
    #expect(trace.result(.ownEditsShow)?.signature == gone)
  }

  @Test func `an equal value of another edit shows the edit just as well`() throws {
    var trace = try TraceBuilder()
    let same = edit("w2", "Milk", stamp: 2000)
    let state = scalar("Milk", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.make("tablet", "w2", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [same])
    trace.arrive([same], from: "tablet", answer: [kept("w2", state)])
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.pull(
      "phone", "w2", from: 2, [Change(path: title, state: state)], to: 3, shows: [shown("Milk")])
    #expect(trace.verdict(.ownEditsShow) == .pass)
  }

  @Test func `a value added to a set stays until a newer state without it is told`() throws {
    for (isNewer, expected) in [(true, Verdict.pass), (false, .fail)] {
      var trace = try TraceBuilder()
      let add = tagEdit("t1", .add(text("shop")))
      let added = members([("home", ["start"]), ("shop", ["t1"])], "t1", change: 3)
      trace.make(
        "phone", "t1", .add([tags: [text("shop")]]), shows: [shownTags("home", "shop")],
        sends: [add])
      trace.arrive([add], from: "phone", answer: [kept("t1", added, at: tags)])
      let other =
        isNewer ? members([("home", ["start"])], "t2", change: 4) : startTags(trace.scenario).state
      trace.hearPull(
        "phone", "t2", [Change(path: tags, state: other)], to: 4, shows: [shownTags("home")])
      #expect(trace.verdict(.ownEditsShow) == expected)
    }
  }

  @Test func `a removed value stays away until an add that was not seen is told`() throws {
    for (id, expected) in [("t2", Verdict.pass), ("start", .fail)] {
      var trace = try TraceBuilder()
      let remove = tagEdit("t1", .remove(text("home"), observed: ["start"]))
      trace.make(
        "phone", "t1", .remove([tags: [text("home")]]), shows: [shownTags()], sends: [remove])
      trace.make("tablet", "t2", .add([tags: [text("home")]]), shows: [shownTags("home")])
      let state = members([("home", [IntentID(id)])], "t2", change: 4)
      trace.hearPull(
        "phone", "t2", [Change(path: tags, state: state)], to: 4, shows: [shownTags("home")])
      #expect(trace.verdict(.ownEditsShow) == expected)
    }
  }

  @Test func `a device's next edit takes the place of the one before`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")])
    trace.make("phone", "w2", .write([title: text("Bread")]), shows: [shown("Bread")])
    #expect(trace.verdict(.ownEditsShow) == .pass)
  }

  @Test func `a cloud that counts wrong does not make a device look wrong`() throws {
    var trace = try TraceBuilder(#""cloud": {"rule": "lastArrival"}"#)
    // By the model Milk is change 3 and Bread change 4; the phone hears of 2 and 3.
    let first = scalar("Milk", "w1", of: "phone", stamp: 1000, change: 2)
    let second = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", first)])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [breadEdit])
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", second)])
    trace.hearPull(
      "phone", "w2", [Change(path: title, state: second)], to: 3, shows: [shown("Bread")])
    #expect(trace.verdict(.ownEditsShow) == .pass)
    #expect(trace.verdict(.matchesModel) == .fail)
  }

  @Test func `without an edit there is nothing to judge`() throws {
    var trace = try TraceBuilder()
    trace.end([startTags(trace.scenario), startTitle(trace.scenario)])
    #expect(trace.verdict(.ownEditsShow) == .notJudged)
  }
}
