import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Deletions by someone who had seen what stands in the record, and emptying a record that is gone.
@Suite struct DeletionSightTests {
  private static func judged(_ timeline: [String]) throws -> JudgedRun {
    let text = """
      {"format": 1, "name": "sight", "calm": {"at": "20s"},
       "devices": [{"name": "phone", "clock": {"offset": "60s"}}, {"name": "tablet"},
                   {"name": "laptop"}],
       "start": {"records": {"note-1": {"title": "Groceries"}}},
       "timeline": [\(timeline.joined(separator: ","))]}
      """
    return try JudgedRun.inMemory(RunSetup(ScenarioFile(Array(text.utf8)).scenario()))
  }

  private static func failures(_ run: JudgedRun) -> [String] {
    run.checker.results().filter { $0.verdict == .fail }.map(\.explanation)
  }

  /// The phone's clock is a minute ahead, and neither adds nor increments are told with stamps that
  /// the tablet's clock could follow.
  @Test(arguments: [
    #""add": {"note-1": {"tags": ["shop"]}}"#, #""increment": {"note-1": {"count": 1}}"#,
  ])
  func `a deletion wins over what its maker had seen, whatever the clocks say`(deed: String) throws
  {
    let run = try Self.judged([
      #"{"id": "seen", "at": "1s", "device": "phone", \#(deed)}"#,
      #"{"id": "gone", "at": "3s", "device": "tablet", "delete": "note-1"}"#,
    ])
    #expect(run.checker.cloud.isEmpty)
    #expect(Self.failures(run) == [])
  }

  @Test(arguments: [
    #""add": {"note-1": {"tags": ["shop"]}}"#, #""increment": {"note-1": {"count": 1}}"#,
  ])
  func `and loses to what its maker had not seen and has the larger stamp`(deed: String) throws {
    let run = try Self.judged([
      #"{"id": "p", "at": "500ms", "partition": ["phone"], "traffic": "refuse", "for": "5s"}"#,
      #"{"id": "unseen", "at": "1s", "device": "phone", \#(deed)}"#,
      #"{"id": "gone", "at": "3s", "device": "tablet", "delete": "note-1"}"#,
    ])
    #expect(run.checker.cloud[FieldPath("note-1", "title")] == .scalar(.text("Groceries")))
    #expect(Self.failures(run) == [])
  }

  /// The laptop's add is older than the deletion, and arrives last.
  @Test func `emptying a field of a record that is gone does not make it anew`() throws {
    let run = try Self.judged([
      #"{"id": "p", "at": "500ms", "partition": ["laptop"], "traffic": "refuse", "for": "5s"}"#,
      #"{"id": "old", "at": "800ms", "device": "laptop", "add": {"note-1": {"tags": ["shop"]}}}"#,
      #"{"id": "gone", "at": "1s", "device": "tablet", "delete": "note-1"}"#,
      #"{"id": "nil", "at": "3s", "device": "phone", "write": {"note-1": {"body": null}}}"#,
    ])
    #expect(run.checker.cloud.isEmpty)
    #expect(Self.failures(run) == [])
  }
}
