import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct SettledTests {
  @Test(arguments: [Ending.Reason.limit, .tooManySteps])
  func `a run that does not become quiet fails, and names the edits still owed`(
    reason: Ending.Reason
  ) throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.calm()
    let step = trace.end([startTags(trace.scenario), startTitle(trace.scenario)], reason)
    let result = try #require(trace.result(.settled))
    #expect(result.verdict == .fail)
    #expect(result.step == step)
    #expect(result.signature == "settled|run|\(reason.rawValue)")
    #expect(result.explanation.contains("w1 of phone"))
  }

  @Test func `a run that becomes quiet passes`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end(title: milk)
    #expect(trace.verdict(.settled) == .pass)
  }
}

@Suite struct FinalTests {
  private func trace(_ expected: String) throws -> TraceBuilder {
    var trace = try TraceBuilder(#""expect": {"final": "# + expected + "}")
    trace.phoneWritesMilk()
    trace.end(title: milk)
    return trace
  }

  @Test func `values that are as named pass`() throws {
    let trace = try trace(
      #"{"cloud": {"note-1": {"title": "Milk", "tags": ["home"], "body": null}, "records": 1}, "#
        + #""tablet": {"note-1": {"title": "Milk"}}}"#)
    #expect(trace.verdict(.final) == .pass)
    #expect(trace.result(.final)?.witnesses == 5)
  }

  @Test(arguments: [
    (#"{"cloud": {"note-1": {"title": "Bread"}}}"#, "note-1.title at cloud|another value"),
    (#"{"tablet": {"note-1": {"title": null}}}"#, "note-1.title at tablet|another value"),
    (#"{"phone": {"note-1": {"body": "x"}}}"#, "note-1.body at phone|another value"),
    (#"{"phone": {"records": 2}}"#, "records at phone|another number"),
  ])
  func `a value that is not as named fails`(expected: String, signature: String) throws {
    let result = try #require(try trace(expected).result(.final))
    #expect(result.verdict == .fail)
    #expect(result.signature == "final|" + signature)
  }

  @Test func `a failure says what is there, where from, and what should be`() throws {
    let result = try trace(#"{"tablet": {"note-1": {"title": "Bread"}}}"#).result(.final)
    for word in ["note-1.title on tablet", "\"Milk\"", "w1 of phone", "\"Bread\""] {
      #expect(result?.explanation.contains(word) == true)
    }
  }

  /// The phone orders, searches, is pushed to, and fetches a file.
  private func appTrace(_ expected: String) throws -> TraceBuilder {
    var trace = try TraceBuilder.app(#""expect": {"final": "# + expected + "}")
    trace.order("o1")
    trace.orderArrives("o1")
    trace.showOrder("o1", .placed)
    trace.search("zo", "s1")
    let list = ShownList(query: "zo", items: ["zoo", "zone"], loading: 0)
    trace.results(of: "zo", ["zoo", "zone"], "s1", shows: list)
    trace.contact(badge: 2)
    trace.step(
      "phone", .entry("f"), .timer("f"),
      [PerformedEffect(.show([.file(TransferKey(.download, "a.zip"), .done)]), .done)], root: "f")
    trace.endApp()
    return trace
  }

  @Test func `what apps show beside records is judged as named`() throws {
    let trace = try appTrace(
      #"{"ledger": ["book"], "orders": {"phone": {"o1": "placed", "o2": null}}, "#
        + #""lists": {"phone": ["zoo", "zone"], "tablet": null}, "badge": {"phone": 2, "#
        + #""tablet": 0}, "files": {"phone": {"a.zip": "done"}, "cloud": {"a.zip": null}}, "#
        + #""signedIn": {"phone": null}, "calls": {"phone": {"q": null}}, "#
        + #""unread": {"tablet": []}}"#)
    #expect(trace.verdict(.final) == .pass, "\(trace.result(.final)?.explanation ?? "")")
    #expect(trace.result(.final)?.witnesses == 12)
  }

  @Test(arguments: [
    (#"{"ledger": ["book", "pen"]}"#, "ledger", "[book]"),
    (#"{"orders": {"phone": {"o1": "failed"}}}"#, "order o1 at phone", "placed"),
    (#"{"lists": {"phone": ["zone", "zoo"]}}"#, "list at phone", "[zoo, zone]"),
    (#"{"badge": {"phone": 1}}"#, "badge at phone", "is 2"),
    (#"{"unread": {"phone": ["i1"]}}"#, "unread at phone", "is []"),
    (#"{"files": {"phone": {"a.zip": "wanted"}}}"#, "file a.zip at phone", "done"),
    (#"{"files": {"cloud": {"a.zip": {"size": 3}}}}"#, "file a.zip at cloud", "nothing"),
    (#"{"signedIn": {"phone": "u1"}}"#, "signed in at phone", "nothing"),
    (#"{"calls": {"phone": {"q": "done"}}}"#, "call q at phone", "nothing"),
  ])
  func `what differs beside records fails, and both are named`(
    expected: String, subject: String, found: String
  ) throws {
    let result = try #require(try appTrace(expected).result(.final))
    #expect(result.verdict == .fail)
    #expect(result.signature == "final|\(subject)|another value")
    #expect(result.explanation.contains(found), "\(result.explanation)")
  }

  @Test func `a list is gone with its app; of one that a search killed nothing is said`() throws {
    var trace = try TraceBuilder.app(#""expect": {"final": {"lists": {"phone": ["zoo"]}}}"#)
    trace.search("zo", "s1")
    let list = ShownList(query: "zo", items: ["zoo"], loading: 0)
    trace.results(of: "zo", ["zoo"], "s1", shows: list)
    trace.add(.died(device: "phone", .system))
    trace.endApp()
    #expect(trace.checker.app[AppPath(.lists, at: "phone")] == nil)
    #expect(trace.verdict(.final) == .notJudged)
  }

  @Test func `without expected values there is nothing to judge`() throws {
    #expect(try trace("{}").verdict(.final) == .notJudged)
  }
}

@Suite struct BoundedTests {
  private func trace(_ limits: String, tries: Int) throws -> TraceBuilder {
    var trace = try TraceBuilder(#""limits": "# + limits)
    for count in 1...tries {
      let name = TraceBuilder.save("phone", "w1", count)
      trace.step(
        "phone", .entry(RootID("t\(count)")), .timer("retry"),
        [PerformedEffect(.send(.save([milkEdit]), number: count), .sent(name, .copies([])))],
        root: "w1")
    }
    return trace
  }

  @Test func `one attempt too many fails, and is named`() throws {
    let trace = try trace(#"{"attempts": 2}"#, tries: 3)
    let result = try #require(trace.result(.bounded))
    #expect(result.verdict == .fail)
    #expect(result.step == 3)
    #expect(result.signature == "bounded|attempts|over the limit")
    #expect(result.explanation.contains("phone>cloud/save/w1/3"))
    #expect(trace.checker.happenings[.retried] == 2)
    #expect(trace.checker.happenings[.lostRequest] == 3)
  }

  @Test func `as many attempts as allowed pass, and each is a witness`() throws {
    let trace = try trace(#"{"attempts": 3}"#, tries: 3)
    #expect(trace.verdict(.bounded) == .pass)
    #expect(trace.result(.bounded)?.witnesses == 3)
  }

  @Test func `one message too many fails`() throws {
    let result = try trace(#"{"messages": 2}"#, tries: 3).result(.bounded)
    #expect(result?.signature == "bounded|messages|over the limit")
    #expect(result?.step == 3)
  }

  @Test func `without a limit there is nothing to judge`() throws {
    #expect(try trace("{}", tries: 3).verdict(.bounded) == .notJudged)
  }

  @Test func `the next page of a pull is no second attempt, the same page again is one`() throws {
    for (cursors, expected) in [([2, 3, 4], Verdict.pass), ([2, 2, 2], .fail)] {
      var trace = try TraceBuilder(#""limits": {"attempts": 2}"#)
      for (index, cursor) in cursors.enumerated() {
        let name = TraceBuilder.pull("phone", "w1", index + 1)
        trace.step(
          "phone", .entry(RootID("t\(index)")), .timer("pull"),
          [
            PerformedEffect(
              .send(.pull(cursor: .number(cursor)), number: 1), .sent(name, .copies([10])))
          ],
          root: "w1")
        let answer = Answer.pulled(changes: [], cursor: .number(cursor), more: true)
        trace.step(
          .cloud, .delivery(name, copy: 1), .request(.pull(cursor: .number(cursor)), from: "phone"),
          [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: "w1")
      }
      #expect(trace.verdict(.bounded) == expected)
    }
  }
}
