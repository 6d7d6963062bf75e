import ClusterCore

/// Where the devices of a run live.
package enum HostKind: String, CaseIterable, Sendable {
  case processes, memory
}

/// What came of a run: `results.json`, and what `run --json` prints.
package struct RunSummary: Sendable {
  /// The version of its JSON form.
  package static let format = 1

  package let scenario: String
  package let variant: VariantName
  package let seed: Seed
  package let hosts: HostKind
  package let verdict: Verdict
  /// Whether the verdict and the checks are those that the scenario expects.
  package let asExpected: Bool
  package let steps: Int
  /// The instant of the last event.
  package let end: Instant
  package let traceHash: StableHash
  package let messages: MessageCounts
  package let happened: [Happening: Int]
  package let checks: [CheckResult]
  package let cloud: NodeState
  package let devices: [NodeID: NodeState]
  /// Nil where the model could not be asked.
  package let model: NodeState?
  /// What apps show and the cloud has beside records.
  package let app: AppState
  /// The run's folder as the user would type it; nil where nothing was stored.
  package let store: String?
  /// What is not as expected, in words.
  package var surprises: [String] = []
  /// The lines of the schedule that came to nothing.
  package var idle = IdleLines()
  /// What the scenario's file says of all its variants; empty where this one says nothing else.
  package var fileAbout = ""
  /// The command that runs the same again; nil where nobody said.
  package var rerun: String?
  /// How many events the trace has, the last number of the chart: the steps and what else happened;
  /// nil where nobody counted. It is told and not kept.
  package var events: Int?
  /// The bytes of files that arrived; told and not kept.
  package var bytes: FileBytes?
  /// The run's page as the user would open it; nil where none was written. It is told and not
  /// kept, since it follows from the folder.
  package var page: String?

  package init(
    scenario: String, variant: VariantName, seed: Seed, hosts: HostKind, verdict: Verdict,
    asExpected: Bool, steps: Int, end: Instant, traceHash: StableHash, messages: MessageCounts,
    happened: [Happening: Int], checks: [CheckResult], cloud: NodeState,
    devices: [NodeID: NodeState], model: NodeState?, app: AppState, store: String?
  ) {
    self.scenario = scenario
    self.variant = variant
    self.seed = seed
    self.hosts = hosts
    self.verdict = verdict
    self.asExpected = asExpected
    self.steps = steps
    self.end = end
    self.traceHash = traceHash
    self.messages = messages
    self.happened = happened
    self.checks = checks
    self.cloud = cloud
    self.devices = devices
    self.model = model
    self.app = app
    self.store = store
  }

  /// Counts, the verdict, and the line that runs the same again; `rerun` is that command, and like
  /// the page's path it is never cut, since it could not be typed then.
  package func lines(_ style: TextStyle, rerun: String) -> [String] {
    let counts = SafeText.lines(
      of: counts.map { SafeText($0, style) }, separator: style.glyphs.separator,
      columns: style.width)
    var lines = counts.map { Canvas.line($0, .dim, style) }
    lines += Canvas.lines(verdictWords(style), asExpected ? .good : .bad, style)
    if let store { lines.append(Canvas.line("stored in " + SafeText(store, style), .dim, style)) }
    if let page { lines.append("as a page: " + SafeText(page, style).string) }
    lines.append("again: " + SafeText(rerun, style).string)
    return lines
  }

  private var counts: [String] {
    [
      "\(Wording.count(messages.sent, "message", "messages")) sent",
      "\(Wording.count(messages.delivered)) delivered",
      "\(Wording.count(messages.dropped)) dropped",
      "\(Wording.count(messages.duplicated)) doubled",
      events.map { Wording.count($0, "event", "events") } ?? Wording.count(steps, "step", "steps"),
      "\(Wording.seconds(end)) s of virtual time",
      "trace \(traceHash)",
    ] + (bytes?.waste.map { [$0] } ?? [])
  }

  private func verdictWords(_ style: TextStyle) -> String {
    let failed = checks.filter { $0.verdict == .fail }.map(\.name.rawValue)
    let word =
      switch verdict {
      case .pass: "PASS"
      case .fail: failed.isEmpty ? "FAIL" : "FAIL: " + failed.joined(separator: ", ")
      case .notJudged, .unknown: "UNKNOWN"
      }
    return "\(VerdictMark(verdict, style).sign) \(word), "
      + (asExpected ? "as expected" : "not as expected")
  }
}

extension RunSummary: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("format", RunSummary.format)
      json.member("scenario", scenario)
      json.member("variant", variant)
      json.member("seed", seed)
      json.member("hosts", hosts.rawValue)
      json.member("verdict", verdict.rawValue)
      json.member("asExpected", asExpected)
      json.member("steps", steps)
      json.member("virtualMilliseconds", end.milliseconds)
      json.member("traceHash", traceHash.description)
      json.member("messages", messages)
      json.member("events", happened)
      json.member("checks", checks.map(CheckJSON.init))
      json.member("cloud", cloud)
      json.member("devices", devices)
      json.key("model")
      if let model { json.state(model) } else { json.null() }
      json.members(app)
      json.member("store", store)
      if !surprises.isEmpty {
        json.key("surprises")
        json.array(surprises) { $0.string($1) }
      }
      if let rerun { json.member("rerun", rerun) }
      if !fileAbout.isEmpty { json.member("fileAbout", fileAbout) }
      if !idle.isEmpty { json.member("idle", idle) }
    }
  }
}

/// A check's result as `{name, verdict, witnesses, step, explanation}`.
struct CheckJSON: JSONWritable {
  let check: CheckResult

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", check.name.rawValue)
      json.member("verdict", check.verdict.rawValue)
      json.member("witnesses", check.witnesses)
      json.member("step", check.step)
      json.member("explanation", check.explanation)
    }
  }
}
