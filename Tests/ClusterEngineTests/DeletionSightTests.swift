import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Deletions by someone who had seen what stands in the record, and emptying a record that is gone.
@Suite struct DeletionSightTests {
  private static func judged(_ timeline: [String]) throws -> JudgedRun {
    let text = """
      {"format": 1, "name": "sight", "calm": {"at": "20s"},
       "devices": [{"name": "phone", "clock": {"offset": "60s"}},
                   {"name": "tablet", "timeout": "5s"}, {"name": "laptop"}],
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

  /// The phone's increment has the largest stamp of all and was seen; the title was not.
  @Test func `a deletion that loses to an unseen title has not lost to a seen increment`() throws {
    let run = try Self.judged([
      #"{"id": "p", "at": "500ms", "partition": ["laptop"], "traffic": "refuse", "for": "5s"}"#,
      #"{"id": "seen", "at": "1s", "device": "phone", "increment": {"note-1": {"count": 1}}}"#,
      #"{"id": "gone", "at": "3s", "device": "tablet", "delete": "note-1"}"#,
      #"{"id": "late", "at": "4s", "device": "laptop", "write": {"note-1": {"title": "Milk"}}}"#,
    ])
    #expect(run.checker.cloud[FieldPath("note-1", "title")] == .scalar(.text("Milk")))
    #expect(Self.failures(run) == [])
  }

  /// All wait behind a save whose answer is lost. The phone's deletion, which the tablet hears of
  /// meanwhile, makes its last write one that makes the record anew, as the first was.
  @Test func `what makes a record anew does not overtake an edit of it`() throws {
    let run = try Self.judged([
      #"{"id": "slow", "at": "1s", "device": "tablet", "write": {"note-2": {"title": "Rice"}}}"#,
      #"{"message": "tablet>cloud/save/slow/1/answer", "fate": []}"#,
      #"{"id": "gone", "at": "1100ms", "device": "tablet", "delete": "note-1"}"#,
      #"{"id": "anew", "at": "1200ms", "device": "tablet", "write": {"note-1": {"title": "Eggs"}}}"#,
      #"{"id": "eggs", "at": "1300ms", "device": "tablet", "write": {"note-1": {"body": "Two"}}}"#,
      #"{"id": "too", "at": "2s", "device": "phone", "delete": "note-1"}"#,
      #"{"id": "milk", "at": "4s", "device": "tablet", "write": {"note-1": {"body": "Six"}}}"#,
    ])
    #expect(run.checker.cloud[FieldPath("note-1", "body")] == .scalar(.text("Six")))
    #expect(Self.failures(run) == [])
  }
}
