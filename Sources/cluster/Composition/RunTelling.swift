import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport

/// Turns a finished run into what a user reads.
struct RunTelling {
  let run: FinishedRun
  let judgement: Judgement
  let results: [CheckResult]
  let summary: RunSummary

  /// - Parameters:
  ///   - deterministic: what `--twice` found; nil where it was not asked.
  ///   - isSeedGiven: whether the user named the seed.
  ///   - rerun: the line that runs the same again, for who reads the results.
  ///   - page: where its page is written; nil where none is.
  ///   - idle: what came to nothing, where the run itself cannot be asked.
  init(
    _ run: FinishedRun, deterministic: CheckResult? = nil, isSeedGiven: Bool, store: String?,
    rerun: String? = nil, page: String? = nil, idle: IdleLines = IdleLines()
  ) {
    self.run = run
    results = run.results + (deterministic.map { [$0] } ?? [])
    judgement = Judgement(
      results: results, happenings: run.checker.happenings, expect: run.scenario.expect,
      seedOverridden: isSeedGiven)
    var summary = RunSummary(
      scenario: run.scenario.name, variant: run.scenario.variant, seed: run.setup.seed,
      hosts: run.hosts, verdict: judgement.verdict, asExpected: judgement.asExpected,
      steps: run.outcome?.steps ?? run.events.count { $0.step != nil },
      end: run.events.last?.at ?? .start, traceHash: run.hash, messages: run.checker.messages,
      happened: run.checker.happenings, checks: results, cloud: run.checker.cloud,
      devices: run.checker.shown, model: run.checker.model, app: run.checker.app, store: store)
    summary.surprises = judgement.asExpected ? [] : judgement.surprises
    summary.rerun = rerun
    summary.idle = run.outcome.map { IdleLines($0, of: run.scenario) } ?? idle
    summary.events = run.events.count
    summary.bytes = FileBytes(run.events)
    summary.fileAbout = run.scenario.fileAbout
    summary.page = page
    self.summary = summary
  }

  var exitCode: ExitCode {
    if judgement.asExpected { return .asExpected }
    return judgement.verdict == .unknown ? .unknown : .notAsExpected
  }

  func header(_ style: TextStyle) -> [String] {
    RunHeader(
      scenario: run.scenario, seed: run.setup.seed, hosts: run.hosts, fault: run.fault?.told
    ).lines(style)
  }

  func chart(_ style: TextStyle, mostRows: Int?) -> [String] {
    let chart = Chart(
      scenario: run.scenario, focus: ChartFocus.failures(results), mostRows: mostRows)
    let drawing = chart.drawing(run.events, style: style)
    guard drawing.leavesOut, let store = summary.store else { return drawing.lines }
    return drawing.lines + ["  in full: " + style.safe(store) + "/messages.txt"]
  }

  /// The states, the checks, and the verdict with the line that runs it again.
  func conclusion(_ style: TextStyle, rerun: String) -> [String] {
    let shown = run.checker.shown
    let devices = run.scenario.devices.map { (device: $0.id, state: shown[$0.id] ?? [:]) }
    let panel = StatePanel(
      devices: devices, cloud: run.checker.cloud, model: run.checker.model, app: run.checker.app,
      asking: run.checker.asking, hasFailures: results.contains { $0.verdict == .fail })
    var lines = panel.lines(style)
    lines +=
      [""]
      + CheckPanel(checks: results, expect: run.scenario.expect, events: run.events)
      .lines(style)
    lines += [""]
    for surprise in judgement.surprises where !judgement.asExpected {
      lines.append("not as expected: " + style.safe(surprise))
    }
    lines += (summary.idle.lines + (run.outcome?.notes ?? [])).map { style.safe($0) }
    return lines + summary.lines(style, rerun: rerun)
  }

  /// Why a run could not be finished, in three parts.
  var failureMessage: UserMessage? {
    run.failure.map { failure in
      UserMessage(failure, log: summary.store.map { "\($0)/devices/\(failure.device).log" })
    }
  }
}

extension IdleLines {
  init(_ outcome: RunOutcome, of scenario: Scenario) {
    var awaited: [MessageName: EventName] = [:]
    for fate in outcome.schedule.fates {
      if case .held(let event) = fate.fate.travel { awaited[fate.message] = event }
    }
    self.init(
      unused: outcome.unused, held: outcome.neverReleased.map { ($0, awaited[$0]) },
      neverFollowed: outcome.neverFollowed, neverPublished: scenario.readsOfNothing,
      entries: scenario.timeline.map(\.id))
  }
}

extension PlantedFault {
  /// Its name and what it does wrong.
  var told: String { "\(name): \(about)" }
}
