import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

@Suite(.waiting) struct RunCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func theDefaultScenarioPassesOnProcesses() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--json")
    #expect(run.status == 0)
    let result = try run.json()
    #expect(result["verdict"] as? String == "pass")
    #expect(result["asExpected"] as? Bool == true)
    #expect(result["hosts"] as? String == "processes")
    #expect((result["checks"] as? [Any])?.count ?? 0 >= 11)
    #expect(tool.leftovers.isEmpty)
  }

  @Test(arguments: [("arrival-order", "newest-wins"), ("skewed-clock", "causal")])
  func aNaiveVariantFailsJustWhatItSays(variant: String, check: String) throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--variant", variant)
    #expect(run.status == 0, "failing as expected is as expected")
    #expect(run.output.contains("FAIL: \(check), as expected"))
    #expect(run.output.contains("note-1."), "the failure is explained by its field")
  }

  @Test func theSameSeedGivesTheSameHashEverywhere() throws {
    defer { tool.remove() }
    let arguments = ["run", scenario, "--json", "--seed", "7"]
    let first = try tool.run(arguments).json()
    let second = try tool.run(arguments).json()
    let memory = try tool.run(arguments + ["--hosts", "memory"]).json()
    let store = try #require(first["store"] as? String)
    let replay = try tool.run("replay", store, "--json")
    let hash = try #require(first["traceHash"] as? String)
    #expect(second["traceHash"] as? String == hash)
    #expect(memory["traceHash"] as? String == hash)
    #expect(replay.status == 0)
    #expect(try replay.json()["traceHash"] as? String == hash)
    let other = try tool.run("run", scenario, "--json", "--seed", "8").json()
    #expect(other["traceHash"] as? String != hash)
  }

  @Test func twiceComparesTheHosts() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--twice")
    #expect(run.status == 0)
    #expect(run.output.contains("deterministic"))
  }

  @Test func aReplayOfAChangedTraceSaysWhereItDiffers() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--json").json()
    let store = try #require(run["store"] as? String)
    let path = tool.folder.appending(path: "\(store)/trace.jsonl")
    let text = try String(contentsOf: path, encoding: .utf8)
    try text.replacingOccurrences(of: "\"n\":20,\"at\":", with: "\"n\":20,\"at\":1")
      .replacingOccurrences(of: "\"hash\":\"", with: "\"hash\":\"0").write(
        to: path, atomically: true, encoding: .utf8)
    let replay = try tool.run("replay", store)
    #expect(replay.status == 1)
    #expect(replay.output.contains("NOT the same: event 1 was"))
  }

  @Test func aTraceThatWasEditedAnywhereIsNotTheSame() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--json").json()
    let store = try #require(run["store"] as? String)
    let path = tool.folder.appending(path: "\(store)/trace.jsonl")
    let text = try String(contentsOf: path, encoding: .utf8)
    try text.replacingOccurrences(of: "\"n\":20,\"at\":", with: "\"n\":20,\"at\":1").write(
      to: path, atomically: true, encoding: .utf8)
    #expect(try tool.run("replay", store).status == 1)
  }

  @Test func outputThatIsLostIsAnError() throws {
    defer { tool.remove() }
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments = ["rows"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
  }

  @Test func whatARunLeavesIsAllThere() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--json").json()
    let store = try #require(run["store"] as? String)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: store).path())
    #expect(
      Set(names).isSuperset(of: [
        "run.json", "schedule.jsonl", "trace.jsonl", "results.json", "messages.txt", "devices",
      ]))
    let latest = tool.folder.appending(path: "store/cluster/latest").path()
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: latest)
    #expect(store.hasSuffix(target))
    let log = tool.folder.appending(path: "\(store)/devices/phone.log").path()
    #expect(FileManager.default.fileExists(atPath: log))
  }

  @Test func anEmptyTimelineIsUnknown() throws {
    defer { tool.remove() }
    let path = try tool.write(
      #"{"format": 1, "name": "empty", "devices": [{"name": "phone"}], "timeline": []}"#)
    let run = try tool.run("run", path, "--json")
    #expect(run.status == 2)
    #expect(try run.json()["verdict"] as? String == "unknown")
  }

  @Test func withEveryMessageLostTheRunFailsOnSettled() throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "void", "devices": [{"name": "phone"}],
       "links": {"default": {"loss": 1}}, "calm": {"links": "keep"},
       "timeline": [{"at": "1s", "device": "phone", "write": {"n": {"t": "x"}}}]}
      """)
    let run = try tool.run("run", path, "--json")
    #expect(run.status == 1)
    let result = try run.json()
    let checks = try #require(result["checks"] as? [[String: Any]])
    let settled = try #require(checks.first { $0["name"] as? String == "settled" })
    #expect(settled["verdict"] as? String == "fail")
    #expect(result["virtualMilliseconds"] as? Int == 121_000)
  }

  @Test func aWrongFileIsRefusedBeforeAnythingStarts() throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "wrong", "devices": [{"name": "phone"}],
       "links": {"default": {"loss": 1.5}}, "timeline": []}
      """)
    let run = try tool.run("run", path)
    #expect(run.status == 64)
    #expect(run.errors.contains("scenario.json:2:32: links.default.loss"))
    #expect(run.errors.contains("cause: ") && run.errors.contains("next: "))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "store").path()))
  }

  @Test(arguments: [
    ["run"], ["run", "nowhere.json"], ["rnu"], ["run", "--sede", "1"], ["run", "--seed"],
    ["run", scenario, "--seed", "many"], ["run", scenario, "--hosts", "clouds"],
    ["soak", scenario, "--seeds", "9..1"], ["replay", "nowhere"], ["rows", "--lesson", "nichts"],
    ["run", scenario, "--store", ""], ["run", scenario, "--variant", "nothing"],
    ["compare", scenario, "--policy", "stamp=sun"],
  ])
  func aWrongCommandLineIsToldInThreeParts(arguments: [String]) throws {
    defer { tool.remove() }
    let run = try tool.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: "))
    #expect(run.errors.contains("\n  cause: ") && run.errors.contains("\n  next:  "))
  }

  @Test func aFileWithoutAnEndIsReadUpToItsLimit() throws {
    defer { tool.remove() }
    let run = try tool.run("run", "/dev/zero")
    #expect(run.status == 64)
    #expect(run.errors.contains("longer than 4194304 bytes"))
  }

  @Test func quietIsOneLineEverywhere() throws {
    defer { tool.remove() }
    let small = try tool.write(
      """
      {"format": 1, "name": "small", "devices": [{"name": "phone"}],
       "cloud": {"pushes": "none"}, "calm": {"at": "200s"},
       "timeline": [{"id": "a", "at": "1s", "device": "phone", "write": {"n": {"t": "Milk"}}}]}
      """)
    let commands: [([String], String)] = [
      (["run", scenario], "pass  as expected  cluster/sound"),
      (["compare", scenario, "--hosts", "memory"], "3 variants: sound pass, arrival-order fail"),
      (["explore", small], "as expected  small/default  all 17 runs"),
      (["shrink", scenario, "--variant", "arrival-order"], "became 2 and 1, on 2 devices"),
      (["soak", scenario, "--seeds", "1..3"], "3 runs, 0 surprises"),
    ]
    for (arguments, words) in commands {
      let run = try tool.run(arguments + ["--quiet"])
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 1 && run.output.contains(words), "\(arguments): \(run.output)")
    }
  }

  @Test func theLineThatRunsItAgainNamesWhatWasNamed() throws {
    defer { tool.remove() }
    let named = try tool.run(
      "run", scenario, "--variant", "arrival-order", "--hosts", "memory", "--twice", "--store",
      "s x",
      "--add", "hostile")
    #expect(
      named.output.hasSuffix(
        "--variant arrival-order --seed 1 --add hostile --hosts memory --twice --store 's x'\n"),
      "\(named.output.suffix(200))")
    let plain = try tool.run("run", scenario)
    #expect(plain.output.hasSuffix("run \(scenario) --variant sound --seed 1\n"))
  }

  @Test func whatIsNoRecordIsPrintedInTheShapeOfWhatIsExpected() throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "apps", "devices": [{"name": "phone"}],
       "start": {"tokens": {"phone": {"user": "u1"}}, "lists": {"zo": ["zoo", "zone"]}},
       "timeline": [
         {"id": "t", "at": "1s", "device": "phone", "register": "p"},
         {"id": "n", "at": "2s", "cloud": {"publish": {"item": "i1", "users": ["u1"]}}},
         {"id": "o", "at": "3s", "device": "phone", "order": "book"},
         {"id": "s", "at": "4s", "device": "phone", "search": "zo"},
         {"id": "q", "at": "5s", "device": "phone", "call": "feed"},
         {"id": "f", "at": "6s", "device": "phone", "download": "a.zip"}],
       "expect": {"final": {"ledger": ["book"], "orders": {"phone": {"o": "placed"}},
         "calls": {"phone": {"q": "done"}}, "signedIn": {"phone": "u1"},
         "lists": {"phone": ["zoo", "zone"]}, "badge": {"phone": 1}, "unread": {"phone": ["i1"]},
         "files": {"phone": {"a.zip": "failed"}}}}}
      """)
    let run = try tool.run("run", path, "--hosts", "memory", "--json")
    let result = try run.json()
    let checks = try #require(result["checks"] as? [[String: Any]])
    let final = try #require(checks.first { $0["name"] as? String == "final" })
    #expect(final["verdict"] as? String == "pass", "\(final)")
    #expect(final["witnesses"] as? Int == 8)
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let expect = (file as? [String: Any])?["expect"] as? [String: Any]
    let expected = try #require(expect?["final"] as? [String: Any])
    for (key, value) in expected {
      #expect((result[key] as? NSObject) == (value as? NSObject), "\(key)")
    }
    let text = try tool.run("run", path, "--hosts", "memory").output
    for line in [
      "badge", "order \"o\"", "list", "signed in", "file a.zip", "unread", "call \"q\"",
    ] {
      #expect(text.contains("\n  \(line) "), "\(line)")
    }
  }

  @Test func aStoreThatCannotBeWrittenIsSaid() throws {
    defer { tool.remove() }
    let file = try tool.write("", to: "occupied")
    let run = try tool.run("run", scenario, "--store", file)
    #expect(run.status == 74)
    #expect(run.errors.contains("occupied"))
  }

  @Test func theTourShowsEveryHazardAndNeverWaitsInAPipe() throws {
    defer { tool.remove() }
    let scenarios = Tool.root.appending(path: "Scenarios").path()
    let tour = try tool.run("demo", scenarios, "--hosts", "memory")
    #expect(tour.status == 0, "\(tour.errors)")
    #expect(tour.output.contains("the cure     refresh: singleFlight instead of perRequest"))
    #expect(!tour.output.contains("regressions"), "what failed once is no hazard of the field")
    #expect(tour.output.contains("anahtarsiz-siparis | bir="))
  }

  /// The areas, one run of the tool each, so that they go on side by side.
  private static let areas: [String] = {
    let scenarios = Tool.root.appending(path: "Scenarios").path()
    return ((try? FileManager.default.contentsOfDirectory(atPath: scenarios)) ?? []).sorted()
  }()

  @Test func thereAreAreas() { #expect(Self.areas.contains("limits")) }

  /// Every variant on both hosts with `CLUSTER_FULL=1`; else all in memory, and in every third area
  /// each file's own on both.
  private static func ways(in area: String) -> [[String]] {
    if Tool.isFull { return [["--variant", "all", "--twice"]] }
    let inMemory = ["--variant", "all", "--hosts", "memory"]
    return areas.firstIndex(of: area).map { $0 % 3 == 0 } == true
      ? [inMemory, ["--twice"]] : [inMemory]
  }

  @Test(arguments: areas)
  func everyScenarioEndsAsItsVariantsExpectOnBothHosts(area: String) throws {
    defer { tool.remove() }
    let scenarios = Tool.root.appending(path: "Scenarios/\(area)").path()
    for way in Self.ways(in: area) {
      let run = try tool.run(["run", scenarios, "--quiet"] + way)
      #expect(run.status == 0, "\(run.output)")
    }
  }
}
