import ClusterCore
import ClusterReport
import ClusterTransport

/// `cluster conform`: puts someone's device through the protocol.
struct ConformCommand: DirectCommand {
  static let name = "conform"
  static let usage = "COMMAND…   |   -- COMMAND…"
  static let summary = "what your own device does of the protocol, and what it does not do yet"
  static let options: [Option] = [.answerLimit]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let command = arguments.words
    guard !command.isEmpty else {
      throw UserMessage(
        what: "conform takes a command", cause: "no program is named",
        next: "cluster conform python3 device.py (with options of its own: -- before it)")
    }
    try DeviceCommands.check(command, in: ".", of: "conform")
    let signals = try Signals()
    Sweeper.sweep()
    let runner = ConformRunner(
      program: DeviceCommands.foreign(command, in: "."), limits: try HostLimits(arguments),
      signals: signals)
    let results = try runner.run(ConformCases.all) { console.progress("case \($0.name)") }
    console.progress("")
    let table = ConformTable(command: command, rows: results.map(Self.row))
    console.say(table.lines(console.style))
    if console.isQuiet { console.conclude(table.conclusion) }
    console.json(table.json)
    if table.count(.broke) > 0 { return .unknown }
    return table.count(.done) == results.count ? .asExpected : .notAsExpected
  }

  private static func row(_ result: ConformResult) -> ConformTable.Row {
    ConformTable.Row(
      group: result.story.group.rawValue, name: result.story.name, claim: result.story.claim,
      verdict: result.verdict, explanation: result.explanation)
  }
}
