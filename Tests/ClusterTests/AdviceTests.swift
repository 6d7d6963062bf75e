import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// What is advised can be typed as it stands, where it is read, and leads on.
@Suite(.waiting) struct AdviceTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The command that a refusal tells to type next.
  private func next(_ run: Tool.Outcome) throws -> String {
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    let line = try #require(run.errors.split(separator: "\n").first { $0.hasPrefix("  next:  ") })
    return String(line.dropFirst("  next:  ".count))
  }

  private static func typed(_ words: String) -> String { "\(Tool.executable.path()) \(words)" }

  @Test(arguments: [
    (
      ["explore", scenario, "--drops", "9"],
      typed("explore \(scenario) --drops 8, or leave out --drops")
    ),
    (["explore", scenario, "--drops", "3"], typed("explore \(scenario) --all-orders --drops 3")),
    (
      ["explore", scenario, "--all-orders", "--kills", "on"],
      typed("explore \(scenario) --all-orders --kills 1")
    ),
    (
      ["explore", scenario, "--kills", "9"],
      typed("explore \(scenario) --kills 8, or leave out --kills")
    ),
    (
      ["explore", scenario, "--kills", "2"],
      typed("explore \(scenario) --all-orders --kills 2, or --kills on")
    ),
    (
      ["explore", scenario, "--variant", "all"],
      typed("explore \(scenario) --variant skewed-clock")
    ),
    (
      ["shrink", scenario, "--variant", "all"],
      typed("shrink \(scenario) --variant skewed-clock")
    ),
    (["replay", scenario], typed("run \(scenario)")),
    (["report", scenario], typed("run \(scenario)")),
    (["shrink", scenario, "--out", "tmp"], "type --out tmp/small.json, or leave it out"),
  ])
  func theNextLineLeadsOn(arguments: [String], words: String) throws {
    defer { tool.remove() }
    #expect(try next(try tool.run(arguments)) == words)
  }

  /// What was typed stays, and the wrong word is replaced by the one that was likely meant.
  @Test(arguments: [
    (
      ["run", scenario, "--hosts", "mem", "--seed", "3"], "run \(scenario) --hosts memory --seed 3"
    ),
    (["run", scenario, "--add", "hostle"], "run \(scenario) --add hostile"),
    (["run", scenario, "--add=hostle"], "run \(scenario) '--add=hostile'"),
    (["shrink", scenario, "--check", "badge-ture"], "shrink \(scenario) --check badge-true"),
    (
      ["compare", scenario, "--policy", "bagde=increment,absolute"],
      "compare \(scenario) --policy 'badge=increment,absolute'"
    ),
    (["run", scenario, "--seed", "abc"], "run \(scenario) --seed 0, or leave out --seed"),
    (["soak", scenario, "--seeds", "abc"], "soak \(scenario) --seeds 1..1000"),
    (["run", scenario, "--variant", "skewd-clock"], "run \(scenario) --variant skewed-clock"),
  ])
  func aWrongValueIsReplacedInWhatWasTyped(arguments: [String], words: String) throws {
    defer { tool.remove() }
    #expect(try next(try tool.run(arguments)) == Self.typed(words))
  }

  @Test func aLikeNameBesideAMissingFileIsMeant() throws {
    defer { tool.remove() }
    _ = try tool.write("{}", to: "shop.json")
    let run = try tool.run("run", "shp.json", "--hosts", "memory")
    #expect(run.errors.contains("did you mean shop.json?"), "\(run.errors)")
    #expect(try next(run) == Self.typed("run shop.json --hosts memory"))
  }

  @Test func aStoreSaysWhatIsInIt() throws {
    defer { tool.remove() }
    _ = try tool.run("run", scenario, "--hosts", "memory", "--quiet")
    let near = try tool.run("replay", "store/clutser/latest")
    #expect(near.errors.contains("did you mean store/cluster/latest? in store there is cluster"))
    #expect(try next(near) == Self.typed("replay store/cluster/latest"))
    let far = try tool.run("replay", "store/notes/latest")
    #expect(far.errors.contains("cause: in store there is cluster"), "\(far.errors)")
  }

  /// - Parameter timeline: entries of a variant.
  private func variant(_ timeline: String) throws -> Tool.Outcome {
    let path = try tool.write(
      """
      {"format": 1, "name": "v", "devices": [{"name": "anna"}], "timeline": [
        {"id": "tick", "at": "1s", "device": "anna", "write": {"n": {"t": "Milk"}}}],
       "variants": {"v": {"timeline": [\(timeline)]}}}
      """)
    return try tool.run("run", path, "--variant", "v", "--hosts", "memory", "--quiet")
  }

  @Test(arguments: [
    (
      #"{"id": "tick", "remove": true, "at": "1s"}"#, #""at" stands beside "remove": true"#,
      #""id" and "remove" alone"#
    ),
    (
      #"{"message": "cloud>anna/pusch/tick/1", "fate": []}"#, #""pusch" is no kind of message"#,
      #"did you mean "push"? Allowed: save, pull, push"#
    ),
    (
      #"{"message": "anna>cloud/save/tick/1/anwser", "fate": []}"#, #""anwser""#,
      #"did you mean "answer"?"#
    ),
    (
      #"{"message": "anna>cloud/save/tick/1", "after": "cloud>anna/pusch/tick/1~2"}"#,
      #""pusch" is no kind of message"#, #"did you mean "push"?"#
    ),
    (
      #"{"message": "cloud>anna/save/tick/1", "fate": []}"#, "it goes the other way",
      "anna>cloud/save/tick/1, or its answer anna>cloud/save/tick/1/answer"
    ),
    (
      #"{"message": "anna>cloud/push/tick/1", "fate": []}"#, "it goes the other way",
      "cloud>anna/push/tick/1"
    ),
  ])
  func aLineThatCannotBeMeantSaysWhichWordIsWrong(
    line: String, problem: String, allowed: String
  ) throws {
    defer { tool.remove() }
    let run = try variant(line)
    #expect(run.status == 64 && run.hasThreeParts, "\(run.errors)")
    #expect(run.errors.contains(problem) && run.errors.contains(allowed), "\(run.errors)")
  }

  /// As the log of a build machine needs it: with the line that shows it again.
  @Test func aQuietSurpriseSaysWhatWasFound() throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "wrong", "devices": [{"name": "anna"}], "timeline": [
        {"id": "tick", "at": "1s", "device": "anna", "write": {"n": {"t": "Milk"}}}],
       "expect": {"final": {"cloud": {"n": {"t": "Eggs"}}}}}
      """, to: "s.json")
    let found = "n.t at the cloud is \"Milk\""
    let again = Self.typed("run s.json --variant")
    for command in [
      ["run"], ["soak", "--seeds", "3..5"], ["explore"], ["explore", "--all-orders"],
    ] {
      var arguments = command + ["--hosts", "memory", "--quiet"]
      arguments.insert("s.json", at: 1)
      let run = try tool.run(arguments)
      let lines = run.output.split(separator: "\n").filter { $0.contains(found) }
      #expect(run.status == 1 && lines.count == 1, "\(command): \(run.output)\(run.errors)")
      #expect(run.output.contains("expected is \"Eggs\""), "\(run.output)")
      let isFile = command[0] == "explore"
      #expect(run.output.contains(isFile ? Self.typed("run store/wrong/explore/") : again))
    }
    #expect(path.hasSuffix("s.json"))
  }

  @Test func aSearchThatCameToNoEndAdvisesASmallerScenario() throws {
    defer { tool.remove() }
    let run = try tool.run("explore", scenario, "--all-orders", "--states", "20")
    let told = run.output.replacing("\n", with: " ")
    #expect(told.components(separatedBy: "not complete").count == 2, "\(run.output)")
    #expect(told.contains("fewer entries, or \"pushes\": \"none\""), "\(run.output)")
    #expect(!told.contains("--states"))
  }

  @Test func aScenarioIsNoStoreOfAShard() throws {
    defer { tool.remove() }
    let run = try tool.run("soak", scenario, "--merge")
    #expect(run.errors.contains("\(scenario) is a file, and --merge takes the stores"))
    #expect(try next(run).hasPrefix(Self.typed("soak \(scenario) --shard 1/2 --store s1")))
  }

  @Test(arguments: ["write", "resolve"])
  func aSetIsNotWritten(verb: String) throws {
    defer { tool.remove() }
    let path = try tool.write(
      """
      {"format": 1, "name": "set", "devices": [{"name": "phone"}], "timeline": [
        {"at": "1s", "device": "phone", "\(verb)": {"n": {"tags": ["shop"]}}}]}
      """)
    let run = try tool.run("run", path)
    #expect(run.status == 64)
    #expect(run.errors.contains(#"what is in a set goes in by "add" and out by "remove""#))
  }

  @Test func whereNothingHasFailedYetThatIsSaid() throws {
    defer { tool.remove() }
    let never = try tool.run("report", "store/cluster/latest-failure")
    #expect(never.errors.contains("no run of this scenario is stored there"), "\(never.errors)")
    _ = try tool.run("run", scenario, "--hosts", "memory", "--quiet")
    let run = try tool.run("report", "store/cluster/latest-failure")
    #expect(run.errors.contains("every stored run of this scenario ended as expected"))
    #expect(try next(run) == Self.typed("report store/cluster/latest"))
    #expect(try tool.run("report", "store/cluster/latest").status == 0)
  }

  @Test func aFileOfARunStandsForItsFolder() throws {
    defer { tool.remove() }
    _ = try tool.run("run", scenario, "--hosts", "memory", "--quiet")
    let run = try tool.run("replay", "store/cluster/latest/trace.jsonl")
    #expect(try next(run) == Self.typed("replay store/cluster/latest"))
  }

  /// A folder beside the tool's, a file of two words, and the tool by a relative name of two.
  @Test(arguments: [
    ["run", "--hosts", "memory"], ["soak", "--seeds", "1..9"], ["replay"], ["report", "--judge"],
  ])
  func theLineThatRunsItAgainIsTypedWhereItStands(arguments: [String]) throws {
    defer { tool.remove() }
    let text = try String(contentsOf: URL(filePath: scenario), encoding: .utf8)
      .replacingOccurrences(of: "\"highestStamp\"", with: "\"lastArrival\"")
    _ = try tool.write(text, to: "my notes.json")
    let there = "mkdir -p 'a b'; ln -sf \"$1\" 'the tool'; cd 'a b'; shift; exec '../the tool'"
    var command = arguments
    if ["replay", "report"].contains(arguments[0]) {
      _ = try tool.run(
        after: there, ["run", "../my notes.json", "--hosts", "memory", "--store", "s t"])
      command.append("s t/cluster/latest")
    } else {
      command.insert("../my notes.json", at: 1)
    }
    let first = try tool.run(after: there, command)
    let line = try #require(first.output.matches(of: #/again: (.+)\n/#).last?.1)
    #expect(line.hasPrefix("'../the tool' "), "\(line)")
    let again = try tool.run(after: "cd 'a b'; \(line) --json; exit; :", [])
    let isSame = again.status == first.status
    #expect(isSame && !again.output.isEmpty, "\(line): \(again.output)\(again.errors)")
  }

  @Test(arguments: [["--help"], ["help"], [], ["run", "--help"]])
  func helpThatIsLostIsAnError(arguments: [String]) throws {
    defer { tool.remove() }
    let run = try tool.run(after: "exec > /dev/full\nexec", arguments)
    #expect(run.status == 74 && run.hasThreeParts, "\(run.errors)")
  }
}
