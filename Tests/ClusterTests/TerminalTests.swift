import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// What is printed, for terminals of all kinds.
@Suite(.waiting) struct TerminalTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  @Test(arguments: [
    ["LC_ALL": "C"], ["LC_ALL": "", "LC_CTYPE": "POSIX"], ["LANG": "C"], ["LANG": ""],
    ["LC_ALL": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"],
  ])
  func aLocaleWithoutUTF8GetsPlainASCII(locale: [String: String]) throws {
    defer { tool.remove() }
    let run = try tool.run(["run", scenario], environment: locale)
    #expect(run.status == 0)
    #expect(isASCII(run.output))
    #expect(run.output.contains("|- save"))
  }

  @Test func aLocaleOfUTF8GetsLines() throws {
    defer { tool.remove() }
    for locale in [["LANG": "de_DE.utf8"], ["LANG": "C", "LC_CTYPE": "C.UTF-8"]] {
      #expect(try tool.run(["run", scenario], environment: locale).output.contains("├─ save"))
    }
  }

  @Test func neverMeansPlainASCIIAndNoColorOnlyNoColours() throws {
    defer { tool.remove() }
    let never = try tool.run("run", scenario, "--color", "never")
    #expect(isASCII(never.output) && !never.output.contains("\u{1B}"))
    let always = try tool.run("run", scenario, "--color", "always")
    #expect(always.output.contains("\u{1B}[") && always.output.contains("├─"))
    let none = try tool.run(["run", scenario], environment: ["NO_COLOR": "1"])
    #expect(!none.output.contains("\u{1B}") && none.output.contains("├─"))
  }

  @Test func columnsAreRespectedWhereThereIsNoTerminal() throws {
    defer { tool.remove() }
    func widest(_ environment: [String: String]) throws -> Int {
      let run = try tool.run(["run", scenario], environment: environment)
      return run.output.split(separator: "\n").filter { $0.contains("═") }.map(\.count).max() ?? 0
    }
    #expect(try widest(["COLUMNS": "80"]) == 80)
    #expect(try widest([:]) == 100)
    #expect(try widest(["COLUMNS": "12"]) == 100, "too narrow to be meant")
    #expect(try tool.run("run", "--help").output.contains("never: plain ASCII"))
  }

  @Test func messagesAreLinesWhateverTheTerminal() throws {
    defer { tool.remove() }
    _ = try tool.run(["run", scenario], environment: ["LC_ALL": "C"])
    let file = tool.folder.appending(path: "store/cluster/latest/messages.txt")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("├─ save"))
  }

  @Test func aChartThatIsCutSaysWhereTheWholeIs() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("  … ") && $0.contains("left out") })
    let place = try #require(lines.first { $0.hasPrefix("  in full: ") }?.dropFirst(11))
    let whole = try String(
      contentsOf: tool.folder.appending(path: String(place)), encoding: .utf8)
    #expect(!whole.contains("left out"))
  }

  @Test func hintsNameTheToolAsItWasStarted() throws {
    defer { tool.remove() }
    let typed = ["CLUSTER_COMMAND": "../run-cluster.sh"]
    let wrong = try tool.run(["replay"], environment: typed)
    #expect(wrong.errors.contains("\n  next:  ../run-cluster.sh replay store/cluster/latest\n"))
    let lost = try tool.run(["run", "nowhere"], environment: typed)
    #expect(lost.errors.contains("type `../run-cluster.sh list Scenarios` to see"))
    let help = try tool.run(["run", "--help"], environment: typed)
    #expect(help.output.hasPrefix("../run-cluster.sh run FILE"))
    let untold = try tool.run("replay").errors
    #expect(untold.contains("\n  next:  \(Tool.executable.path()) replay "))
  }

  @Test func aPlantedFaultIsNamedBeforeTheRun() throws {
    defer { tool.remove() }
    let run = try tool.run("run", scenario, "--fault", "link-copy-forgotten")
    #expect(
      run.output.contains("\nfault     link-copy-forgotten: A message that is doubled comes once."))
    #expect(try !tool.run("run", scenario).output.contains("\nfault "))
  }
}
