import ClusterCore
import Foundation
import Testing

/// Up to each limit things work; past it there is an error that names the limit.
@Suite(.waiting) struct LimitTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func refusal(of text: String, command: [String] = ["run"]) throws -> Tool.Outcome {
    let path = try tool.write(text)
    let run = try tool.run(command + [path])
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    return run
  }

  private static func file(devices: Int = 1, timeline: [String] = [], more: String = "") -> String {
    let devices = (1...devices).map { "{\"name\": \"d\($0)\"}" }.joined(separator: ",")
    return """
      {"format": 1, "name": "big", "devices": [\(devices)], "cloud": {"pushes": "none"}, "timeline":
       [\(timeline.joined(separator: ","))]\(more)}
      """
  }

  private static func write(_ count: Int) -> String {
    "{\"at\":\"\(count)s\",\"device\":\"d1\",\"write\":{\"n\":{\"t\":\(count)}}}"
  }

  @Test func asManyDevicesAsAreAllowedRunOnBothHosts() throws {
    defer { tool.remove() }
    let path = try tool.write(Self.file(devices: Limit.devices, timeline: [Self.write(1)]))
    let run = try tool.run("run", path, "--twice", "--quiet", "--answer-limit", "60")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func oneDeviceMoreIsRefused() throws {
    defer { tool.remove() }
    let run = try refusal(of: Self.file(devices: Limit.devices + 1))
    #expect(run.errors.contains("from 1 to \(Limit.devices)"), "\(run.errors)")
  }

  @Test func asManyEntriesAsAreAllowedAreRead() throws {
    defer { tool.remove() }
    // Nothing longer would fit into a file of the longest.
    let entry = "{\"at\":\"0s\",\"device\":\"d1\",\"sync\":true}"
    let entries = Array(repeating: entry, count: Limit.entries)
    let text = Self.file(timeline: entries)
    #expect(text.utf8.count <= Limit.scenarioFile)
    // Reading all of them takes a debug build twenty seconds.
    if Tool.isFull { #expect(try tool.run("list", try tool.write(text)).status == 0) }
    let more = try refusal(of: Self.file(timeline: entries + [entry]))
    #expect(more.errors.contains("at most \(Limit.entries)"), "\(more.errors)")
  }

  @Test func aFileOfOneByteMoreIsRefused() throws {
    defer { tool.remove() }
    let text = Self.file(timeline: [Self.write(1)])
    let room = String(repeating: " ", count: Limit.scenarioFile - text.utf8.count)
    #expect(try tool.run("list", try tool.write(text + room)).status == 0)
    let run = try refusal(of: text + room + " ")
    #expect(run.errors.contains("longer than \(Limit.scenarioFile) bytes"), "\(run.errors)")
  }

  @Test func oneVariantMoreIsRefused() throws {
    defer { tool.remove() }
    func variants(_ count: Int) -> String {
      let list = (1...count).map { "\"v\($0)\": {}" }.joined(separator: ",")
      return Self.file(timeline: [Self.write(1)], more: ", \"variants\": {\(list)}")
    }
    #expect(try tool.run("list", try tool.write(variants(Limit.variants))).status == 0)
    let run = try refusal(of: variants(Limit.variants + 1))
    #expect(run.errors.contains("at most \(Limit.variants)"), "\(run.errors)")
  }

  @Test func oneBracketMoreIsRefused() throws {
    defer { tool.remove() }
    let text =
      String(repeating: "[", count: Limit.openBrackets + 1)
      + String(repeating: "]", count: Limit.openBrackets + 1)
    let run = try refusal(of: text)
    #expect(run.errors.contains("more than \(Limit.openBrackets) brackets"), "\(run.errors)")
  }

  @Test(arguments: [
    Array(repeating: "x", count: Limit.commandParts + 1),
    ["x", String(repeating: "x", count: Limit.commandPart + 1)], [],
  ])
  func aLongerCommandIsRefused(command: [String]) throws {
    defer { tool.remove() }
    let run = try refusal(of: try Python.scenario(command))
    #expect(run.errors.contains("1 to \(Limit.commandParts) texts"), "\(run.errors)")
  }

  @Test(arguments: [
    ["--seeds", "0..1000000000001"], ["--seeds", "0..9223372036854775807"],
    ["--shard", "1/1000001"],
    ["--jobs", "257"], ["--time-limit", "31536001"], ["--keep", "1000001"],
  ])
  func aLargerNumberIsRefused(arguments: [String]) throws {
    defer { tool.remove() }
    let path = try tool.write(Self.file(timeline: [Self.write(1)]))
    let run = try tool.run(["soak", path] + arguments)
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
  }

  @Test func anEntryOfOneByteMoreIsRefused() throws {
    defer { tool.remove() }
    func entry(_ length: Int) -> String {
      // In the form in which its length is counted: without an id, without spaces.
      let head = #"{"at":"1s","device":"d1","write":{"n":{"t":""#
      let tail = #""}}}"#
      let count = length - head.utf8.count - tail.utf8.count
      return head + String(repeating: "x", count: count) + tail
    }
    let path = try tool.write(Self.file(timeline: [entry(Limit.entry)]))
    #expect(try tool.run("list", path).status == 0)
    // The file that is stored has ids, and is read again for the page.
    let stored = try tool.run("run", path, "--hosts", "memory", "--quiet")
    #expect(stored.status == 0, "\(stored.output)\(stored.errors)")
    let run = try refusal(of: Self.file(timeline: [entry(Limit.entry + 1)]))
    #expect(run.errors.contains("at most \(Limit.entry) bytes in one entry"), "\(run.errors)")
  }

  @Test func anEntryOfOneValueMoreIsRefused() throws {
    defer { tool.remove() }
    func entry(_ values: Int) -> String {
      // Of the values, `at` and `device` are two.
      let fields = (1...values - 2).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
      return "{\"at\":\"1s\",\"device\":\"d1\",\"write\":{\"n\":{\(fields)}}}"
    }
    let path = try tool.write(Self.file(timeline: [entry(Limit.entryValues)]))
    let run = try tool.run("run", path, "--hosts", "memory", "--quiet")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let more = try refusal(of: Self.file(timeline: [entry(Limit.entryValues + 1)]))
    #expect(more.errors.contains("at most \(Limit.entryValues) values"), "\(more.errors)")
  }

  @Test(arguments: ["write", "start", "seeds"])
  func aNameOfOneByteMoreIsRefused(place: String) throws {
    defer { tool.remove() }
    func file(_ length: Int) -> String {
      let records = "{\"\(String(repeating: "n", count: length))\": {\"t\": 1}}"
      return switch place {
      case "write":
        Self.file(timeline: ["{\"at\": \"1s\", \"device\": \"d1\", \"write\": \(records)}"])
      case "start":
        Self.file(timeline: [Self.write(1)], more: ", \"start\": {\"records\": \(records)}")
      default:
        Self.file(timeline: [Self.write(1)])
          .replacing("{\"name\": \"d1\"}", with: "{\"name\": \"d1\", \"seeds\": \(records)}")
      }
    }
    let longest = try tool.write(file(Limit.key))
    let run = try tool.run("run", longest, "--twice", "--quiet")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let more = try refusal(of: file(Limit.key + 1))
    #expect(more.errors.contains("names of 1 to \(Limit.key) bytes"), "\(more.errors)")
    let less = try refusal(of: file(0))
    #expect(less.errors.contains("a name is empty"), "\(less.errors)")
  }

  /// What is done with the largest entry, by devices of which policy: each with both with
  /// `CLUSTER_FULL=1`.
  private static let uses = ["write", "add", "create", "seeds"].enumerated().flatMap {
    place, verb in
    let policies = ["sound", "naive"]
    return (Tool.isFull ? policies : [policies[place % 2]]).map { ($0, verb) }
  }

  /// As many values as an entry may have, as long as they may be then, with the longest names: what
  /// a device says of them is no longer than a frame, whatever it does with them.
  @Test(arguments: uses)
  func theLargestEntryFitsIntoFramesOfBothHosts(policy: String, verb: String) throws {
    defer { tool.remove() }
    let record = String(repeating: "r", count: Limit.key)
    let room = Limit.entry / Limit.entryValues - 16
    let field = room / 2
    let fields = (0..<Limit.entryValues - 3).map { number in
      let name = String(repeating: "f", count: field - 3) + String(1000 + number).suffix(3)
      return "\"\(name)\":\"\(String(repeating: "v", count: room - field))\""
    }
    let records = "{\"\(record)\":{\(fields.joined(separator: ","))}}"
    let device = "a-device-of-as-long-a-name-as-can"
    let seeds = verb == "seeds" ? ", \"seeds\": \(records)" : ""
    let entry =
      verb == "seeds"
      ? "{\"at\":\"1s\",\"device\":\"other\",\"sync\":true}"
      : "{\"id\":\"e\",\"at\":\"1s\",\"device\":\"\(device.prefix(32))\",\"\(verb)\":\(records)}"
    let path = try tool.write(
      """
      {"format": 1, "name": "largest", "devices": [{"name": "\(device.prefix(32))", "policy":
       "\(policy)"\(seeds)}, {"name": "other"}], "timeline": [\(entry)]}
      """)
    let run = try tool.run("run", path, "--twice", "--json")
    let result = try run.json()
    #expect(run.status == 0, "\(result["verdict"] ?? "") \(run.errors)")
  }

  @Test func aStartOfMoreThanADeviceCanBeToldIsRefused() throws {
    defer { tool.remove() }
    func file(_ count: Int) -> String {
      let records = (1...count).map {
        "\"r\($0)\":{\"t\":\"\(String(repeating: "x", count: 900))\"}"
      }
      return Self.file(
        devices: 2, timeline: [Self.write(1)],
        more: ", \"start\": {\"records\": {\(records.joined(separator: ","))}}")
    }
    let path = try tool.write(file(700))
    let run = try tool.run("run", path, "--quiet")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let more = try refusal(of: file(900))
    #expect(more.errors.contains("at most \(Limit.start) bytes"), "\(more.errors)")
  }

  /// Entries that fit may still come to too much when they are said together: by the cloud to a
  /// device that was away, and by a device that was away to the cloud.
  /// The latter with `CLUSTER_FULL=1`.
  @Test(
    arguments: [("tablet", "would get a frame of")]
      + (Tool.isFull ? [("phone", "sent a frame longer than")] : []))
  func whatIsTooMuchAtOnceIsNotTheDevicesFault(away: String, words: String) throws {
    defer { tool.remove() }
    let entries = (1...20).map { count in
      "{\"at\": \"\(count)s\", \"device\": \"phone\", \"write\": {\"n\(count)\": {\"t\": \""
        + String(repeating: "x", count: 60_000) + "\"}}}"
    }
    let path = try tool.write(
      """
      {"format": 1, "name": "much", "devices": [{"name": "phone", "policy": {"send": "batched"}},
       {"name": "tablet"}], "timeline": [
       {"at": "0s", "partition": ["\(away)"], "traffic": "refuse", "for": "30s"},
       \(entries.joined(separator: ","))]}
      """)
    let run = try tool.run("run", path, "--quiet")
    #expect(run.status == 2 && run.hasThreeParts, "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors.suffix(600))")
    #expect(run.errors.contains("the scenario has more said at once than a frame holds"))
    #expect(!run.errors.contains("the device's program ended"))
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test(arguments: ["trace.jsonl", "schedule.jsonl"])
  func aStoredFileThatIsTooLongIsRefused(name: String) throws {
    defer { tool.remove() }
    let path = try tool.write(Self.file(timeline: [Self.write(1)]))
    #expect(try tool.run("run", path, "--hosts", "memory", "--quiet").status != 64)
    let file = tool.folder.appending(path: "store/big/latest/\(name)")
    let limit = name == "trace.jsonl" ? Limit.traceFile : Limit.scheduleFile
    // A hole: it takes no room on the disk.
    #expect(truncate(file.path(), limit + 1) == 0)
    let run = try tool.run("replay", "store/big/latest")
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    #expect(run.errors.contains("longer than \(limit) bytes"), "\(run.errors)")
  }
}
