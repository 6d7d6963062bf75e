import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// Writes a run into the store as it goes.
final class StoredRun {
  private let store: RunStore
  private let trace: LineFile
  /// What went wrong while the run went on; told at its end.
  private var failure: StoreError?
  private let options: RunOptions
  private let setup: RunSetup

  init(_ setup: RunSetup, _ options: RunOptions) throws(StoreError) {
    self.setup = setup
    self.options = options
    let scenario = setup.scenario
    store = try RunStore(
      root: options.storeRoot, scenario: scenario.name,
      startedAt: WallClock.utcMilliseconds, seed: setup.seed)
    trace = try store.begin(.trace, header: Array(TraceHeader(setup).json.utf8))
    noteProcesses([:])
    if let failure { throw failure }
  }

  /// Writes `run.json`, at first without the numbers of the device processes, then with them.
  func noteProcesses(_ processes: [NodeID: Int32]) {
    do throws(StoreError) {
      try store.write(Array((parameters(processes).json + "\n").utf8), to: .run)
    } catch {
      failure = error
    }
  }

  var directory: String { store.directory }

  /// Where the run's page goes.
  var page: String { store.path(of: RunStore.WholeFile.report) }

  func log(of device: NodeID) -> String? { store.log(of: device) }

  func append(_ line: [UInt8]) {
    guard failure == nil else { return }
    do throws(StoreError) {
      try trace.append(line)
    } catch {
      failure = error
    }
  }

  /// Writes what is known at the end, and points the links here.
  func finish(
    _ run: FinishedRun, summary: RunSummary, chart: [String], page: [UInt8]
  ) throws(StoreError) {
    if let failure { throw failure }
    try trace.flush()
    let schedule = try store.begin(
      .schedule, header: Array("{\"format\":1,\"seed\":\"\(setup.seed)\"}".utf8))
    for line in run.outcome?.schedule.lines ?? [] { try schedule.append(Array(line.utf8)) }
    try schedule.flush()
    try store.write(Array((summary.json + "\n").utf8), to: .results)
    try store.write(Array((chart.joined(separator: "\n") + "\n").utf8), to: .messages)
    try store.write(page, to: .report)
    try store.point(.latest)
    if !summary.asExpected { try store.point(.latestFailure) }
  }

  /// The chart in full, as `messages.txt` holds it.
  fileprivate static let chartStyle = TextStyle(width: 120)

  private func parameters(_ processes: [NodeID: Int32]) -> JSONNode {
    func text(_ name: String, _ value: String) -> JSONNode.Member {
      JSONNode.Member(name: name, value: JSONNode(.string(value)))
    }
    let arguments = CommandLine.arguments.dropFirst().map { JSONNode(.string($0)) }
    let fault = options.fault.map { [text("fault", $0.name)] } ?? []
    let drawn = setup.drawn.map { [JSONNode.Member(name: "drawn", value: node($0))] } ?? []
    return JSONNode(
      .object(
        [
          JSONNode.Member(name: "format", value: JSONNode(.number("1"))),
          text("version", Main.version),
          JSONNode.Member(name: "arguments", value: JSONNode(.array(arguments))),
          text("scenario", setup.scenario.name), text("variant", setup.scenario.variant.string),
          text("seed", setup.seed.description),
          text("hosts", options.hosts(for: setup.scenario).rawValue),
          text("weather", setup.drawsWeather ? "on" : "off"),
          text("aimed", options.isAimed ? "on" : "off"),
          text("folder", Files.resolved(setup.scenario.folder)),
          text("process", "\(CurrentProcess.identifier)"),
          JSONNode.Member(
            name: "devices",
            value: JSONNode(
              .object(
                processes.sorted { $0.key < $1.key }.map { device, number in
                  JSONNode.Member(
                    name: device.string, value: JSONNode(.number(String(number))))
                }))),
        ] + fault + drawn))
  }

  /// What a random workload uses in this run.
  private func node(_ use: WorkloadDrawing.Use) -> JSONNode {
    func list(_ words: [String]) -> JSONNode {
      JSONNode(.array(words.map { JSONNode(.string($0)) }))
    }
    return JSONNode(
      .object([
        JSONNode.Member(name: "kinds", value: list(use.kinds.map(\.rawValue))),
        JSONNode.Member(name: "faults", value: list(use.faults.map(\.rawValue))),
      ]))
  }
}

extension Executor {
  /// Runs with all that a run leaves written into the store.
  ///
  /// - Parameters:
  ///   - rerun: the line that runs the same again.
  ///   - audience: who watches the run, and not the second one of `--twice`.
  func runAndStore(
    _ setup: RunSetup, _ options: RunOptions, isTwice: Bool = false, isSeedGiven: Bool,
    rerun: String, audience: Audience = Audience(chart: nil)
  ) throws -> RunTelling {
    let stored = try StoredRun(setup, options)
    let run = try run(
      setup, hosts: options.hosts(for: setup.scenario), fault: options.fault, log: stored.log,
      spawned: stored.noteProcesses,
      observe: { event, line in
        stored.append(line)
        audience.observe(event)
      })
    audience.finish()
    let telling = RunTelling(
      run, deterministic: isTwice ? try twice(run) : nil, isSeedGiven: isSeedGiven,
      store: stored.directory, rerun: rerun, page: stored.page)
    try stored.finish(
      run, summary: telling.summary, chart: telling.chart(StoredRun.chartStyle, mostRows: nil),
      page: RunPage(
        PageRun(
          try TraceHeader(setup).scenario(), seed: setup.seed, events: run.events,
          facts: RunFacts(telling.summary))
      ).bytes)
    return telling
  }
}

extension TraceHeader {
  init(_ setup: RunSetup) {
    self.init(
      source: setup.scenario.source, variant: setup.scenario.variant, seed: setup.seed,
      drawsWeather: setup.drawsWeather)
  }
}
