import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Clocks that are wrong, and who follows them.
@Suite struct ClockBoundTests {
  /// The phone's clock is a year ahead, and the tablet, whose is right, sees its edit.
  private static func run(
    bound: String?, offset: String = "365d", more: String = ""
  ) throws -> RecordedRun {
    let bound = bound.map { ", \"clock\": {\"maxOffset\": \"\($0)\"}" } ?? ""
    let text = """
      {"format": 1, "name": "clocks",
       "devices": [{"name": "phone", "clock": {"offset": "\(offset)"}},
         {"name": "tablet"\(bound)}],
       "timeline": [\(Sample.write("milk", at: "2s", "phone", "Milk")),
         \(Sample.write("eggs", at: "9s", "tablet", "Eggs", field: "body"))\(more)],
       "calm": {"at": "20s"}}
      """
    return try RecordedRun(RunSetup(try ScenarioFile(Array(text.utf8)).scenario()))
  }

  private static func stamp(of intent: IntentID, in run: RecordedRun) -> Stamp? {
    for case .send(.save(let edits), _) in run.steps.flatMap(\.effects).map(\.effect) {
      if let edit = edits.first(where: { $0.intent == intent }) { return edit.stamp }
    }
    return nil
  }

  private static func told(_ run: RecordedRun) -> [Stamp] {
    run.steps.flatMap(\.effects).flatMap { performed -> [Stamp] in
      guard case .show(let changes) = performed.effect else { return [] }
      return changes.compactMap { if case .notFollowed(let stamp) = $0 { stamp } else { nil } }
    }
  }

  private static let year: Int64 = 365 * 86_400_000

  @Test func withoutABoundAHybridClockFollowsAnything() throws {
    let run = try Self.run(bound: nil)
    #expect(try #require(Self.stamp(of: "eggs", in: run)).milliseconds == Self.year + 2000)
    #expect(Self.told(run) == [])
  }

  @Test func aStampBeyondTheBoundIsNotFollowedAndToldOnce() throws {
    let run = try Self.run(bound: "1m")
    #expect(try #require(Self.stamp(of: "eggs", in: run)).milliseconds == 9000)
    #expect(Self.told(run) == [Stamp(milliseconds: Self.year + 2000, device: "phone")])
  }

  /// The stamp of 2 s by a clock a minute ahead arrives at 2.2 s: 59.8 s ahead.
  @Test func theBoundItselfIsFollowed() throws {
    let followed = try Self.run(bound: "59.8s", offset: "1m")
    #expect(try #require(Self.stamp(of: "eggs", in: followed)).milliseconds == 62_000)
    let refused = try Self.run(bound: "59.799s", offset: "1m")
    #expect(try #require(Self.stamp(of: "eggs", in: refused)).milliseconds == 9000)
  }

  /// A new process reads the stamp from its store before it knows what time it is.
  @Test func aNewProcessJudgesByItsClock() throws {
    let kill = #", {"at": "6s", "device": "tablet", "kill": "system", "for": "1s"}"#
    let refused = try Self.run(bound: "1m", more: kill)
    #expect(try #require(Self.stamp(of: "eggs", in: refused)).milliseconds == 9000)
    let followed = try Self.run(bound: "366d", more: kill)
    #expect(try #require(Self.stamp(of: "eggs", in: followed)).milliseconds == Self.year + 2000)
  }

  /// Its own stamps it never falls behind, though its clock was put right.
  @Test func aClockThatJumpsBackDoesNotTakeItsOwnStampsBack() throws {
    let text = """
      {"format": 1, "name": "back", "devices": [{"name": "phone", "clock": {"maxOffset": "1m"}}],
       "timeline": [{"at": "1s", "device": "phone", "clock": {"jump": "1h"}},
         \(Sample.write("milk", at: "2s", "phone", "Milk")),
         {"at": "3s", "device": "phone", "clock": {"jump": "-1h"}},
         {"at": "4s", "device": "phone", "kill": "system", "for": "1s"},
         \(Sample.write("eggs", at: "9s", "phone", "Eggs"))], "calm": {"at": "20s"}}
      """
    let run = try RecordedRun(RunSetup(try ScenarioFile(Array(text.utf8)).scenario()))
    let (first, second) = (Self.stamp(of: "milk", in: run), Self.stamp(of: "eggs", in: run))
    #expect(try #require(first) < #require(second))
  }
}
