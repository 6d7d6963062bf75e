import ClusterCore
import Testing

@Suite struct DrawnPicksTests {
  private func schedule(_ lines: String) throws -> Schedule {
    let text = """
      {"format": 1, "name": "small", "devices": [{"name": "phone"}], "timeline": [\(lines)]}
      """
    return try ScenarioFile(Array(text.utf8)).scenario().aimed
  }

  private static let line = #"{"jobs":"phone>cloud/call/q/1/answer","picks":[1,0,2]}"#

  @Test func aLineIsReadAsItIsWritten() throws {
    let picks = try schedule(Self.line).picks
    #expect(picks.map(\.picks) == [[1, 0, 2]])
    #expect(picks.map(\.json) == [Self.line])
    #expect(try schedule(Self.line).lines == [Self.line])
  }

  @Test func aLaterLineOfTheSameEventReplacesTheEarlier() throws {
    let later = #"{"jobs":"phone>cloud/call/q/1/answer","picks":[2]}"#
    #expect(try schedule(Self.line + "," + later).picks.map(\.picks) == [[2]])
    let laid = try schedule(Self.line).overlaid(with: try schedule(later))
    #expect(laid.picks.map(\.picks) == [[2]])
  }

  @Test func aPlaceThatIsNoneIsRefused() {
    #expect(throws: FormatError.self) { try schedule(#"{"jobs":"q","picks":[-1]}"#) }
    #expect(throws: FormatError.self) { try schedule(#"{"jobs":"q","picks":["a"]}"#) }
    #expect(throws: FormatError.self) { try schedule(#"{"jobs":"q/","picks":[1]}"#) }
  }
}
