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
    #""resolve":{"n":{"title":"y"}}"#,
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
