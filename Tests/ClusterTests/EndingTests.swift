import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// Whatever ends a run, nothing of it may be left.
@Suite(.waiting) struct EndingTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aSignalEndsItWithStatus130(signal: Int32) throws {
    defer { tool.remove() }
    let process = try tool.startLongRun().process
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  /// nohup, and a shell without job control for its background jobs, start a program so.
  @Test(arguments: [("HUP", SIGHUP), ("INT", SIGINT), ("QUIT", SIGQUIT)])
  func aSignalThatWasIgnoredFromTheStartStaysIgnored(name: String, signal: Int32) throws {
    defer { tool.remove() }
    let process = try tool.startLongRun(after: "trap '' \(name); exec").process
    #expect(try Self.ignored(by: process.processIdentifier).contains(signal))
    kill(process.processIdentifier, signal)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  /// Nobody has it ignored without meaning to, and there has to be a way to end a run tidily.
  @Test func aSIGTERMThatWasIgnoredFromTheStartEndsItAllTheSame() throws {
    defer { tool.remove() }
    let process = try tool.startLongRun(after: "trap '' TERM; exec").process
    #expect(try !Self.ignored(by: process.processIdentifier).contains(SIGTERM))
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  /// The signals that a process ignores, as the system has it.
  private static func ignored(by process: Int32) throws -> [Int32] {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
    let mask = try #require(line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
    return (1...64).filter { mask & 1 << UInt64($0 - 1) != 0 }
  }

  /// How far a run has come when the signal is sent.
  enum Moment: String, CaseIterable {
    case begun, hasStore, hasPrivateFolder, hasDevice, hasTrace, hasResults

    func isThere(_ tool: Tool) -> Bool {
      func names(_ path: String) -> [String] {
        let folder = tool.folder.appending(path: path).path()
        return (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      }
      return switch self {
      case .begun: true
      case .hasStore: !names("store").isEmpty
      case .hasPrivateFolder: !names("tmp").isEmpty
      case .hasDevice: !tool.devices.isEmpty
      case .hasTrace: names("store").contains { $0.hasSuffix("trace.jsonl") }
      case .hasResults: names("store").contains { $0.hasSuffix("results.json") }
      }
    }
  }

  /// The tool answers 130, or 0 where its run was over; before its own first instruction the
  /// system ends it.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], Moment.allCases)
  func aSignalAtAnyMomentLeavesNothing(signal: Int32, moment: Moment) throws {
    defer { tool.remove() }
    let (process, _, _) = try tool.start(["run", scenario, "--quiet"])
    #expect(Tool.wait { moment.isThere(tool) }, "the run never came so far")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    if process.terminationReason == .exit {
      #expect([0, 130].contains(process.terminationStatus))
    }
    #expect(Tool.wait { tool.leftovers.isEmpty }, "\(tool.leftovers)")
  }

  @Test func aSignalEndsALongRunInMemoryToo() throws {
    defer { tool.remove() }
    let entries = (1...1500).map { count in
      "{\"at\": \"\(count)s\", \"device\": \"phone\", \"write\": {\"n\": {\"t\": \(count)}}}"
    }
    let path = try tool.write(
      """
      {"format": 1, "name": "long", "devices": [{"name": "phone"}, {"name": "tablet"}],
       "timeline": [\(entries.joined(separator: ","))]}
      """)
    let (process, _, _) = try tool.start(["run", path, "--hosts", "memory", "--quiet"])
    let store = tool.folder.appending(path: "store/long").path()
    #expect(Tool.wait { FileManager.default.fileExists(atPath: store) })
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func aKilledCoordinatorLeavesNothing() throws {
    defer { tool.remove() }
    let process = try tool.startLongRun().process
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(Tool.wait { tool.leftovers.isEmpty }, "\(tool.leftovers)")
  }

  @Test func aKilledDeviceMakesTheRunUnknown() throws {
    defer { tool.remove() }
    let (process, output, errors) = try tool.start([
      "run", scenario, "--json", "--seed", "3",
    ])
    // A stopped device hangs in the middle of the run; killed, it has died unasked.
    #expect(Tool.wait { !tool.devices.isEmpty })
    for device in tool.devices.prefix(1) { kill(device, SIGKILL) }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus != 0 else {
      // The run was over before the signal came; nothing may be left all the same.
      #expect(tool.leftovers.isEmpty)
      return
    }
    #expect(process.terminationStatus == 2)
    let result = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    #expect(result?["verdict"] as? String == "unknown")
    #expect(String(decoding: complaint, as: UTF8.self).contains("error: "))
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test func theNextCommandSweepsWhatACrashLeft() throws {
    defer { tool.remove() }
    let process = try tool.startLongRun().process
    let devices = tool.devices
    // All at once, so that no device can tidy up after the coordinator.
    kill(process.processIdentifier, SIGSTOP)
    for device in devices { kill(device, SIGKILL) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try tool.run("run", scenario, "--quiet").status == 0)
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }
}
