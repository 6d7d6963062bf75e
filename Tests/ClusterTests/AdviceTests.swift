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
    (["explore", scenario, "--drops", "9"], "type --drops 8, or leave it out"),
    (["explore", scenario, "--drops", "3"], typed("explore \(scenario) --all-orders --drops 3")),
    (
      ["explore", scenario, "--all-orders", "--kills", "on"],
      typed("explore \(scenario) --all-orders --kills 1")
    ),
    (["explore", scenario, "--kills", "9"], "type --kills 8, or leave it out"),
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
