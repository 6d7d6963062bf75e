import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// A stored run, read back.
struct StoredTrace {
  let header: TraceHeader
  /// The events' lines as they stand in the file.
  let lines: [[UInt8]]
  private let directory: String

  init(_ directory: String) throws(UserMessage) {
    self.directory = directory
    var lines = try StoredTrace.lines(of: "\(directory)/trace.jsonl", atMost: Limit.traceFile)
    guard let first = lines.first else {
      throw UserMessage(
        what: "\(directory)/trace.jsonl is empty", cause: "the run was cut off before it began",
        next: "run the scenario again")
    }
    lines.removeFirst()
    self.lines = lines
    header = try StoredTrace.read(first, 1, "\(directory)/trace.jsonl", TraceHeader.init)
  }

  func scenario() throws(UserMessage) -> Scenario {
    var scenario: Scenario
    do {
      scenario = try header.scenario()
    } catch {
      throw UserMessage(
        what: "the scenario in \(directory)/trace.jsonl cannot be read: \(error.problem)",
        cause: "another version wrote it", next: "run the scenario again")
    }
    if scenario.hasForeignDevice { scenario.folder = try folder() }
    scenario.fileAbout = text("fileAbout", in: "results.json") ?? ""
    return scenario
  }

  /// Where the scenario's file stood, which its devices' commands begin from.
  private func folder() throws(UserMessage) -> String {
    guard let folder = parameter("folder") else {
      throw UserMessage(
        what: "\(directory)/run.json does not say where the scenario stood",
        cause: "the file was changed, or written by another version",
        next: "run the scenario again")
    }
    return folder
  }

  /// What `run.json` says under a name; nil where it does not.
  private func parameter(_ name: String) -> String? { text(name, in: "run.json") }

  private func text(_ name: String, in file: String) -> String? {
    guard let bytes = try? Files.read("\(directory)/\(file)", atMost: Limit.resultFile),
      case .string(let text) = (try? JSONParser.parse(bytes))?[name]?.content
    else { return nil }
    return text
  }

  /// What was planted around the run.
  func fault() throws(UserMessage) -> PlantedFault? {
    guard let name = parameter("fault") else { return nil }
    return try PlantedFault.find(name)
  }

  /// The same run again, from its schedule: nothing is drawn, and what the file aims at stands in the
  /// schedule too.
  ///
  /// - Parameter scenario: the one that is stored here.
  func setup(of scenario: Scenario) throws(UserMessage) -> RunSetup {
    var bare = scenario
    bare.aimed = Schedule()
    return RunSetup(
      bare, seed: header.seed, drawsWeather: false, added: try schedule())
  }

  private func schedule() throws(UserMessage) -> Schedule {
    let path = "\(directory)/schedule.jsonl"
    var schedule = Schedule()
    for (index, line) in try StoredTrace.lines(of: path, atMost: Limit.scheduleFile)
      .enumerated().dropFirst()
    {
      let isTaken = try StoredTrace.read(line, index + 1, path) { reader throws(FormatError) in
        try schedule.take(reader)
      }
      guard isTaken else {
        throw UserMessage(
          what: "\(path):\(index + 1): this is no line of a schedule",
          cause: "the file was changed, or written by another version",
          next: "run the scenario again")
      }
    }
    return schedule
  }

  /// The events, each line compared with what a run would write.
  func events(_ observe: (TraceEvent) -> Void = { _ in }) throws(UserMessage) -> (
    [TraceEvent], StableHash
  ) {
    var encoder = TraceEncoder()
    var events: [TraceEvent] = []
    for (index, line) in lines.enumerated() {
      // The header is line 1.
      let event = try StoredTrace.read(
        line, index + 2, "\(directory)/trace.jsonl", TraceEvent.init)
      guard encoder.line(for: event) == line else {
        throw UserMessage(
          what: "\(directory)/trace.jsonl:\(index + 2): this is not what a run wrote here",
          cause: "the line, or one before it, was changed, or another version wrote it",
          next: "run the scenario again")
      }
      observe(event)
      events.append(event)
    }
    return (events, encoder.hash)
  }

  /// The run as its trace tells it, given to the checks again.
  func judged() throws(UserMessage) -> FinishedRun {
    let scenario = try scenario()
    var checker = Checker(scenario: scenario)
    let (events, hash) = try events { checker.observe($0) }
    return FinishedRun(
      scenario: scenario,
      setup: RunSetup(scenario, seed: header.seed, drawsWeather: header.drawsWeather),
      hosts: hosts, fault: nil, events: events, hash: hash, checker: checker, outcome: nil,
      failure: isCutShort(events)
        ? HostFailure(
          device: .cloud, reason: "\(directory)/trace.jsonl ends before the run does",
          advice: Advice(
            cause: "the file was cut, or its run could not be finished",
            next: "run the scenario again")) : nil)
  }

  /// The line that runs the same again, if the results name it.
  var rerun: String? {
    guard let bytes = try? Files.read("\(directory)/results.json", atMost: Limit.resultFile),
      case .string(let rerun) = (try? JSONParser.parse(bytes))?["rerun"]?.content
    else { return nil }
    return rerun
  }

  /// The lines of its schedule that came to nothing, if the results name them.
  var idle: IdleLines {
    guard let bytes = try? Files.read("\(directory)/results.json", atMost: Limit.resultFile),
      let idle = (try? JSONParser.parse(bytes))?["idle"]
    else { return IdleLines() }
    return (try? IdleLines(JSONReader(idle))) ?? IdleLines()
  }

  /// The run as a page shows it: its events, and what its results say. A run that left no results
  /// is judged again.
  func pageRun() throws(UserMessage) -> PageRun {
    let path = "\(directory)/results.json"
    guard Files.kind(of: path) != nil else {
      let run = try judged()
      let telling = RunTelling(run, isSeedGiven: false, store: nil)
      return PageRun(
        run.scenario, seed: header.seed, events: run.events, facts: RunFacts(telling.summary))
    }
    let bytes = try UserMessage.reading(
      path, atMost: Limit.resultFile, cause: "the file was removed, or may not be read",
      next: "run the scenario again")
    let (events, _) = try events()
    let facts = try StoredTrace.read(bytes, 1, path) { reader throws(FormatError) in
      try RunFacts(reader.node)
    }
    return PageRun(try scenario(), seed: header.seed, events: events, facts: facts)
  }

  private func isCutShort(_ events: [TraceEvent]) -> Bool {
    guard case .ended = events.last?.kind else { return true }
    return false
  }

  /// Where its devices lived; processes where nothing says.
  private var hosts: HostKind {
    parameter("hosts").flatMap(HostKind.init(rawValue:)) ?? .processes
  }

  /// Where the run differs from what is stored, in words; nil where it does not.
  func difference(from run: FinishedRun) -> String? {
    var encoder = TraceEncoder()
    for (index, event) in run.events.enumerated() {
      let line = encoder.line(for: event)
      guard index < lines.count else { return "the stored run ends before event \(event.number)" }
      if lines[index] != line {
        return "event \(event.number) was\n  \(String(decoding: lines[index], as: UTF8.self))\n"
          + "and is\n  \(String(decoding: line, as: UTF8.self))"
      }
    }
    guard lines.count != run.events.count else { return nil }
    return "the stored run has \(lines.count) events, this one \(run.events.count)"
  }

  private static func lines(
    of path: String, atMost limit: Int
  ) throws(UserMessage) -> [[UInt8]] {
    try UserMessage.reading(
      path, atMost: limit, cause: "this is no folder of a stored run",
      next: "name one, such as store/cluster/latest"
    ).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  private static func read<Content>(
    _ line: [UInt8], _ number: Int, _ path: String,
    _ read: (JSONReader) throws(FormatError) -> Content
  ) throws(UserMessage) -> Content {
    do {
      return try read(JSONReader(try JSONParser.tape(line)))
    } catch {
      throw UserMessage(
        what: "\(path):\(number): \(UserMessage.problem(of: error))",
        cause: "the file was changed, cut off, or written by another version",
        next: "run the scenario again")
    }
  }
}
