import ClusterCore
import ClusterReport
import ClusterTransport

/// `cluster report`: what is stored, as a page, or judged again.
struct ReportCommand: DirectCommand {
  static let name = "report"
  static let usage = "DIR [DIR]   |   --judge DIR"
  static let summary = "makes the page of what is stored, or of two runs side by side; runs nothing"
  private static let judge = Option(
    "judge", help: "let the checks of this version judge the trace that is stored")
  private static let output = Option(
    "output", "FILE", help: "where the page is written; left out: report.html in the folder")
  static let options: [Option] = [judge, output]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    if arguments.has(Self.judge) { return try judge(arguments, console) }
    let output = arguments[Self.output]
    for folder in arguments.words.prefix(2) { try StoredFolder.check(folder, for: Self.name) }
    switch arguments.words.count {
    case 1: return try tell(try StoredPage.of(arguments.words[0]), output, console)
    case 2:
      return try tell(try StoredPage.pair(arguments.words[0], arguments.words[1]), output, console)
    default:
      throw UserMessage(
        what: "report takes one folder, or two",
        cause: "a page shows one stored run, or compares two",
        next: "cluster report store/cluster/latest")
    }
  }

  private func tell(_ page: StoredPage, _ output: String?, _ console: Console) throws -> ExitCode {
    let path = output ?? page.path
    try Files.write(page.bytes, to: path)
    for remark in page.remarks { console.say(console.style.safe(remark)) }
    console.conclude(console.style.safe("the page is \(path): open it in a browser"))
    var json = JSONWriter()
    json.object { $0.member("page", path) }
    console.json(json.text)
    return .asExpected
  }

  private func judge(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    guard arguments.words.count == 1, let directory = arguments.words.first else {
      throw UserMessage(
        what: "report --judge takes one folder", cause: "it judges one stored run",
        next: "cluster report --judge store/cluster/latest")
    }
    try StoredFolder.check(directory, for: "\(Self.name) --judge")
    let stored = try StoredTrace(directory)
    let run = try stored.judged()
    let telling = RunTelling(
      run, isSeedGiven: run.setup.seed != run.scenario.seed, store: directory,
      rerun: stored.rerun, idle: stored.idle)
    let rerun = "\(Invocation.command) report --judge \(RunOptions.quoted(directory))"
    console.json(telling.summary.json)
    console.say(telling.header(console.style) + [""])
    console.say(telling.conclusion(console.style, rerun: rerun))
    if console.isQuiet { console.conclude(RunCommand.line(telling)) }
    if let message = telling.failureMessage { Console.complain(message) }
    return telling.exitCode
  }
}
