import ClusterCore
import Testing

@testable import ClusterChecker

/// What the checks make of a cloud whose saves need the change tag. The tags are change 1, the
/// title is change 2, so the record's tag is 2.
@Suite struct StaleTagTests {
  private static func trace(rule: String = "highestStamp") throws -> TraceBuilder {
    try TraceBuilder(#""cloud": {"saves": "ifTagMatches", "rule": "\#(rule)"}"#)
  }

  /// The phone's Milk, which the tablet has not seen, is change 3; the tablet's Bread is made.
  private static func apart(
    rule: String = "highestStamp", bread stamp: Int64 = 2000
  ) throws -> TraceBuilder {
    var trace = try trace(rule: rule)
    let milk = milkEdit.rebased(on: 2)
    trace.make("phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milk])
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")],
      sends: [edit("w2", "Bread", stamp: stamp).rebased(on: 2)])
    trace.arrive([milk], from: "phone", answer: [kept("w1", ClusterCheckerTests.milk)])
    trace.hear([kept("w1", ClusterCheckerTests.milk)], on: "phone")
    return trace
  }

  private static func refused(
    _ intent: IntentID, by state: FieldState, _ trace: TraceBuilder, record: [Change]? = nil
  ) -> EditResult {
    let whole = [startTags(trace.scenario), Change(path: title, state: state)]
    return EditResult(
      intent: intent, path: title, isKept: false, state: state,
      refusal: EditResult.Refusal(.serverRecordChanged, record: record ?? whole))
  }

  private static let stale = breadEdit.rebased(on: 2)

  @Test func `a stale save that is refused with the record as it is passes`() throws {
    var trace = try Self.apart()
    let answer = [Self.refused("w2", by: milk, trace)]
    trace.arrive([Self.stale], from: "tablet", answer: answer)
    trace.end(title: milk)
    #expect(trace.result(.matchesModel)?.explanation == "")
    #expect(trace.verdict(.matchesModel) == .pass)
  }

  @Test func `a stale save that is taken in fails`() throws {
    var trace = try Self.apart()
    trace.arrive([Self.stale], from: "tablet", answer: [kept("w2", bread)])
    trace.end(title: bread)
    // What the cloud holds differs first.
    #expect(trace.verdict(.matchesModel) == .fail)
  }

  @Test func `a stale save that changed nothing, but is not refused, fails`() throws {
    var trace = try Self.apart()
    trace.arrive([Self.stale], from: "tablet", answer: [lost("w2", to: milk)])
    trace.end(title: milk)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.title|accepted")
  }

  @Test func `a save with the right tag that is refused fails`() throws {
    var trace = try Self.apart()
    let now = breadEdit.rebased(on: 3)
    trace.arrive([now], from: "tablet", answer: [Self.refused("w2", by: bread, trace)])
    trace.end(title: bread)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.title|refused")
  }

  @Test func `a refusal with half the record fails`() throws {
    var trace = try Self.apart()
    let half = [Change(path: title, state: milk)]
    trace.arrive(
      [Self.stale], from: "tablet", answer: [Self.refused("w2", by: milk, trace, record: half)])
    trace.end(title: milk)
    #expect(
      trace.result(.matchesModel)?.signature
        == "matches-model|note-1.title|refused with another record")
  }

  @Test func `a refused edit that is given up is lost, unless the told one beats it`() throws {
    for (stamp, verdict) in [(Int64(2000), Verdict.fail), (500, .pass)] {
      var trace = try Self.apart(bread: stamp)
      let answer = [Self.refused("w2", by: milk, trace)]
      trace.arrive(
        [edit("w2", "Bread", stamp: stamp).rebased(on: 2)], from: "tablet", answer: answer)
      trace.hear(answer, on: "tablet", shows: [shown("Milk")])
      trace.end(title: milk)
      #expect(trace.verdict(.noLostEdit) == verdict, "\(stamp)")
    }
  }

  private static func asked(_ own: String, _ cloud: String) -> Shown {
    .question(title, Question(own: .scalar(text(own)), cloud: .scalar(text(cloud))))
  }

  @Test func `while its user is asked a device may differ, and nothing is lost`() throws {
    var trace = try Self.apart()
    let answer = [Self.refused("w2", by: milk, trace)]
    trace.arrive([Self.stale], from: "tablet", answer: answer)
    trace.hear(answer, on: "tablet", shows: [Self.asked("Bread", "Milk")])
    var over = trace
    trace.end(title: milk)
    #expect(trace.verdict(.converged) == .pass)
    #expect(trace.verdict(.noLostEdit) == .pass)
    // With the question gone the same state is a difference and a loss.
    over.step(
      "tablet", .entry("w3"), .operation(.sync, intent: "w3"),
      [PerformedEffect(.show([.question(title, nil)]), .done)], root: "w3")
    over.end(title: milk)
    #expect(over.verdict(.converged) == .fail)
    #expect(
      over.result(.noLostEdit)?.signature == "no-lost-edit|note-1.title|refused and given up")
  }

  @Test func `an edit that is held back for one that its maker had seen is lost`() throws {
    var trace = try Self.trace()
    let first = milkEdit.rebased(on: 2)
    trace.make("phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [first])
    trace.arrive([first], from: "phone", answer: [kept("w1", milk)])
    // The answer is lost, and the user writes on.
    let second = edit("w2", "Bread", stamp: 2000).rebased(on: 2)
    trace.make(
      "phone", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [second])
    let answer = [Self.refused("w2", by: milk, trace)]
    trace.arrive([second], from: "phone", answer: answer)
    trace.hear(answer, on: "phone", shows: [Self.asked("Bread", "Milk")])
    trace.end(title: milk)
    #expect(
      trace.result(.noLostEdit)?.signature
        == "no-lost-edit|note-1.title|held back for its maker's own edit")
  }

  /// The tablet sends again with the tag that the refusal told it of.
  private static func sentAgain(bread stamp: Int64) throws -> TraceBuilder {
    var trace = try apart(rule: "lastArrival", bread: stamp)
    let again = edit("w2", "Bread", stamp: stamp)
    let answer = [refused("w2", by: milk, trace)]
    trace.arrive([again.rebased(on: 2)], from: "tablet", answer: answer)
    trace.hear(answer, on: "tablet")
    let state = scalar("Bread", "w2", of: "tablet", stamp: stamp, change: 4)
    trace.arrive([again.rebased(on: 3)], from: "tablet", try: 2, answer: [kept("w2", state)])
    trace.end(title: state)
    return trace
  }

  @Test func `an edit may replace one that its maker never saw only by a larger stamp`() throws {
    #expect(try Self.sentAgain(bread: 2000).verdict(.noLostEdit) == .pass)
    let older = try Self.sentAgain(bread: 500)
    #expect(older.verdict(.matchesModel) == .pass)
    let result = try #require(older.result(.noLostEdit))
    #expect(result.signature == "no-lost-edit|note-1.title|replaced unseen")
    #expect(result.explanation.contains("w2 of tablet"))
  }

  @Test func `an edit may replace what its maker had been shown, whatever its stamp`() throws {
    var trace = try Self.trace(rule: "lastArrival")
    let first = milkEdit.rebased(on: 2)
    trace.make("phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [first])
    trace.arrive([first], from: "phone", answer: [kept("w1", milk)])
    trace.pull(
      "tablet", "w1", from: 2, [Change(path: title, state: milk)], to: 3, shows: [shown("Milk")])
    let behind = edit("w2", "Bread", stamp: 500).rebased(on: 3)
    trace.make(
      "tablet", "w2", .write([title: text("Bread")]), shows: [shown("Bread")], sends: [behind])
    let state = scalar("Bread", "w2", of: "tablet", stamp: 500, change: 4)
    trace.arrive([behind], from: "tablet", answer: [kept("w2", state)])
    trace.end(title: state)
    #expect(trace.verdict(.noLostEdit) == .pass)
  }
}
