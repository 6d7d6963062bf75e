import ClusterReport

/// `cluster report`: what a stored run says.
struct ReportCommand: Command {
  static let name = "report"
  static let usage = "--judge DIR"
  static let summary = "judges a stored trace again, and runs nothing"
  private static let judge = Option(
    "judge", help: "let the checks of this version judge the trace that is stored")
  static let options: [Option] = [judge]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    guard arguments.has(Self.judge) else {
      throw UserMessage(
        what: "report can only judge a stored trace", cause: "it does not write pages yet",
        next: "cluster report --judge store/cluster/latest")
    }
    guard arguments.words.count == 1, let directory = arguments.words.first else {
      throw UserMessage(
        what: "report takes one folder", cause: "it judges one stored run",
        next: "cluster report --judge store/cluster/latest")
    }
    let stored = try StoredTrace(directory)
    let run = try stored.judged()
    let telling = RunTelling(
      run, isSeedGiven: run.setup.seed != run.scenario.seed, store: directory)
    let rerun = "./run-cluster.sh report --judge \(RunOptions.quoted(directory))"
    console.json(telling.summary.json)
    console.say(telling.header(console.style) + [""])
    console.say(telling.conclusion(console.style, rerun: rerun))
    if console.isQuiet { console.conclude(RunCommand.line(telling)) }
    if let message = telling.failureMessage { Console.complain(message) }
    return telling.exitCode
  }
}
