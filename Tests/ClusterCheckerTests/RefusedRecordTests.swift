import ClusterCore
import Testing

@testable import ClusterChecker

/// What the checks make of records that the cloud refuses for their room or their parent. There is
/// one record from the start, `note-1`; the phone makes a list and an item in it.
@Suite struct RefusedRecordTests {
  private static let name = FieldPath("list-1", "title")
  private static let parent = FieldPath("item-1", "list")

  private static func trace(_ rules: String = "") throws -> TraceBuilder {
    try TraceBuilder(#""cloud": {"parent": "list"\#(rules)}"#)
  }

  private static func limit(_ trace: inout TraceBuilder, _ operation: CloudOperation) {
    trace.step(.cloud, .entry("q"), .cloud(operation), [], root: "q")
  }

  private static func refused(_ edit: Edit, as error: CloudError) -> EditResult {
    EditResult(
      intent: edit.intent, path: edit.path, isKept: false, state: nil,
      refusal: EditResult.Refusal(error, record: []))
  }

  private static let list = edit("w1", "Shopping", stamp: 1000, at: name)

  /// The list is made and its save arrives, and is answered so.
  private static func madeList(
    room: Int? = 1, answer: [EditResult], shows: [Shown]
  ) throws -> TraceBuilder {
    var trace = try trace()
    limit(&trace, .quota(records: room))
    trace.make(
      "phone", "w1", .create([name: .scalar(text("Shopping"))]),
      shows: [shown("Shopping", at: name)], sends: [list])
    trace.arrive([list], from: "phone", answer: answer)
    trace.hear(answer, on: "phone", shows: shows)
    return trace
  }

  private static let told = Shown.refused("list-1", .quotaExceeded)

  private static func waiting() throws -> TraceBuilder {
    try madeList(answer: [refused(list, as: .quotaExceeded)], shows: [told])
  }

  private static func ended(_ trace: TraceBuilder) -> TraceBuilder {
    var trace = trace
    trace.calm()
    trace.end(trace.scenario.start.changes)
    return trace
  }

  @Test func `a record without room, of which its user is told, passes`() throws {
    let trace = Self.ended(try Self.waiting())
    for check in [CheckName.matchesModel, .noLostEdit, .converged, .ownEditsShow] {
      #expect(trace.result(check)?.explanation == "")
      #expect(trace.verdict(check) == .pass, "\(check)")
    }
  }

  @Test func `without a word to its user it is lost, and the replica differs`() throws {
    let trace = Self.ended(
      try Self.madeList(answer: [Self.refused(Self.list, as: .quotaExceeded)], shows: []))
    #expect(
      trace.result(.noLostEdit)?.signature == "no-lost-edit|list-1.title|refused and given up")
    #expect(trace.verdict(.converged) == .fail)
  }

  @Test func `a device that says so and shows it no more has lost it`() throws {
    let trace = Self.ended(
      try Self.madeList(
        answer: [Self.refused(Self.list, as: .quotaExceeded)],
        shows: [Self.told, .field(Self.name, nil)]))
    #expect(trace.verdict(.noLostEdit) == .fail)
    #expect(trace.verdict(.ownEditsShow) == .fail)
  }

  @Test func `a record that is held back though there is room is lost`() throws {
    var trace = try Self.waiting()
    Self.limit(&trace, .quota(records: 2))
    #expect(
      Self.ended(trace).result(.noLostEdit)?.signature == "no-lost-edit|list-1.title|held back")
  }

  @Test(arguments: [
    (1, CloudError.referenceViolation, "refused otherwise"),
    (2, .quotaExceeded, "presence"),
  ])
  func `another refusal than the model's fails`(
    room: Int, error: CloudError, reason: String
  ) throws {
    let trace = Self.ended(
      try Self.madeList(room: room, answer: [Self.refused(Self.list, as: error)], shows: []))
    #expect(trace.result(.matchesModel)?.signature == "matches-model|list-1.title|\(reason)")
  }

  @Test func `a record that is taken in though there is no room fails`() throws {
    let state = scalar("Shopping", "w1", of: "phone", stamp: 1000, change: 3)
    let trace = Self.ended(
      try Self.madeList(answer: [kept("w1", state, at: Self.name)], shows: []))
    #expect(trace.verdict(.matchesModel) == .fail)
  }

  /// The item's save arrives before its list is there.
  @Test(arguments: [true, false])
  func `an item waits as long as its list is not there`(listArrives: Bool) throws {
    var trace = try Self.waiting()
    let item = edit("w2", "list-1", stamp: 2000, at: Self.parent)
    let answer = [Self.refused(item, as: .referenceViolation)]
    trace.make(
      "phone", "w2", .create([Self.parent: .scalar(text("list-1"))]),
      shows: [shown("list-1", at: Self.parent)], sends: [item])
    trace.arrive([item], from: "phone", answer: answer)
    trace.hear(answer, on: "phone", shows: [.refused("item-1", .referenceViolation)])
    guard listArrives else {
      #expect(Self.ended(trace).verdict(.noLostEdit) == .pass)
      return
    }
    Self.limit(&trace, .quota(records: nil))
    let state = scalar("Shopping", "w1", of: "phone", stamp: 1000, change: 3)
    let taken = [kept("w1", state, at: Self.name)]
    trace.arrive([Self.list], from: "phone", try: 2, answer: taken)
    trace.hear(taken, on: "phone", try: 2, shows: [.refused("list-1", nil)])
    trace.calm()
    trace.end([Change(path: Self.name, state: state)] + trace.scenario.start.changes)
    #expect(trace.result(.noLostEdit)?.signature == "no-lost-edit|item-1.list|held back")
  }

  @Test(arguments: [
    (Answer.refused(.rateLimited, retryAfter: 9990), Verdict.pass),
    (.refused(.rateLimited, retryAfter: 9000), .fail), (.refused(.rateLimited), .fail),
    (.refused(.serviceUnavailable), .fail),
    (.saved([kept("w1", milk)]), .fail),
  ])
  func `a limited request is answered with the time that is left`(
    answer: Answer, verdict: Verdict
  ) throws {
    var trace = try Self.trace()
    trace.make("phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")])
    Self.limit(&trace, .throttle(.save, length: .seconds(10)))
    let name = TraceBuilder.save("phone", "w1")
    trace.step(
      .cloud, .delivery(name, copy: 1), .request(.save([milkEdit]), from: "phone"),
      [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: "w1")
    trace.calm()
    trace.end(trace.scenario.start.changes)
    #expect(trace.verdict(.matchesModel) == verdict)
    let reason = verdict == .fail ? "matches-model|answer|not limited" : ""
    #expect(trace.result(.matchesModel)?.signature == reason)
  }
}
