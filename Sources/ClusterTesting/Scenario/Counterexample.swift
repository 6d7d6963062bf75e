import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport

/// A run that is not as expected, made as small as it gets, in words.
struct Counterexample {
  private let verifier: Verifier
  private let run: TestedRun
  private let number: Int
  private let complaints: [String]

  /// How many runs are made to make one small.
  private static let mostRuns = 1_500
  /// The longest chart in a message, in rows.
  private static let mostRows = 60
  private static let style = TextStyle(width: 100)

  /// - Parameters:
  ///   - number: which run of the test it is, from 1.
  ///   - complaints: why it is not as expected.
  init(_ verifier: Verifier, _ run: TestedRun, number: Int, _ complaints: [String]) {
    self.verifier = verifier
    self.run = run
    self.number = number
    self.complaints = complaints
  }

  func failure() -> TestFailure {
    let expected = run.scenario.expect.fail
    let surprise = run.results.first {
      $0.verdict == .fail && !expected.contains($0.name.rawValue)
    }
    guard let surprise, let small = small(surprise) else {
      return TestFailure(text(head + told(run) + again))
    }
    let size = small.size.joined(separator: ", ")
    let title = "the smallest run that fails alike (\(size)):"
    let saved = [
      "", "as a scenario, for ScenarioTest(json:)\(clients).weather(.off).verify():", small.json,
    ]
    return TestFailure(
      text(head + ["", title] + told(small.run, only: surprise.name) + again + saved),
      scenarioJSON: small.json + "\n")
  }

  private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  private var clients: String {
    verifier.test.clients.map { ".client(\"\($0.device)\")" }.joined()
  }

  private var head: [String] {
    let scenario = run.scenario
    let variant = scenario.variant == "default" ? "" : ", variant \(scenario.variant)"
    let place: String
    switch verifier.extent {
    case .own: place = "seed \(run.setup.seed)"
    case .seeds: place = "seed \(run.setup.seed), run \(number)"
    case .deviations(let most, _):
      place = "run \(number) of those with up to \(Verifier.counted(most))"
    }
    return ["\(scenario.name)\(variant), \(place): " + complaints.joined(separator: "; ")]
      .map { Self.style.safe($0) }
  }

  private var again: [String] {
    let rerun = Rerun(verifier.test, verifier.extent, run.setup.seed)
    return ["", "again: \(rerun.call)"] + (rerun.command.map { ["   or: \($0)"] } ?? [])
  }

  /// The run's chart, and what the checks say of it.
  private func told(_ run: TestedRun, only name: CheckName? = nil) -> [String] {
    var events: [TraceEvent] = []
    let again = try? verifier.maker.run(run.setup) { events.append($0) }
    let results = (again ?? run).results
    let shown = name.map { name in results.filter { $0.name == name } } ?? results
    let chart = Chart(
      scenario: run.scenario, focus: ChartFocus.failures(shown), mostRows: Self.mostRows
    ).lines(events, style: Self.style)
    let checks = CheckPanel(
      checks: shown.filter { $0.verdict != .pass && $0.verdict != .notJudged },
      expect: self.run.scenario.expect, events: events
    ).lines(Self.style)
    return [""] + checks + [""] + chart + remarks(run)
  }

  private func remarks(_ run: TestedRun) -> [String] {
    guard !run.remarks.isEmpty else { return [] }
    return ["", "calls of the client that threw:"] + run.remarks.map { "  " + Self.style.safe($0) }
  }
}

// MARK: Making it small

extension Counterexample {
  private struct Small {
    let run: TestedRun
    let size: [String]
    let json: String
  }

  /// Nil where no smaller run fails alike by itself.
  private func small(_ failure: CheckResult) -> Small? {
    let candidate = Shrinker.Candidate(scenario: run.scenario, schedule: run.schedule)
    var shrinker = Shrinker(
      candidate, signature: failure.signature, isWithinBudget: { $0 < Self.mostRuns },
      execute: trial)
    guard let outcome = try? shrinker.shrink(),
      let found = try? verifier.maker.run(outcome.candidate.setup)
    else { return nil }
    let failed = found.results.filter { $0.verdict == .fail }
    let file = ScenarioWriter(outcome.candidate.scenario).file(
      name: name, about: "Made small: \(failure.explanation)",
      schedule: outcome.candidate.schedule, isWeatherOff: true,
      failing: failed.map(\.name.rawValue))
    guard let scenario = try? ScenarioFile(file).scenario(),
      let small = try? verifier.maker.run(RunSetup(scenario, drawsWeather: false)),
      small.results.contains(where: { $0.signature == failure.signature })
    else { return nil }
    return Small(run: small, size: size(outcome.candidate), json: file.pretty())
  }

  private func trial(
    _ candidate: Shrinker.Candidate
  ) throws(HostFailure) -> Shrinker.Trial {
    var departures = Departures()
    do throws(RunTrouble) {
      let run = try verifier.maker.run(candidate.setup) { departures.observe($0) }
      return Shrinker.Trial(results: run.results, used: run.schedule, departures: departures)
    } catch {
      // A client that goes astray in it makes it no smaller form of this failure.
      return Shrinker.Trial(results: [], used: Schedule(), departures: departures)
    }
  }

  private func size(_ candidate: Shrinker.Candidate) -> [String] {
    [
      "\(candidate.scenario.timeline.count) of \(run.scenario.timeline.count) entries",
      "\(candidate.schedule.lines.count) of \(run.schedule.lines.count) fates",
      "\(candidate.scenario.devices.count) of \(run.scenario.devices.count) devices",
    ]
  }

  private var name: String {
    String("shrunk-\(run.scenario.name)-\(run.setup.seed)".prefix(Scenario.longestName))
  }
}
