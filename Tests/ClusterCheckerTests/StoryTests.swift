import ClusterCore
import Testing

@testable import ClusterChecker

/// What holds of whole runs, for every check at once.
@Suite struct StoryTests {
  @Test func `a run in which devices do right passes every check that has something to judge`()
    throws
  {
    var trace = try TraceBuilder(
      #""limits": {"attempts": 2}, "expect": {"pass": ["newest-wins"], "final": "#
        + #"{"cloud": {"note-1": {"title": "Bread"}}}}"#)
    trace.phoneWritesMilk()
    trace.tabletWritesBread()
    let added = members([("home", ["start"]), ("shop", ["t1"])], "t1", change: 5)
    let shop = tagEdit("t1", .add(text("shop")))
    trace.make(
      "phone", "t1", .add([tags: [text("shop")]]), shows: [shownTags("home", "shop")],
      sends: [shop])
    trace.arrive([shop], from: "phone", answer: [kept("t1", added, at: tags)])
    trace.hear([kept("t1", added, at: tags)], on: "phone")
    trace.pull(
      "tablet", "t1", from: 4, [Change(path: tags, state: added)], to: 5,
      shows: [shownTags("home", "shop")])
    trace.end(title: bread, tags: added)
    let results = trace.checker.results()
    // Nobody signs in, wants files, orders, searches, deletes or registers for pushes here.
    let others: Set<CheckName> = [
      .refreshOnce, .vaultNewest, .signedIn, .signedOut, .transferOnce, .orderOnce, .shownNewest,
      .badgeTrue, .staysDeleted,
    ]
    for result in results {
      #expect(result.verdict == (others.contains(result.name) ? .notJudged : .pass), "\(result)")
    }
    #expect(results.map(\.name) == CheckName.allCases.filter { $0 != .deterministic })
  }

  @Test func `a run in which nothing is edited gives no check anything to judge`() throws {
    var trace = try TraceBuilder(#""limits": {"attempts": 2, "messages": 10}"#)
    let root: RootID = "phone.start#1"
    trace.step(
      "phone", .entry(root), .start(Launch(isLinkUp: true)),
      [
        PerformedEffect(
          .send(.pull(cursor: 2), number: 1),
          .sent(TraceBuilder.pull("phone", root), .copies([10])))
      ], root: root)
    trace.pull("phone", root, from: 2, [], to: 2)
    trace.end(title: startTitle(trace.scenario).state)
    let results = trace.checker.results()
    for result in results { #expect(result.verdict == .notJudged, "\(result)") }
    let judgement = Judgement(
      results: results, happenings: trace.checker.happenings, expect: trace.scenario.expect,
      seedOverridden: false)
    #expect(judgement.verdict == .unknown)
    #expect(!judgement.asExpected)
  }

  @Test func `what the calm sends is no witness`() throws {
    var trace = try TraceBuilder(#""limits": {"messages": 10}"#)
    trace.calm()
    let root: RootID = "calm#1"
    trace.step(
      "phone", .entry(root), .operation(.sync, intent: root),
      [
        PerformedEffect(
          .send(.pull(cursor: 2), number: 1),
          .sent(TraceBuilder.pull("phone", root), .copies([])))
      ], root: root)
    #expect(trace.checker.happenings[.lostRequest] == 0)
    #expect(trace.checker.messages.sent == 1)
    trace.step(
      "phone", .failure(TraceBuilder.pull("phone", root)), .failure(.timeout, of: 1), [],
      root: root)
    trace.end([startTags(trace.scenario), startTitle(trace.scenario)])
    #expect(trace.verdict(.settled) == .notJudged)
    #expect(trace.verdict(.bounded) == .notJudged)
  }

  @Test func `a trace that stops early leaves what judges the end unknown`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    for name in [CheckName.converged, .matchesModel, .noLostEdit, .setUnion, .settled] {
      #expect(trace.verdict(name) == .unknown)
    }
    #expect(trace.verdict(.ownEditsShow) == .pass)
  }

  @Test func `what the cloud, the model and the replicas hold can be read`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end(title: milk)
    let checker = trace.checker
    let values: [FieldPath: FieldValue] = [
      title: .scalar(text("Milk")), tags: .set([text("home")]),
    ]
    #expect(checker.cloud == values)
    #expect(checker.model == values)
    #expect(checker.shown == ["phone": values, "tablet": values])
  }
}
