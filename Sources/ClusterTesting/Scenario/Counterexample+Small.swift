import ClusterCore
import ClusterEngine

// Making the run small.
extension Counterexample {
  struct Small {
    let run: TestedRun
    let size: [String]
    let json: String
  }

  /// How many runs are made to make one small.
  private static let mostRuns = 1_500

  /// Nil where no smaller run fails alike by itself.
  func small(_ failure: CheckResult) -> Small? {
    let candidate = Shrinker.Candidate(scenario: run.scenario, schedule: run.schedule)
    var shrinker = Shrinker(
      candidate, signature: failure.signature, isWithinBudget: { $0 < Self.mostRuns },
      execute: trial)
    guard let outcome = try? shrinker.shrink(),
      let found = try? verifier.maker.run(outcome.candidate.setup),
      let draft = written(outcome.candidate, after: found, failure)
    else { return nil }
    // The words and the checks that are to fail are those of the very run that is printed.
    guard let last = written(outcome.candidate, after: draft.run, failure) else { return nil }
    return Small(run: last.run, size: size(outcome.candidate), json: last.json)
  }

  /// A candidate as a file that says what a run of it came to, and the run of that file.
  private func written(
    _ candidate: Shrinker.Candidate, after run: TestedRun, _ failure: CheckResult
  ) -> (run: TestedRun, json: String)? {
    let failed = run.results.filter { $0.verdict == .fail }
    guard let kept = failed.first(where: { $0.signature == failure.signature }) else { return nil }
    let file = ScenarioWriter(candidate.scenario).file(
      name: name, about: "Made small: \(kept.explanation)", schedule: candidate.schedule,
      isWeatherOff: true, failing: failed.map(\.name.rawValue))
    guard let scenario = try? ScenarioFile(file).scenario(),
      let small = try? verifier.maker.run(RunSetup(scenario, drawsWeather: false)),
      small.results.contains(where: { $0.signature == failure.signature })
    else { return nil }
    return (small, file.pretty())
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
    String("shrunk-\(run.scenario.name)-\(run.setup.seed)".prefix(Limit.name))
  }
}
