import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport

/// A run that is not as expected, made as small as it gets, in words.
struct Counterexample {
  let verifier: Verifier
  let run: TestedRun
  private let number: Int
  private let complaints: [String]
  private let deviations: [String]

  /// The longest chart in a message, in rows.
  private static let mostRows = 60
  /// Calls that threw, of one run; more are counted.
  private static let mostRemarks = 20
  private static let style = TextStyle.ofMessages

  /// - Parameters:
  ///   - number: which run of the test it is, from 1.
  ///   - complaints: why it is not as expected.
  ///   - deviations: of a search, what deviates in it: lines of a timeline.
  init(
    _ verifier: Verifier, _ run: TestedRun, number: Int, _ complaints: [String],
    deviations: [String] = []
  ) {
    self.verifier = verifier
    self.run = run
    self.number = number
    self.complaints = complaints
    self.deviations = deviations
  }

  func failure() -> TestFailure {
    let failed = surprises(of: run)
    guard let kept = failed.first else {
      return TestFailure(text(head + next + unclear + threw(run, "the run") + again))
    }
    guard let small = small(kept) else {
      return TestFailure(text(head + told(run, kept, failed) + threw(run, "the run") + again))
    }
    let alike = surprises(of: small.run)
    let saved = [
      "", "as a scenario, for ScenarioTest(json:)\(clients).weather(.off).verify():",
      small.json.asciiJSON,
    ]
    return TestFailure(
      text(
        head + title(small, kept, alike, failed) + told(small.run, kept, alike)
          + threw(small.run, "the smallest run") + threw(run, "the whole run") + again + saved),
      scenarioJSON: small.json + "\n")
  }

  private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  private var clients: String {
    verifier.test.clients.map { ".client(\"\($0.device)\")" }.joined()
  }

  /// What failed and is not to fail, the nearest to the cause first.
  private func surprises(of run: TestedRun) -> [CheckResult] {
    let expected = self.run.scenario.expect.fail
    return run.results.filter { $0.verdict == .fail && !expected.contains($0.name.rawValue) }
      .sorted { $0.name.rank < $1.name.rank }
  }

  private var head: [String] {
    let scenario = run.scenario
    let variant = scenario.variant == "default" ? "" : ", variant \(scenario.variant)"
    let place: String
    switch verifier.extent {
    case .own: place = "seed \(run.setup.seed)"
    case .seeds: place = "seed \(run.setup.seed), run \(number)"
    case .deviations(let most, _):
      place = "run \(number) of those with up to \(Verifier.counted(most)), with \(deviating)"
    case .schedule: place = "the run with \(deviating)"
    }
    return [
      Self.style.safe(
        "\(scenario.name)\(variant), \(place): " + complaints.joined(separator: "; "))
    ]
  }

  private var deviating: String {
    deviations.isEmpty ? "none" : deviations.map(\.asciiJSON).joined(separator: " ")
  }

  /// Which failure was kept while the run was made small, and what became of the others.
  private func title(
    _ small: Small, _ kept: CheckResult, _ alike: [CheckResult], _ failed: [CheckResult]
  ) -> [String] {
    let also = alike.filter { $0.name != kept.name }.map(\.name.rawValue)
    let gone = failed.filter { old in !alike.contains { $0.name == old.name } }
    let name = kept.name.rawValue
    return [
      "", "the smallest run that fails alike: \(name) (\(small.size.joined(separator: ", ")))",
    ]
      + (also.isEmpty ? [] : ["also fails: \(also.joined(separator: ", "))"])
      + gone.map { old in
        Self.style.safe("fails no more: \(old.name.rawValue); of the whole run: \(old.explanation)")
      }
  }

  private var again: [String] {
    let rerun = Rerun(verifier.test, verifier.extent, run.setup.seed, deviations: deviations)
    return ["", "again: \(rerun.call)"] + (rerun.search.map { ["   all: \($0)"] } ?? [])
      + (rerun.command.map { ["   or: \($0)"] } ?? [])
  }

  /// What the checks say of a run, and its chart around what was kept.
  private func told(
    _ run: TestedRun, _ kept: CheckResult, _ failed: [CheckResult]
  ) -> [String] {
    var events: [TraceEvent] = []
    _ = try? verifier.maker.run(run.setup) { events.append($0) }
    let shown = failed.filter { $0.name == kept.name }
    let chart = Chart(
      scenario: run.scenario, focus: ChartFocus.failures(shown), mostRows: Self.mostRows
    ).lines(events, style: Self.style)
    return [""] + panel(failed, events) + [""] + chart
  }

  private func panel(_ checks: [CheckResult], _ events: [TraceEvent]) -> [String] {
    CheckPanel(checks: checks, expect: run.scenario.expect, events: events).lines(Self.style)
  }

  /// The checks that could not tell.
  private var unclear: [String] {
    let checks = run.results.filter { $0.verdict == .unknown }
    return checks.isEmpty ? [] : [""] + panel(checks, [])
  }

  private func threw(_ run: TestedRun, _ name: String) -> [String] {
    guard !run.remarks.isEmpty else { return [] }
    let lines = run.remarks.prefix(Self.mostRemarks).map { "  " + Self.style.safe($0) }
    let rest = run.remarks.count - lines.count
    return ["", "calls of the client that threw in \(name):"] + lines
      + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  /// What to do about a run in which nothing failed that is not to fail.
  private var next: [String] {
    let expect = run.scenario.expect
    func named(_ names: [String], _ verdict: Verdict) -> String? {
      let met = names.filter { name in
        run.results.contains { $0.name.rawValue == name && $0.verdict == verdict }
      }
      return met.isEmpty ? nil : met.joined(separator: ", ")
    }
    var lines: [String] = []
    if let passed = named(expect.fail, .pass) {
      lines.append("mended? move it from expect.fail to expect.pass: \(passed)")
    }
    if let idle = named(expect.pass + expect.fail, .notJudged) {
      lines.append(
        "let happen what it judges, before the calm (calm.at), or take it out of expect: \(idle)")
    }
    if lines.isEmpty && !expect.happened.isEmpty {
      lines.append("settle what is to happen with a fate, or take it out of expect.happened")
    }
    if lines.isEmpty { lines.append("give the timeline something that a check can judge") }
    return lines.map { "  next:  " + Self.style.safe($0) }
  }
}
