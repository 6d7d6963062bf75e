import Foundation
import Testing

/// A device that is somebody else's program takes part in whatever the tool does.
@Suite(.waiting, .enabled(if: Python.isThere, "there is no python3")) struct ForeignDeviceTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// A scenario of the example beside our device, in a folder of its own below this test's.
  private func writeStory(more: String = "", device: String = "") throws -> String {
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "mine"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Python.device, toPath: tool.folder.appending(path: "mine/device.py").path())
    return try tool.write(
      try Python.scenario(["python3", "device.py"], device: device, more: more),
      to: "mine/foreign.json")
  }

  @Test func twoLanguagesDoAsExpectedInOneScenario() throws {
    defer { tool.remove() }
    let run = try tool.run("run", Python.scenario, "--variant", "all", "--quiet")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  /// Every scenario of records, with each device whose policy it has in Python; every sixth, and
  /// all with `CLUSTER_FULL=1`.
  @Test func everyScenarioOfRecordsGoesTheSameInPython() throws {
    defer { tool.remove() }
    let all = try PortedScenario.all()
    #expect(all.count >= 9, "the scenarios were not found")
    for index in stride(from: 0, to: all.count, by: Tool.isFull ? 1 : 6) {
      let story = all[index]
      let path = try tool.write(story.text, to: "\(story.name).json")
      let run = try tool.run("run", path, "--variant", story.variant, "--quiet")
      #expect(run.status == 0, "\(story.name), \(story.variant): \(run.output)\(run.errors)")
    }
  }

  @Test func itIsGivenItsSocketDirectoryAndPolicyAndNothingElse() throws {
    defer { tool.remove() }
    let program = try tool.write(
      Python.changed(
        """
        def check(setup, directory):
            socket = sys.argv[4]
            assert sys.argv[1:4] == ["a word", "$HOME", "--socket"], sys.argv
            assert sys.argv[5:] == ["--directory", directory], sys.argv
            assert os.environ["CLUSTER_SOCKET"] == socket
            assert os.environ["CLUSTER_DIRECTORY"] == directory == os.getcwd()
            assert os.environ["HOME"] == directory == os.environ["TMPDIR"]
            names = {"PATH", "HOME", "TMPDIR", "LANG", "CLUSTER_SOCKET", "CLUSTER_DIRECTORY",
                     "CLUSTER_COORDINATOR"}
            assert set(os.environ) == names, set(os.environ)
            assert setup["policy"]["stamp"] == "deviceClock", setup["policy"]
            assert setup["durability"] == "power", setup
            assert sys.stdin.read() == ""
        real = Device.__init__
        def begin(self, setup, directory):
            check(setup, directory)
            real(self, setup, directory)
        Device.__init__ = begin
        """), to: "curious.py")
    let path = try tool.write(
      try Python.scenario(
        ["python3", program, "a word", "$HOME"],
        device: ", \"durability\": \"power\", \"policy\": {\"stamp\": \"deviceClock\"}"))
    let run = try tool.run("run", path, "--quiet")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func aStoredRunIsReplayedAndHoldsNoAbsolutePath() throws {
    defer { tool.remove() }
    let path = try writeStory()
    #expect(try tool.run("run", path, "--quiet").status == 0)
    let latest = tool.folder.appending(path: "store/foreign/latest")
    for name in ["trace.jsonl", "schedule.jsonl"] {
      let text = try String(contentsOf: latest.appending(path: name), encoding: .utf8)
      #expect(!text.contains("/tmp/"), "\(name) holds a path")
    }
    let replay = try tool.run("replay", latest.path())
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    #expect(replay.output.contains("the same: trace"))
  }

  /// The edit is stored and not sent when the power goes.
  @Test(arguments: [("power", "Milk"), ("process", nil as String?)])
  func aPowerLossTakesWhatItHasNotSynced(durability: String, title: String?) throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "flat",
       "devices": [{"name": "phone", "durability": "\(durability)",
         "command": ["python3", "\(Python.device)"]}],
       "timeline": [
         {"at": "1s", "partition": ["phone"], "traffic": "refuse", "for": "5s"},
         {"id": "milk", "at": "2s", "device": "phone", "write": {"note-1": {"title": "Milk"}}},
         {"at": "3s", "device": "phone", "power": true, "for": "1s"}
       ]}
      """)
    let cloud = try tool.run("run", path, "--json").json()["cloud"] as? [String: Any]
    #expect((cloud?["note-1"] as? [String: Any])?["title"] as? String == title)
  }

  @Test(arguments: ["run", "soak", "explore", "compare", "replay"])
  func memoryIsRefusedInThreeParts(command: String) throws {
    defer { tool.remove() }
    var path = try writeStory()
    if command == "replay" {
      #expect(try tool.run("run", path, "--quiet").status == 0)
      path = "store/foreign/latest"
    }
    let run = try tool.run(command, path, "--hosts", "memory")
    #expect(run.status == 64)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first == "error: foreign: --hosts memory cannot host the device phone")
    #expect(lines.dropFirst().map { $0.prefix(9) } == ["  cause: ", "  next:  "])
  }

  @Test func aSoakRunsItOnProcesses() throws {
    defer { tool.remove() }
    let soak = try tool.run(
      "soak", try writeStory(), "--seeds", "1..3", "--add", "hostile", "--json")
    #expect(soak.status == 0, "\(soak.errors)")
    #expect(try soak.json()["pass"] as? Int == 3)
  }

  /// Explores a story in which one fate has a title that is sent again after a lost answer come
  /// back, and gives the file of the failure that was found.
  private func explored() throws -> String {
    let path = try writeStory(
      more: ", \"cloud\": {\"rule\": \"lastArrival\"}", device: ", \"timeout\": \"2s\"")
    let explore = try tool.run(
      "explore", path, "--kills", "off", "--run-limit", Tool.isFull ? "60" : "20", "--json")
    #expect(explore.status == 1, "\(explore.errors)")
    let folder = tool.folder.appending(path: "store/foreign/explore").path()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return "store/foreign/explore/" + (try #require(names.first))
  }

  @Test func exploreFindsAFailureOfIt() throws {
    defer { tool.remove() }
    let file = try explored()
    let text = try String(contentsOf: tool.folder.appending(path: file), encoding: .utf8)
    #expect(!text.contains("/tmp/"), "the command is written as an absolute path")
    let again = try tool.run("run", file, "--quiet")
    #expect(again.status == 0, "\(again.output)\(again.errors)")
    #expect(again.output.hasPrefix("fail  as expected"))
  }

  @Test(.enabled(if: Tool.isFull, "it starts Python some eighty times"))
  func shrinkFindsTheSmallestFailureOfIt() throws {
    defer { tool.remove() }
    let shrink = try tool.run("shrink", try explored(), "--out", "small/small.json", "--json")
    #expect(shrink.status == 0, "\(shrink.errors)")
    #expect(try shrink.json()["confirmed"] as? Bool == true)
    let small = try tool.run("run", "small/small.json", "--quiet")
    #expect(small.status == 0, "\(small.output)\(small.errors)")
  }

  @Test func runTwiceItsTraceIsTheSame() throws {
    defer { tool.remove() }
    let run = try tool.run("run", Python.scenario, "--twice", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"name\":\"deterministic\",\"verdict\":\"pass\""))
  }

  @Test func aDeviceWithAClockOfItsOwnIsFoundByTwice() throws {
    defer { tool.remove() }
    let program = try tool.write(
      Python.changed(
        """
        Device.stamp = lambda self, wall: f"{wall}.{time.monotonic_ns()}.{self.name}"
        """), to: "moody.py")
    let path = try tool.write(try Python.scenario(["python3", program]))
    let run = try tool.run("run", path, "--twice", "--json")
    #expect(run.status == 1)
    let checks = try #require(try run.json()["checks"] as? [[String: Any]])
    let check = try #require(checks.first { $0["name"] as? String == "deterministic" })
    #expect(check["verdict"] as? String == "fail")
    let words = try #require(check["explanation"] as? String)
    #expect(words.hasPrefix("step ") && words.contains(": phone answered milk with [{"), "\(words)")
    #expect(words.components(separatedBy: "\"stamp\":\"1000.").count >= 3, "both answers: \(words)")
  }
}

/// Commands that cannot be meant are refused before anything starts.
@Suite(.waiting) struct ForeignCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [
    ("[]", "a program and its arguments"), ("[\"\"]", "a program and its arguments"),
    ("\"python3 device.py\"", "a list"), ("[1]", "text in quotes"),
    ("[\"true\"], \"actors\": [\"app\", \"extension\"]", "one of the two"),
  ])
  func aCommandThatIsNoneIsRefused(command: String, allowed: String) throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "f", "devices": [{"name": "phone", "command": \(command)}]}
      """)
    let run = try tool.run("run", path)
    #expect(run.status == 64)
    #expect(run.errors.contains(allowed), "\(run.errors)")
  }

  @Test(arguments: ["./nothing-here", "no-such-program-anywhere", "../cluster.json"])
  func aProgramThatCannotBeStartedIsNamedBeforeTheRun(program: String) throws {
    defer { tool.remove() }
    let path = try tool.write(try Python.scenario([program]))
    let run = try tool.run("run", path)
    #expect(run.status == 64)
    #expect(run.errors.contains("foreign, device phone: there is no program "), "\(run.errors)")
    #expect(run.errors.contains("  next:  "))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "store").path()))
  }
}
