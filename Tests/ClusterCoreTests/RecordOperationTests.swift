import ClusterCore
import Testing

/// What scenario files and frames say of creates, increments, conflicts and questions.
@Suite struct RecordOperationTests {
  private static func scenario(_ entries: [String], more: String = "") throws -> Scenario {
    let text = """
      {"format": 1, "name": "small", "devices": [{"name": "phone"}],
       "start": {"records": {"n": {"title": "x", "count": 1, "tags": ["a"]}}},
       "timeline": [\(entries.joined(separator: ", "))]\(more)}
      """
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  private static func refusal(_ entries: String...) -> FormatError? {
    do {
      _ = try scenario(entries)
      return nil
    } catch {
      return error as? FormatError
    }
  }

  private static func again<Content: JSONWritable>(
    _ content: Content, _ read: (JSONReader) throws -> Content
  ) throws -> Content {
    try read(JSONReader(try JSONParser.parse(content.json)))
  }

  @Test(arguments: [
    #""create":{"m":{"tags":["a","b"],"title":"x"}}"#, #""increment":{"n":{"count":-2}}"#,
    #""resolve":{"n":{"title":"y"}}"#, #""delete":"n""#, #""delete":["m","n"]"#,
  ])
  func `an operation is written as it is read`(text: String) throws {
    let scenario = try Self.scenario([#"{"at": "1s", "device": "phone", \#(text)}"#])
    guard case .operation(let operation, _)? = scenario.timeline.first?.action else {
      Issue.record("no operation")
      return
    }
    var json = JSONWriter()
    json.object { operation.writeMember(to: &$0) }
    #expect(json.text == "{\(text)}")
  }

  @Test(arguments: [
    #"{"at": "1s", "device": "phone", "increment": {"n": {"title": 1}}}"#,
    #"{"at": "1s", "device": "phone", "increment": {"n": {"tags": 1}}}"#,
    #"{"at": "1s", "device": "phone", "increment": {"n": {"count": "1"}}}"#,
    #"{"at": "1s", "device": "phone", "create": {"n": {"title": ["x"]}}}"#,
    #"{"at": "1s", "device": "phone", "resolve": {"n": {"tags": "x"}}}"#,
    #"{"at": "1s", "device": "phone", "write": {"n": {"": "x"}}}"#,
    #"{"at": "1s", "device": "phone", "increment": {"n": {"count": 1000000000001}}}"#,
    #"{"at": "1s", "device": "phone", "delete": []}"#,
    #"{"at": "1s", "device": "phone", "delete": ["n", "n"]}"#,
  ])
  func `a field of another kind is refused`(entry: String) throws {
    let error = try #require(Self.refusal(entry))
    #expect(!error.allowed.isEmpty)
  }

  @Test func `a field is counted and written as text in no order of the file`() throws {
    let count = #"{"at": "1s", "device": "phone", "increment": {"n": {"fresh": 1}}}"#
    let write = #"{"at": "2s", "device": "phone", "write": {"n": {"fresh": "one"}}}"#
    for entries in [[count, write], [write, count]] {
      let error = try #require(Self.refusal(entries[0], entries[1]))
      #expect(error.problem.contains("n.fresh"))
    }
  }

  @Test(arguments: ["write", "create"])
  func `a counter is added to and not written, in no order of the file`(verb: String) throws {
    let count = #"{"at": "1s", "device": "phone", "increment": {"n": {"fresh": 1}}}"#
    let write = #"{"at": "2s", "device": "phone", "\#(verb)": {"n": {"fresh": 2}}}"#
    for entries in [[count, write], [write, count]] {
      let error = try #require(Self.refusal(entries[0], entries[1]))
      #expect(error.problem.contains("a counter is only added to"))
      #expect(error.allowed.contains(#"{"counters": "replace"}"#))
    }
    let scenario = try Self.scenario(
      [count, write], more: #", "cloud": {"counters": "replace"}"#)
    #expect(scenario.timeline.count == 2)
  }

  @Test func `what cannot be emptied is not deleted by emptying`() throws {
    let entries = [
      #"{"at": "1s", "device": "phone", "increment": {"n": {"fresh": 1}}}"#,
      #"{"at": "2s", "device": "phone", "delete": "n"}"#,
    ]
    let phone = #"{"name": "phone", "policy": {"delete": "asWrite"}}"#
    func refusal(_ cloud: String) -> FormatError? {
      let text =
        #"{"format": 1, "name": "t", "devices": [\#(phone)], "cloud": \#(cloud), "timeline": ["#
        + entries.joined(separator: ",") + "]}"
      do {
        _ = try ScenarioFile(Array(text.utf8)).scenario()
        return nil
      } catch { return error }
    }
    #expect(refusal("{}")?.problem.contains("n.fresh") == true)
    #expect(
      refusal(#"{"sets": "union", "counters": "replace"}"#)?.problem.contains("union") == true)
    #expect(refusal(#"{"counters": "replace"}"#) == nil)
  }

  @Test func `rules for deletes and counters are read as they are written`() throws {
    let scenario = try Self.scenario(
      [],
      more: #", "cloud": {"deletes": "updateWins", "counters": "replace", "#
        + #""tombstones": {"retention": "7d"}}"#)
    #expect(scenario.rules.retention == .seconds(7 * 86_400))
    #expect(try Self.again(scenario.rules, CloudRules.init) == scenario.rules)
    for word in ["deletes", "counters", "tombstones"] {
      #expect(!CloudRules.standard.json.contains(word))
    }
  }

  @Test(arguments: [
    Edit.Operation.delete(observed: ["w1", "w2"]), .create, .increment(-3), .write(.null),
  ])
  func `an edit of a record or a counter is read as it is written`(
    operation: Edit.Operation
  ) throws {
    let path = operation.isOfRecord ? FieldPath(lifeOf: "n") : FieldPath("n", "count")
    let edit = Edit(
      intent: "w3", path: path, operation: operation, stamp: Stamp(milliseconds: 5), base: 2)
    #expect(try Self.again(edit, Edit.init) == edit)
    #expect(edit.json.contains(#""field""#) == !operation.isOfRecord)
  }

  @Test(arguments: [
    #"{"intent":"w","record":"n","field":"f","op":"delete","observed":[],"base":0}"#,
    #"{"intent":"w","record":"n","op":"write","value":1,"base":0}"#,
    #"{"intent":"w","record":"n","field":"f","op":"increment","value":1000000000001,"base":0}"#,
  ])
  func `an edit that cannot be is refused`(text: String) throws {
    let node = try JSONParser.parse(text)
    #expect(throws: FormatError.self) { try Edit(JSONReader(node)) }
  }

  @Test func `tombstones and sums are read as they are written`() throws {
    let tombstone = Tombstone(
      deletion: "d", stamp: Stamp(milliseconds: 7), maker: "phone", observed: ["a", "b"],
      standing: .anew)
    let states = [
      FieldState(content: .tombstone(tombstone), intent: "d", number: 3),
      FieldState(
        content: .counter([Counter.Increment(id: "i1", amount: -2)]), intent: "i1", number: 4),
    ]
    for state in states { #expect(try Self.again(state, FieldState.init) == state) }
    let result = EditResult(
      intent: "w", path: FieldPath("n", "title"), isKept: false, state: nil, tombstone: states[0])
    #expect(try Self.again(result, EditResult.init) == result)
    let answer = Answer.pulled(
      changes: [Change(path: FieldPath(lifeOf: "n"), state: states[0])], cursor: 3, more: false,
      pruned: 2)
    #expect(try Self.again(answer, Answer.init) == answer)
    #expect(!Answer.pulled(changes: [], cursor: 3, more: false).json.contains("prunedBefore"))
    let entry = StoreEntry.forgotten([FieldPath(lifeOf: "n"), FieldPath("n", "title")])
    #expect(try Self.again(entry, StoreEntry.init) == entry)
  }

  @Test func `saves that need the tag are a rule that is written only where it is meant`() throws {
    let scenario = try Self.scenario([], more: #", "cloud": {"saves": "ifTagMatches"}"#)
    #expect(scenario.rules.saves == .ifTagMatches)
    #expect(try Self.again(scenario.rules, CloudRules.init) == scenario.rules)
    #expect(!CloudRules.standard.json.contains("saves"))
  }

  @Test func `a refused result says why, and brings the record`() throws {
    let state = FieldState(
      content: .scalar(.text("x"), stamp: Stamp(milliseconds: 1), maker: "phone"), intent: "w1",
      number: 3)
    let path = FieldPath("n", "title")
    let result = EditResult(
      intent: "w2", path: path, isKept: false, state: state,
      refusal: EditResult.Refusal(.serverRecordChanged, record: [Change(path: path, state: state)]))
    #expect(try Self.again(result, EditResult.init) == result)
    #expect(result.json.contains(#""error":"serverRecordChanged","status":412"#))
  }

  @Test func `a question and its end are read as they are written`() throws {
    let path = FieldPath("n", "title")
    let question = Question(own: .scalar(.text("a")), cloud: .scalar(.integer(1)))
    for shown in [Shown.question(path, question), .question(path, nil)] {
      #expect(try Self.again(shown, Shown.init) == shown)
    }
  }
}
