import Testing

@testable import ClusterCore

@Suite struct CursorTests {
  private func again(_ request: Request) throws -> Request {
    try Request(JSONReader(try JSONParser.parse(request.json)))
  }

  @Test(arguments: [.number(7), .number(7, generation: 2), .instant(-1)] as [Cursor])
  func isReadAsItIsWritten(cursor: Cursor) throws {
    #expect(try again(.pull(cursor: cursor)) == .pull(cursor: cursor))
    let answer = Answer.pulled(changes: [], cursor: cursor, more: true, fingerprint: 3)
    #expect(try Answer(JSONReader(try JSONParser.parse(answer.json))) == answer)
  }

  /// A device in another language knows neither generations nor fingerprints.
  @Test func anOrdinaryAnswerHasNoNewMembers() {
    #expect(
      Answer.pulled(changes: [], cursor: 2, more: false).json
        == #"{"kind":"pulled","changes":[],"cursor":2,"more":false}"#)
  }

  @Test func numbersGoUpOnly() {
    #expect(Cursor.number(5).advanced(to: 3) == 5)
    #expect(Cursor.number(5).advanced(to: 8) == 8)
  }

  @Test func aLaterGenerationIsFurtherWhateverItsNumber() {
    #expect(Cursor.number(5).advanced(to: .number(1, generation: 1)) == .number(1, generation: 1))
  }

  /// A clock that was put back: what came meanwhile is asked for again.
  @Test func anInstantGoesBack() {
    #expect(Cursor.instant(90).advanced(to: .instant(60)) == .instant(60))
  }
}

@Suite struct FeedScenarioTests {
  private func scenario(_ timeline: String, devices: String = #"[{"name": "phone"}]"#) throws
    -> Scenario
  {
    try ScenarioFile(
      Array(
        """
        {"format": 1, "name": "n", "devices": \(devices), "timeline": \(timeline)}
        """.utf8)
    ).scenario()
  }

  private func refusal(_ timeline: String, devices: String = #"[{"name": "phone"}]"#) -> String? {
    do {
      _ = try scenario(timeline, devices: devices)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aRollbackNeedsASnapshotBeforeIt() throws {
    let snapshot = #"{"at": "2s", "cloud": {"snapshot": "a"}}"#
    let early = #"{"at": "1s", "cloud": {"rollback": "a"}}"#
    let late = #"{"at": "3s", "cloud": {"rollback": "a"}}"#
    #expect(try scenario("[\(snapshot), \(late)]").timeline.count == 2)
    #expect(refusal("[\(snapshot), \(early)]")?.contains("no such snapshot") == true)
    #expect(refusal("[\(late)]")?.contains("no such snapshot") == true)
  }

  @Test func whatTheCloudDoesIsWrittenAsItWasRead() throws {
    let text = """
      [{"at": "1s", "cloud": {"snapshot": "a"}}, {"at": "2s", "cloud": {"rollback": "a"}},
       {"at": "3s", "cloud": {"purge": true}}, {"at": "4s", "cloud": {"expireCursors": true}}]
      """
    let first = try scenario(text)
    let written = "[" + first.timeline.map(\.json).joined(separator: ",") + "]"
    #expect(try scenario(written).timeline == first.timeline)
  }

  @Test func aDeviceHasABoundForItsClockAndAList() throws {
    let devices = #"[{"name": "phone", "clock": {"maxOffset": "1m"}, "thread": "text"}]"#
    let phone = try #require(try scenario("[]", devices: devices).device("phone"))
    #expect(phone.clock.maxOffset == .seconds(60))
    #expect(phone.thread == "text")
    let negative = #"[{"name": "phone", "clock": {"maxOffset": "-1m"}}]"#
    #expect(refusal("[]", devices: negative) != nil)
  }
}
