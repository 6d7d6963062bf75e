import ClusterCore
import ClusterEngine
import ClusterReport
import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// `--pace`: real time between the events of a run, and nothing else.
@Suite(.waiting) struct PaceCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let files: [URL] = {
    let folder = Tool.root.appending(path: "Scenarios")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
    let inner = paths.filter { $0.hasSuffix(".json") }.sorted()
    return [Tool.root.appending(path: "cluster.json")] + inner.map { folder.appending(path: $0) }
  }()

  /// What a live chart says while the events of every scenario come in; of each variant with
  /// `CLUSTER_FULL=1`, else of the last.
  @Test(arguments: Self.files)
  func theLiveChartIsTheChartInFull(file: URL) throws {
    defer { tool.remove() }
    let source = try ScenarioFile(Array(try Data(contentsOf: file)))
    for variant in source.variantNames.suffix(Tool.isFull ? .max : 1) {
      let scenario = try source.scenario(variant)
      guard !scenario.hasForeignDevice else { continue }
      var events: [TraceEvent] = []
      _ = try JudgedRun.inMemory(RunSetup(scenario)) { events.append($0) }
      var lines: [String] = []
      var chart = PacedChart(
        LiveChart(scenario: scenario, style: TextStyle()), pace: .realtime, wait: { _, _ in true },
        say: { lines += $0 })
      for event in events { chart.observe(event) }
      chart.finish()
      let full = Chart(scenario: scenario).lines(events, style: TextStyle())
      #expect(lines == full, "\(scenario.name), \(variant)")
    }
  }

  @Test func theTraceIsTheSameToTheByte() throws {
    defer { tool.remove() }
    var traces: [Data] = []
    for pace in ["instant", "1000x"] {
      let run = try tool.run("run", scenario, "--pace", pace, "--json")
      #expect(run.status == 0)
      let store = try #require(try run.json()["store"] as? String)
      traces.append(try Data(contentsOf: tool.folder.appending(path: "\(store)/trace.jsonl")))
    }
    #expect(traces[0] == traces[1])
  }

  @Test func theChartIsToldOnceAndWithoutCursorControlInAPipe() throws {
    defer { tool.remove() }
    let live = try tool.run("run", scenario, "--pace", "1000x")
    #expect(live.status == 0)
    #expect(!live.output.contains("\u{1B}") && !live.output.contains("\r"))
    #expect(live.output.contains("\npace      1000 times as fast as real time\n"))
    let ends = live.output.components(separatedBy: "quiet: nothing in flight").count - 1
    #expect(ends == 1)
    #expect(!live.output.contains("left out"))
    let store = tool.folder.appending(path: "store/cluster/latest").path()
    let replay = try tool.run("replay", store, "--pace", "1000x")
    #expect(replay.status == 0)
    #expect(replay.output.contains("══ quiet: nothing in flight"))
    let quiet = try tool.run("run", scenario, "--pace", "1000x", "--quiet")
    #expect(quiet.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: [[], ["--hosts", "memory"], ["--quiet"]])
  func aSignalEndsTheWaitingWithStatus130(options: [String]) throws {
    defer { tool.remove() }
    // Slow enough that it is the waiting that is interrupted.
    let (process, _, _) = try tool.start(["run", scenario, "--pace", "0.001x"] + options)
    let store = tool.folder.appending(path: "store/cluster").path()
    #expect(Tool.wait { FileManager.default.fileExists(atPath: store) })
    if !options.contains("memory") { #expect(Tool.wait { tool.devices.count >= 3 }) }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test(arguments: [
    ["run", scenario, "--pace", "fast"], ["run", scenario, "--pace", "0x"],
    ["run", scenario, "--variant", "all", "--pace", "10x"],
  ])
  func aPaceThatCannotBeMeantIsRefused(arguments: [String]) throws {
    defer { tool.remove() }
    let run = try tool.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: --pace"))
    #expect(run.errors.contains("\n  cause: ") && run.errors.contains("\n  next:  "))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "store").path()))
  }
}
