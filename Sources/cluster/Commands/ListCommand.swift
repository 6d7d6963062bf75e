import ClusterCore
import ClusterReport

/// `cluster list`: what scenarios there are and what they should do.
struct ListCommand: DirectCommand {
  static let name = "list"
  static let usage = "[FILE or FOLDER…]"
  static let summary = "scenarios with their areas and expectations"
  static let options: [Option] = []

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let paths = arguments.words.isEmpty ? ["cluster.json", "Scenarios"] : arguments.words
    let table = ListTable(try ScenarioLibrary.load(paths).map(listed))
    console.say(table.lines(console.style))
    console.json(table.json)
    return .asExpected
  }

  private func listed(_ source: ScenarioSource) throws -> ListedScenario {
    let scenarios = try source.scenarios(named: "all")
    return ListedScenario(
      file: source.path, name: source.file.name, area: source.area,
      about: scenarios.first?.about ?? "",
      variants: scenarios.map { ListedScenario.Variant(name: $0.variant, expect: $0.expect) })
  }
}
