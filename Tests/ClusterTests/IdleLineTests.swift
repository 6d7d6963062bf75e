import Foundation
import Testing

/// A name in a file's fates that no run ever meets is told once, by every command and also when
/// quiet, since it may be misspelt.
@Suite(.waiting) struct IdleLineTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let words =
    "fates of messages that were never sent: phone>cloud/save/mlik/1"

  /// - Parameter lines: further lines of the timeline.
  private func scenario(_ lines: String..., variants: String = "") throws -> String {
    let more = lines.map { ",\n  \($0)" }.joined()
    return try tool.write(
      """
      {"format": 1, "name": "typo", "devices": [{"name": "phone"}, {"name": "tablet"}], "timeline": [
        {"id": "milk", "at": "1s", "device": "phone", "write": {"n": {"t": "Milk"}}},
        {"message": "phone>cloud/save/milk/1", "fate": ["70ms"]}\(more)]\(variants)}
      """, to: "s.json")
  }

  private static let misspelt = #"{"message": "phone>cloud/save/mlik/1", "fate": []}"#

  @Test(arguments: [
    ["run"], ["run", "--variant", "all"], ["soak", "--seeds", "1..5"],
    ["soak", "--seeds", "1..5", "--variant", "all"], ["explore"], ["explore", "--all-orders"],
  ])
  func eachCommandTellsIt(arguments: [String]) throws {
    defer { tool.remove() }
    _ = try scenario(Self.misspelt, variants: #", "variants": {"naive": {"seed": 2}}"#)
    var command = arguments
    command.insert("s.json", at: 1)
    func count(_ text: String) -> Int { text.components(separatedBy: Self.words).count - 1 }
    let told = try tool.run(command)
    #expect(count(told.output) == 1 && told.errors.isEmpty, "\(told.output)\(told.errors)")
    let quiet = try tool.run(command + ["--quiet"])
    #expect(count(quiet.errors) == 1 && quiet.errors.hasPrefix("note: "), "\(quiet.errors)")
    #expect(count(quiet.output) == 0)
    let json = try tool.run(command + ["--json"])
    #expect(json.output.contains(#""idle":{"fates":["phone>cloud/save/mlik/1"]}"#))
    #expect(json.errors.isEmpty)
  }

  @Test func whatIsMetInOneOfTheRunsIsNotTold() throws {
    defer { tool.remove() }
    // The second save is sent where the first one's answer was lost, in one variant alone.
    let path = try scenario(
      #"{"message": "phone>cloud/save/milk/2", "fate": ["70ms"]}"#,
      variants: """
        , "variants": {"lossy": {"timeline": [
          {"message": "phone>cloud/save/milk/1/answer", "fate": []}]}}
        """)
    let alone = try tool.run("soak", path, "--seeds", "1..3", "--quiet")
    #expect(alone.errors.contains("never sent: phone>cloud/save/milk/2"), "\(alone.errors)")
    for command in [["soak", path, "--seeds", "1..3"], ["run", path]] {
      let all = try tool.run(command + ["--variant", "all", "--quiet"])
      #expect(all.errors.isEmpty, "\(all.errors)")
    }
    #expect(try tool.run("explore", path, "--quiet").errors.isEmpty, "a loss brings it up")
  }

  @Test(arguments: [
    (
      #"{"message": "cloud>tablet/push/milk/1", "after": "mlik"}"#,
      "held for what never happened, and so lost: cloud>tablet/push/milk/1 until mlik "
        + "(did you mean milk?)"
    ),
    (
      #"{"message": "cloud>tablet/push/milk/1", "again": ["cloud>tablet/push/mlik/1"]}"#,
      "further copies after what never happened: cloud>tablet/push/mlik/1 "
        + "(did you mean cloud>tablet/push/milk/1?)"
    ),
    (
      #"{"device": "phone", "kill": "system", "during": "mlik", "for": "1s"}"#,
      "kills in events that never happened: phone in mlik (did you mean milk?)"
    ),
    (
      #"{"timer": "phone/timer/retry/mlik/1", "jitter": "1ms"}"#,
      "jitters of timers that were never set: phone/timer/retry/mlik/1 "
        + "(did you mean phone/timer/retry/milk/1?)"
    ),
    (
      #"{"message": "phone>cloud/save/mlik/1", "fate": []}"#,
      "\(words) (did you mean phone>cloud/save/milk/1?)"
    ),
    (
      #"{"message": "phone>cloud/save/cheese/1", "fate": []}"#,
      "fates of messages that were never sent: phone>cloud/save/cheese/1"
    ),
    (
      #"{"at": "1s", "device": "phone", "markRead": ["i1"]}"#,
      "reads of items that were never published: i1"
    ),
  ])
  func anEventThatNeverHappensIsToldToo(line: String, words: String) throws {
    defer { tool.remove() }
    let path = try scenario(line)
    let run = try tool.run("run", path, "--hosts", "memory", "--quiet")
    #expect(run.errors == "note: \(path): \(words)\n")
  }

  @Test func shardsTellItOnceTheyAreAllThere() throws {
    defer { tool.remove() }
    let path = try scenario(Self.misspelt)
    for shard in 1...2 {
      let part = try tool.run(
        "soak", path, "--seeds", "1..4", "--shard", "\(shard)/2", "--store", "s\(shard)", "--quiet")
      #expect(part.errors.isEmpty, "one shard may just have missed it: \(part.errors)")
    }
    let whole = try tool.run("soak", "--merge", "s1", "s2", "--quiet")
    #expect(
      whole.errors == "note: \(path), in none of 4 runs: \(Self.words)\n", "\(whole.errors)")
  }
}
