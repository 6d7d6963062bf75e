import ClusterCore
import ClusterReport
import ClusterTransport

/// The page of what a folder holds: a run, a soak or an exploration.
struct StoredPage {
  let bytes: [UInt8]
  /// Where it belongs.
  let path: String
  /// What is told of it beside where it is.
  let remarks: [String]

  private init(_ bytes: [UInt8], in directory: String, named name: String, remarks: [String] = []) {
    self.bytes = bytes
    path = directory + (directory.hasSuffix("/") ? "" : "/") + name
    self.remarks = remarks
  }

  /// The file of each kind of page in the folder of what it shows.
  static let name = "report.html"

  static func of(_ directory: String) throws(UserMessage) -> StoredPage {
    if holds(directory, "trace.jsonl") {
      return StoredPage(
        RunPage(try StoredTrace(directory).pageRun()).bytes, in: directory, named: name)
    }
    if holds(directory, SoakCommand.summaryFile) {
      return StoredPage(
        SoakPage(try SoakCommand.summary(in: directory)).bytes, in: directory, named: name)
    }
    if holds(directory, ExploreRecord.file) {
      return StoredPage(
        ExplorePage(try exploration(in: directory)).bytes, in: directory, named: name)
    }
    throw UserMessage(
      what: "\(directory) holds nothing that a page can show",
      cause: "there is no trace.jsonl of a run, no \(SoakCommand.summaryFile) of a soak, and no "
        + "\(ExploreRecord.file) of an exploration in it",
      next: "name a run's folder, such as store/cluster/latest")
  }

  /// Two runs side by side; the page goes into the second one's folder.
  static func pair(_ left: String, _ right: String) throws(UserMessage) -> StoredPage {
    let page = PairPage(
      try StoredTrace(left).pageRun(), try StoredTrace(right).pageRun())
    return StoredPage(
      page.bytes, in: right, named: "side-by-side.html", remarks: [page.summary])
  }

  /// Leaves an exploration and its page, in a folder of its own: what stands in `explore` are
  /// scenarios. Where something was found, says where the page is.
  static func keep(
    _ summary: ExploreSummary, of scenario: Scenario, _ options: RunOptions, _ console: Console
  ) throws(StoreError) {
    let record = ExploreRecord(
      summary, scenario: scenario.name, variant: scenario.variant,
      about: [scenario.fileAbout, scenario.about].filter { !$0.isEmpty }, tool: Invocation.command)
    let folder = "\(options.storeRoot)/\(scenario.name)/explored"
    try Files.write(Array((record.json + "\n").utf8), to: "\(folder)/\(ExploreRecord.file)")
    let path = "\(folder)/\(name)"
    try Files.write(ExplorePage(record).bytes, to: path)
    if !summary.endStates.isEmpty { console.say(console.style.safe("as a page: \(path)")) }
  }

  private static func holds(_ directory: String, _ name: String) -> Bool {
    Files.kind(of: "\(directory)/\(name)") == .file
  }

  private static func exploration(in directory: String) throws(UserMessage) -> ExploreRecord {
    let path = "\(directory)/\(ExploreRecord.file)"
    do {
      return try ExploreRecord(
        JSONReader(try JSONParser.parse(try Files.read(path, atMost: Limit.resultFile))))
    } catch {
      throw UserMessage(
        what: "\(path) cannot be read as an exploration: \(error)",
        cause: "the file was changed, cut off, or written by another version",
        next: "explore the scenario again")
    }
  }
}
