import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct StaysDeletedTests {
  private let record = FieldPath(lifeOf: "note-1")
  private let tags = FieldPath("note-1", "tags")

  private func tombstone(_ standing: Tombstone.Standing, change number: Int) -> FieldState {
    FieldState(
      content: .tombstone(
        Tombstone(
          deletion: "d", stamp: Stamp(milliseconds: 1000), maker: "phone", observed: ["start"],
          standing: standing)),
      intent: "d", number: number)
  }

  private var deletion: Edit {
    Edit(
      intent: "d", path: record, operation: .delete(observed: ["start"]),
      stamp: Stamp(milliseconds: 1000), base: 2)
  }

  private let gone: [Shown] = [.field(FieldPath("note-1", "tags"), nil), .field(title, nil)]

  /// The phone deletes the note: change 3. The tablet is told, and shows it no more.
  private func deleted(_ cloud: String = "") throws -> TraceBuilder {
    var trace = try TraceBuilder(cloud)
    let state = tombstone(.gone, change: 3)
    trace.make("phone", "d", .delete(["note-1"]), shows: gone, sends: [deletion])
    trace.arrive([deletion], from: "phone", answer: [kept("d", state, at: record)])
    trace.hear([kept("d", state, at: record)], on: "phone")
    trace.pull(
      "tablet", "d", from: 2, [Change(path: record, state: state)], to: 3, shows: gone)
    return trace
  }

  private func end(_ trace: inout TraceBuilder, _ state: FieldState) {
    trace.calm()
    trace.end([
      Change(path: record, state: state), startTags(trace.scenario), startTitle(trace.scenario),
    ])
  }

  @Test func `a record that stays away passes, and the deletion is the witness`() throws {
    var trace = try deleted()
    end(&trace, tombstone(.gone, change: 3))
    #expect(trace.result(.staysDeleted)?.verdict == .pass)
    #expect(trace.result(.staysDeleted)?.witnesses == 1)
  }

  @Test func `without a deletion nothing is judged`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end(title: milk)
    #expect(trace.verdict(.staysDeleted) == .notJudged)
  }

  @Test(arguments: ["phone", "tablet"])
  func `a device that shows it again fails, and is named`(device: String) throws {
    var trace = try deleted()
    trace.pull(NodeID(device), "again", from: 3, [], to: 3, shows: [shown("Groceries")])
    end(&trace, tombstone(.gone, change: 3))
    let result = try #require(trace.result(.staysDeleted))
    #expect(result.verdict == .fail)
    #expect(result.signature == "stays-deleted|note-1|a deleted record shows again")
    for word in ["\(device) shows note-1.title", "(d, step", "larger stamp"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `a cloud that holds it in the end fails`() throws {
    var trace = try deleted()
    end(&trace, tombstone(.updated, change: 3))
    #expect(
      trace.result(.staysDeleted)?.signature
        == "stays-deleted|note-1|a deleted record is at the cloud")
  }

  /// The tablet writes the title with that stamp, before or after it was told; the phone sees it.
  private func written(
    _ cloud: String, stamp: Int64, afterwards: Bool
  ) throws -> Verdict? {
    var trace = try afterwards ? deleted(cloud) : TraceBuilder(cloud)
    let write = edit("w", "Milk", stamp: stamp)
    let state = scalar("Milk", "w", of: "tablet", stamp: stamp, change: 4)
    trace.make("tablet", "w", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [write])
    if !afterwards {
      trace.make("phone", "d", .delete(["note-1"]), shows: gone, sends: [deletion])
      trace.arrive(
        [deletion], from: "phone", answer: [kept("d", tombstone(.gone, change: 3), at: record)])
    }
    trace.arrive([write], from: "tablet", answer: [kept("w", state)])
    let back = tombstone(.updated, change: 5)
    trace.pull(
      "phone", "w", from: 3,
      [Change(path: title, state: state), Change(path: record, state: back)],
      to: 5, shows: [shown("Milk")])
    trace.calm()
    trace.end([
      Change(path: record, state: back), startTags(trace.scenario),
      Change(path: title, state: state),
    ])
    return trace.verdict(.staysDeleted)
  }

  private static func rule(_ deletes: String) -> String {
    #""cloud": {"deletes": "\#(deletes)"}"#
  }

  @Test func `whoever had seen the deletion may make it anew`() throws {
    for rule in ["highest", "deleteWins", "updateWins"] {
      #expect(try written(Self.rule(rule), stamp: 2000, afterwards: true) == .pass, "\(rule)")
    }
  }

  @Test func `an update may bring it back where the rule lets it win`() throws {
    #expect(try written(Self.rule("highest"), stamp: 2000, afterwards: false) == .pass)
    #expect(try written(Self.rule("highest"), stamp: 500, afterwards: false) == .fail)
    #expect(try written(Self.rule("updateWins"), stamp: 500, afterwards: false) == .pass)
    #expect(try written(Self.rule("deleteWins"), stamp: 2000, afterwards: false) == .fail)
  }
}
