import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// What users do while their device reads everything anew: what has come by then was seen.
@Suite struct BetweenPagesTests {
  /// The phone comes back to a cloud that has forgotten its cursor. The first page,
  /// with what the tablet has done meanwhile, comes at 5.2 s, and the second at 8.2 s.
  private static func failures(
    tablet: String, phone: [String], page: Int = 1, cloud: String = ""
  ) throws -> [CheckResult] {
    let scenario = try Sample.scenario(
      cloud: #"{"page": \#(page), "pushes": "none"\#(cloud)}"#,
      start: #"{"records": {"note-1": {"tags": ["home"]}, "note-2": {"title": "Eggs"}}}"#,
      calm: #"{"at": "20s"}"#,
      timeline: [
        Sample.partition("p", at: "500ms", "phone", traffic: "refuse", for: "4500ms"),
        #"{"id": "other", "at": "1s", "device": "tablet", \#(tablet)}"#,
        #"{"id": "last", "at": "2s", "device": "tablet", "write": {"note-2": {"title": "Rice"}}}"#,
        #"{"id": "all", "at": "3s", "cloud": {"expireCursors": true}}"#,
      ] + phone + [
        #"{"message": "phone>cloud/pull/phone.linkUp#1/3/answer", "fate": ["3s"]}"#
      ])
    var pages = 0
    let run = try JudgedRun.inMemory(RunSetup(scenario)) { event in
      if case .step(let step) = event.kind, step.node == "phone",
        case .answer(.pulled, _) = step.event
      {
        pages += 1
      }
    }
    #expect(pages >= 2)
    return run.checker.results().filter { $0.verdict == .fail }
  }

  /// The save of its own add is lost, so that no answer tells it of the other one.
  @Test func `a remove takes out what has come in a page, though it does not show yet`() throws {
    let failures = try Self.failures(
      tablet: #""add": {"note-1": {"tags": ["shop"]}}"#,
      phone: [
        #"{"id": "own", "at": "6s", "device": "phone", "add": {"note-1": {"tags": ["shop"]}}}"#,
        #"{"message": "phone>cloud/save/own/1", "fate": []}"#,
        #"{"id": "out", "at": "7s", "device": "phone", "remove": {"note-1": {"tags": ["shop"]}}}"#,
      ])
    #expect(failures.isEmpty, "\(failures.map(\.explanation))")
  }

  /// Under `updateWins` what a deletion had not seen wins over it.
  @Test func `a deletion takes with it what has come in a page`() throws {
    let failures = try Self.failures(
      tablet: #""add": {"note-1": {"tags": ["shop"]}}"#,
      phone: [#"{"id": "gone", "at": "7s", "device": "phone", "delete": "note-1"}"#],
      cloud: #", "deletes": "updateWins""#)
    #expect(failures.isEmpty, "\(failures.map(\.explanation))")
  }

  /// A page that was not stored is forgotten with the process, though an edit was stored since; so
  /// it was not seen by what the next process shows.
  @Test func `what a kill takes of a page nobody has seen`() throws {
    let failures = try Self.failures(
      tablet: #""delete": "note-1""#,
      phone: [
        #"{"id": "own", "at": "6s", "device": "phone", "write": {"note-3": {"title": "Rice"}}}"#,
        #"{"id": "dead", "at": "7s", "device": "phone", "kill": "system", "for": "1s"}"#,
        #"{"message": "phone>cloud/pull/phone.start#2/1/answer", "fate": ["3s"]}"#,
      ], page: 2)
    #expect(failures.isEmpty, "\(failures.map(\.explanation))")
  }
}
