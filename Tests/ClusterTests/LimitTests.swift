import ClusterCore
import Foundation
import Testing

/// Up to each limit things work; past it there is an error that names the limit.
@Suite struct LimitTests {
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
