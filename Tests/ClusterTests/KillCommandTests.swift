import Foundation
import Testing

/// Kills on real processes: the trace is that of the memory hosts wherever a device is cut.
///
/// Each kill is a variant of one file, so that one start of the tool runs them all; `--twice`
/// runs each on the other kind of host and fails where the traces differ.
@Suite(.waiting) struct KillCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let small = """
    "devices": [{"name": "phone", "timeout": "10s"}, {"name": "tablet", "timeout": "10s"}],
    "calm": {"at": "15s"},
    "timeline": [
      {"id": "w1", "at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
      {"id": "w2", "at": "1010ms", "device": "tablet", "write": {"note-1": {"title": "Bread"}}}]
    """

  /// The members of the file that is there to be killed: an app with an extension, and a tablet.
  private static func busyMorning() throws -> String {
    let path = Tool.root.appending(path: "Scenarios/mixed/busy-morning.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: path))
    guard var members = object as? [String: Any] else { throw CocoaError(.coderReadCorrupt) }
    for name in ["format", "name", "about", "expect", "defaultVariant"] { members[name] = nil }
    let data = try JSONSerialization.data(
      withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
  }

  /// A step of a device: its name, and per effect how many bytes it writes to the store.
  private struct CutStep {
    let device: String
    let name: String
    let writes: [Int?]
  }

  private struct Cut {
    let step: CutStep
    let effects: Int
    let bytes: Int

    var entry: String {
      let torn = bytes > 0 ? #""bytes": \#(bytes), "# : ""
      return """
        {"device": "\(step.device)", "kill": "system", "during": "\(step.name)",
         "afterEffects": \(effects), \(torn)"for": "1500ms"}
        """
    }
  }

  private func file(_ body: String, variants: [String] = []) throws -> String {
    let members = variants.enumerated().map { #""k\#($0)": {"timeline": [\#($1)]}"# }
    let rest = variants.isEmpty ? "" : #", "variants": {\#(members.joined(separator: ","))}"#
    return try tool.write(
      #"{"format": 1, "name": "killed", "about": "", \#(body)\#(rest)}"#)
  }

  /// The steps of the devices in the run that nobody disturbs.
  private func steps(of body: String) throws -> [CutStep] {
    let run = try tool.run("run", try file(body), "--hosts", "memory", "--json").json()
    let store = try #require(run["store"] as? String)
    let trace = tool.folder.appending(path: "\(store)/trace.jsonl")
    let lines = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.compactMap { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard event?["is"] as? String == "step", let device = event?["node"] as? String,
        device != "cloud", !device.hasSuffix(".transfers"), let name = event?["name"] as? String,
        let effects = event?["effects"] as? [[String: Any]]
      else { return nil }
      let writes = try effects.map { effect -> Int? in
        guard let entry = effect["entry"] else { return nil }
        // Without spaces and slashes escaped, as long as the tool writes it: 17 bytes of header
        // and a newline around it.
        let options: JSONSerialization.WritingOptions = [.withoutEscapingSlashes]
        return try JSONSerialization.data(withJSONObject: entry, options: options).count + 18
      }
      return CutStep(device: device, name: name, writes: writes)
    }
  }

  private func expectSameTraces(_ body: String, _ cuts: [Cut]) throws {
    let path = try file(body, variants: cuts.map(\.entry))
    let run = try tool.run("run", path, "--variant", "all", "--twice", "--json")
    let runs = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(runs.count == cuts.count + 1)
    for result in runs {
      let checks = try #require(result["checks"] as? [[String: Any]])
      let failed = checks.filter { $0["verdict"] as? String == "fail" }
      let variant = Int((result["variant"] as? String ?? "").dropFirst())
      let cut = variant.map { cuts[$0].entry } ?? "no kill"
      #expect(failed.isEmpty, "\(cut): \(failed)")
      #expect(checks.contains { $0["name"] as? String == "deterministic" })
    }
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.leftovers.isEmpty)
  }

  /// One effect in three, every one with `CLUSTER_FULL=1`.
  @Test func killedAfterEveryEffectTheTraceIsThatOfTheMemoryHost() throws {
    defer { tool.remove() }
    let cuts = try steps(of: Self.small).flatMap { step in
      (0...step.writes.count).map { Cut(step: step, effects: $0, bytes: 0) }
    }
    #expect(cuts.count > 30)
    let some = stride(from: 0, to: cuts.count, by: Tool.isFull ? 1 : 3).map { cuts[$0] }
    try expectSameTraces(Self.small, some)
  }

  /// A write that is cut in the middle has not happened.
  @Test func killedInTheMiddleOfEveryWriteTheTraceIsThatOfTheMemoryHost() throws {
    defer { tool.remove() }
    let cuts = try steps(of: Self.small).flatMap { step in
      step.writes.enumerated().flatMap { index, length in
        length.map { [1, $0 / 2, $0 - 1] }?.map { Cut(step: step, effects: index, bytes: $0) } ?? []
      }
    }
    #expect(cuts.count >= 18)
    try expectSameTraces(Self.small, cuts)
  }

  /// Records, orders, calls, sessions and files together, two actors on one store among them: one
  /// kill in sixty, one in ten with `CLUSTER_FULL=1`.
  @Test func killsOfAMixedWorkloadLoseNothingOnProcesses() throws {
    defer { tool.remove() }
    let mixed = try Self.busyMorning()
    let all = try steps(of: mixed).flatMap { step in
      (0...step.writes.count).map { Cut(step: step, effects: $0, bytes: 0) }
    }
    #expect(all.count > 250)
    let some = stride(from: 0, to: all.count, by: Tool.isFull ? 10 : 60).map { all[$0] }
    try expectSameTraces(mixed, some)
  }

  /// What a dying actor left incomplete in the store, the other cuts before its next event.
  @Test func aTornWriteOfOneActorIsCutByTheOther() throws {
    defer { tool.remove() }
    let path = try file(
      """
      "devices": [{"name": "phone", "actors": ["app", "extension"], "durability": "power"}],
      "calm": {"at": "30s"},
      "timeline": [
        {"id": "w1", "at": "1s", "device": "phone.extension", "write": {"note-1": {"title": "a"}}},
        {"device": "phone.extension", "kill": "system", "during": "w1", "afterEffects": 0,
         "bytes": 30, "for": "9s"},
        {"id": "w2", "at": "2s", "device": "phone.app", "write": {"note-1": {"title": "b"}}},
        {"id": "off", "at": "4s", "device": "phone", "power": true, "for": "1s"},
        {"id": "w3", "at": "12s", "device": "phone.extension", "write": {"note-1": {"n": "c"}}}]
      """)
    let run = try tool.run("run", path, "--twice", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.json()["verdict"] as? String == "pass")
    #expect(tool.leftovers.isEmpty)
  }

  private static let life = """
    "devices": [{"name": "phone", "timeout": "10s", "durability": "power"},
      {"name": "tablet", "timeout": "10s", "policy": {"send": "allAtOnce", "retry": "always"}}],
    "links": {"default": {"delay": {"uniform": ["20ms", "400ms"]}, "loss": 0.2}},
    "calm": {"at": "60s"},
    "timeline": [
      {"id": "w1", "at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
      {"device": "phone", "kill": "system", "during": "w1", "afterEffects": 1, "bytes": 3,
       "for": "2s"},
      {"id": "t1", "at": "1s", "device": "tablet", "write": {"note-1": {"a": "1"}}},
      {"id": "t2", "at": "1s", "device": "tablet", "write": {"note-1": {"b": "2"}}},
      {"id": "t3", "at": "1s", "device": "tablet", "write": {"note-1": {"c": "3"}}},
      {"message": "tablet>cloud/save/t1/1", "fate": []},
      {"message": "tablet>cloud/save/t2/1", "fate": []},
      {"message": "tablet>cloud/save/t3/1", "fate": []},
      {"id": "s", "at": "11500ms", "device": "tablet", "suspend": true, "for": "9s"},
      {"id": "k", "at": "12s", "device": "phone", "kill": "user", "afterEffects": 0, "for": "3s"},
      {"id": "e", "at": "30s", "device": "phone", "write": {"note-1": {"title": "Bread"}}},
      {"id": "off", "at": "30020ms", "device": "phone", "power": true, "for": "3s"},
      {"id": "r", "at": "40s", "device": "tablet", "reinstall": true}]
    """

  /// Kills, a power loss, a reinstall, and timers that are overdue when their app resumes.
  @Test func aRunWithDeathsAndAResumeIsReplayedFromWhatItLeft() throws {
    defer { tool.remove() }
    let path = try file(Self.life)
    var resumes = 0
    for seed in 1...(Tool.isFull ? 5 : 2) {
      let run = try tool.run("run", path, "--twice", "--seed", "\(seed)", "--json")
      #expect(run.status == 0, "\(run.output)")
      let result = try run.json()
      let hash = try #require(result["traceHash"] as? String)
      let store = try #require(result["store"] as? String)
      let text = try String(
        contentsOf: tool.folder.appending(path: "\(store)/schedule.jsonl"), encoding: .utf8)
      #expect(text.contains(#""kill":"system","during":"w1""#))
      if text.contains(#""resume":"tablet.resume#1""#) { resumes += 1 }
      for hosts in ["processes", "memory"] {
        let replay = try tool.run("replay", "store/killed/latest", "--hosts", hosts, "--json")
        #expect(replay.status == 0, "\(replay.output)")
        #expect(try replay.json()["traceHash"] as? String == hash)
      }
    }
    #expect(resumes > 0, "timers were overdue, and their order was drawn")
    #expect(tool.leftovers.isEmpty)
  }

  /// A journal that is compacted on the way restores to the same device on both hosts.
  @Test func aCompactedJournalGivesTheSameTrace() throws {
    defer { tool.remove() }
    let writes = (0..<400).map {
      """
      {"at": "\(100 + $0 * 100)ms", "device": "phone", "write": {"note-1": {"f\($0 % 3)": "\($0)"}}}
      """
    }
    let path = try file(
      """
      "devices": [{"name": "phone", "durability": "power"}, {"name": "tablet"}],
      "calm": {"at": "60s"},
      "timeline": [\(writes.joined(separator: ",")),
        {"at": "39s", "device": "phone", "kill": "system", "for": "50ms"},
        {"at": "39500ms", "device": "phone", "power": true, "for": "50ms"}]
      """)
    let run = try tool.run("run", path, "--twice", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.json()["verdict"] as? String == "pass")
  }

  /// An outbox in memory loses what its user has seen: found by a search, confirmed on
  /// processes, and written as a scenario that fails alike.
  @Test func aSearchFindsTheKillThatAnOutboxInMemoryCannotBear() throws {
    defer { tool.remove() }
    let path = try file(
      """
      "devices": [{"name": "phone", "policy": {"outbox": "memory"}}],
      "timeline": [
        {"id": "p", "at": "500ms", "partition": ["phone"], "traffic": "drop", "for": "2s"},
        {"id": "w1", "at": "1s", "device": "phone", "write": {"note-1": {"title": "Milk"}}}]
      """)
    let run = try tool.run("explore", path, "--json")
    #expect(run.status == 1)
    let ends = try #require(try run.json()["endStates"] as? [[String: Any]])
    let first = try #require(ends.first?["schedule"] as? [[String: Any]])
    #expect(first.first?["during"] as? String == "w1")
    let folder = tool.folder.appending(path: "store/killed/explore").path()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let again = try tool.run("run", "\(folder)/\(try #require(files.first))", "--twice", "--quiet")
    #expect(again.status == 0, "\(again.output)")
    let off = try tool.run("explore", path, "--kills", "off", "--json")
    #expect(off.status == 0, "no loss, copy or hold does it")
  }
}
