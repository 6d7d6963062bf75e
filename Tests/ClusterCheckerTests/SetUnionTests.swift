import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct SetUnionTests {
  private let add = tagEdit("t1", .add(text("shop")))
  private let added = members([("home", ["start"]), ("shop", ["t1"])], "t1", change: 3)

  private mutating func acknowledgedAdd(_ trace: inout TraceBuilder) {
    trace.make(
      "phone", "t1", .add([tags: [text("shop")]]), shows: [shownTags("home", "shop")], sends: [add])
    trace.arrive([add], from: "phone", answer: [kept("t1", added, at: tags)])
    trace.hear([kept("t1", added, at: tags)], on: "phone")
  }

  private mutating func trace(ending state: FieldState) throws -> TraceBuilder {
    var trace = try TraceBuilder()
    acknowledgedAdd(&trace)
    trace.end(title: startTitle(trace.scenario).state, tags: state)
    return trace
  }

  @Test mutating func `an acknowledged add that is missing fails, and is named`() throws {
    let trace = try trace(ending: members([("home", ["start"])], "start", change: 1))
    let result = try #require(trace.result(.setUnion))
    #expect(result.verdict == .fail)
    #expect(result.signature == "set-union|note-1.tags|an acknowledged add is missing")
    for word in ["\"shop\"", "note-1.tags", "t1 of phone", "phone>cloud/save/t1/1", "{home}"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test mutating func `a member of the start that is missing fails`() throws {
    let trace = try trace(ending: members([("shop", ["t1"])], "t1", change: 3))
    #expect(trace.result(.setUnion)?.explanation.contains("from the start") == true)
  }

  @Test mutating func `a member that nobody added fails`() throws {
    let odd = members([("home", ["start"]), ("odd", ["t9"]), ("shop", ["t1"])], "t1", change: 3)
    let trace = try trace(ending: odd)
    #expect(trace.result(.setUnion)?.signature == "set-union|note-1.tags|a member nobody added")
  }

  @Test mutating func `letters of other code points are another member`() throws {
    var trace = try TraceBuilder()
    let cafe = tagEdit("t1", .add(text("caf\u{E9}")))
    let state = members([("caf\u{E9}", ["t1"]), ("home", ["start"])], "t1", change: 3)
    trace.make("phone", "t1", .add([tags: [text("caf\u{E9}")]]), sends: [cafe])
    trace.arrive([cafe], from: "phone", answer: [kept("t1", state, at: tags)])
    trace.hear([kept("t1", state, at: tags)], on: "phone")
    let other = members([("cafe\u{301}", ["t1"]), ("home", ["start"])], "t1", change: 3)
    trace.end(title: startTitle(trace.scenario).state, tags: other)
    #expect(trace.verdict(.setUnion) == .fail)
  }

  /// The tablet removes what the phone added; `isAnswered` says whether it hears that it did.
  private mutating func removed(isAnswered: Bool, stillThere: Bool) throws -> TraceBuilder {
    var trace = try TraceBuilder()
    acknowledgedAdd(&trace)
    trace.pull("tablet", "t1", from: 2, [Change(path: tags, state: added)], to: 3)
    let remove = tagEdit("t2", .remove(text("shop"), observed: ["t1"]))
    let gone = members([("home", ["start"])], "t2", change: 4)
    trace.make("tablet", "t2", .remove([tags: [text("shop")]]), sends: [remove])
    if isAnswered {
      trace.arrive([remove], from: "tablet", answer: [kept("t2", gone, at: tags)])
      trace.hear([kept("t2", gone, at: tags)], on: "tablet")
    }
    trace.end(title: startTitle(trace.scenario).state, tags: stillThere ? added : gone)
    return trace
  }

  @Test mutating func `what an answered remove had observed is out`() throws {
    #expect(try removed(isAnswered: true, stillThere: false).verdict(.setUnion) == .pass)
    let trace = try removed(isAnswered: true, stillThere: true)
    let result = try #require(trace.result(.setUnion))
    #expect(result.signature == "set-union|note-1.tags|a removed member is there")
    #expect(result.explanation.contains("t2 of tablet"))
  }

  @Test mutating func `a remove without an answer may have taken effect or not`() throws {
    #expect(try removed(isAnswered: false, stillThere: false).verdict(.setUnion) == .pass)
    #expect(try removed(isAnswered: false, stillThere: true).verdict(.setUnion) == .pass)
  }

  @Test func `an add without an answer may be missing`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "t1", .add([tags: [text("shop")]]), sends: [add])
    trace.end([startTags(trace.scenario), startTitle(trace.scenario)])
    #expect(trace.verdict(.setUnion) == .notJudged)
  }

  @Test func `under replace the whole set that arrives last may lose an acknowledged add`() throws {
    var trace = try TraceBuilder(#""cloud": {"sets": "replace"}"#)
    let first = tagEdit("t1", .replace([text("home"), text("shop")]))
    let second = tagEdit("t2", .replace([text("home"), text("today")]))
    let one = members([("home", ["t1"]), ("shop", ["t1"])], "t1", change: 3)
    let two = members([("home", ["t2"]), ("today", ["t2"])], "t2", change: 4)
    trace.make(
      "phone", "t1", .add([tags: [text("shop")]]), shows: [shownTags("home", "shop")],
      sends: [first])
    trace.make(
      "tablet", "t2", .add([tags: [text("today")]]), shows: [shownTags("home", "today")],
      sends: [second])
    trace.arrive([first], from: "phone", answer: [kept("t1", one, at: tags)])
    trace.arrive([second], from: "tablet", answer: [kept("t2", two, at: tags)])
    trace.hear([kept("t1", one, at: tags)], on: "phone")
    trace.end(title: startTitle(trace.scenario).state, tags: two)
    #expect(
      trace.result(.setUnion)?.signature
        == "set-union|note-1.tags|an acknowledged add is missing")
    // By the rule it lost to another edit of the field, neither of whose makers had seen it.
    for name in [CheckName.noLostEdit, .matchesModel, .causal] {
      #expect(trace.verdict(name) == .pass)
    }
  }
}
