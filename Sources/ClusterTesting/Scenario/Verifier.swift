import ClusterChecker
import ClusterCore
import ClusterEngine

/// Makes the runs that a test claims something of, and stops at the first that is not as expected.
struct Verifier: Sendable {
  enum Extent: Hashable, Sendable {
    /// Once, under the scenario's own seed.
    case own
    case seeds(ClosedRange<UInt64>)
    case deviations(Int, limit: Int)
    /// Once, without weather, with these lines of a timeline laid over it.
    case schedule([String])
  }

  let test: ScenarioTest
  let scenario: Scenario
  let extent: Extent
  let maker: RunMaker

  init(_ test: ScenarioTest, extent: Extent, watch: Watch) throws(TestFailure) {
    self.test = test
    self.extent = extent
    scenario = try test.scenario()
    maker = RunMaker(clients: test.clients, watch: watch)
  }

  func verify() -> Result<Verification, TestFailure> {
    do throws(TestFailure) {
      return switch extent {
      case .own: .success(try verify(seeds: [nil]))
      case .seeds(let seeds): .success(try verify(seeds: seeds.lazy.map { Seed($0) }))
      case .deviations(let most, let limit):
        .success(try verify(deviations: most, limit: limit))
      case .schedule(let lines): .success(try verify(schedule: lines))
      }
    } catch {
      return .failure(error)
    }
  }

  // MARK: Seeds

  private func verify(seeds: some Sequence<Seed?>) throws(TestFailure) -> Verification {
    var tally = Tally()
    for seed in seeds {
      let setup = setup(seed)
      if tally.runs == 0, !test.clients.isEmpty { try checkRepeats(setup) }
      let run = try made(setup)
      tally.note(run)
      let judgement = Judgement(
        results: run.results, happenings: run.judged.checker.happenings,
        expect: scenario.expect, seedOverridden: seed != nil)
      guard !judgement.asExpected else { continue }
      let complaints = judgement.surprises.nearestCauseFirst
      throw Counterexample(self, run, number: tally.runs, complaints).failure()
    }
    return try concluded(tally)
  }

  private func setup(_ seed: Seed?) -> RunSetup {
    RunSetup(scenario, seed: seed, drawsWeather: test.weather != .off)
  }

  /// Whether a run is the same to the byte when it is made again.
  private func checkRepeats(_ setup: RunSetup) throws(TestFailure) {
    let (first, second) = (try lines(of: setup), try lines(of: setup))
    guard first != second else { return }
    let place =
      zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(first.count, second.count)
    let difference =
      "step \(place + 1) was\n    \(Self.cut(first, place))\n  and then\n    "
      + Self.cut(second, place)
    let device = test.clients.map(\.device).joined(separator: ", ")
    let problem = ClientProblem(device: device, event: nil, leak: .undetermined(difference))
    throw TestFailure((problem.lines + [again(setup.seed)]).joined(separator: "\n"))
  }

  private func lines(of setup: RunSetup) throws(TestFailure) -> [String] {
    var lines: [String] = []
    _ = try made(setup) { event in
      var writer = JSONWriter(redactsSecrets: true)
      event.write(to: &writer)
      lines.append(writer.text)
    }
    return lines
  }

  /// A line of a trace in a message, cut where it gets long.
  private static func cut(_ lines: [String], _ place: Int) -> String {
    guard place < lines.count else { return "nothing: the run was over" }
    let line = lines[place]
    return line.count > 300 ? line.prefix(300) + ".." : line
  }

  // MARK: Deviations

  private func verify(deviations most: Int, limit: Int) throws(TestFailure) -> Verification {
    var tally = Tally()
    var stopped: TestFailure?
    var failedAsExpected = scenario.expect.fail.isEmpty
    let expected = Set(scenario.expect.fail)
    var turns: [EventName: [Int]] = [:]
    let search = DeviationSearch(deviations: most, runLimit: limit, turns: { turns }) {
      schedule, observe throws(HostFailure) in
      let setup = RunSetup(scenario, drawsWeather: false, added: schedule)
      do throws(TestFailure) {
        let run = try made(setup, observe: observe)
        tally.note(run)
        turns = run.turns
        let failed = run.results.filter { $0.verdict == .fail }.map(\.name.rawValue)
        failedAsExpected = failedAsExpected || Set(failed) == expected
        stopped = surprise(run, number: tally.runs, deviations: schedule.lines)
        return run.results
      } catch {
        stopped = error
        return []
      }
    }
    let summary: DeviationSearch.Summary
    do throws(HostFailure) {
      summary = try search.search { _ in stopped == nil }
    } catch {
      throw TestFailure(what: error.reason, cause: "the run could not go on", next: "report it")
    }
    if let stopped { throw stopped }
    guard summary.isComplete else {
      throw TestFailure(
        what: "the search of \(scenario.name) ended after \(summary.runs) runs and is not complete",
        cause: "there are more runs with up to \(Self.counted(most)) than the limit of \(limit)",
        next: "verify fewer deviations, make the scenario smaller, or raise the limit")
    }
    guard failedAsExpected else {
      throw TestFailure(
        what:
          "\(scenario.name) passes in all \(summary.runs) runs with up to \(Self.counted(most))",
        cause: "it expects to fail: \(scenario.expect.fail.joined(separator: ", "))",
        next: "take the checks out of \"fail\" if the bug is mended")
    }
    return try concluded(tally)
  }

  /// One run of a search: what fails in it that is not to fail.
  private func surprise(_ run: TestedRun, number: Int, deviations: [String]) -> TestFailure? {
    let failed = run.results.filter { result in
      result.verdict == .fail && !scenario.expect.fail.contains(result.name.rawValue)
    }
    guard !failed.isEmpty else { return nil }
    let words = failed.sorted { $0.name.rank < $1.name.rank }.map { "\($0.name.rawValue) failed" }
    return Counterexample(self, run, number: number, words, deviations: deviations).failure()
  }

  // MARK: One schedule

  private func verify(schedule lines: [String]) throws(TestFailure) -> Verification {
    var schedule = Schedule()
    for line in lines { try take(line, into: &schedule) }
    let run = try made(RunSetup(scenario, drawsWeather: false, added: schedule))
    if let failure = surprise(run, number: 1, deviations: lines) { throw failure }
    var tally = Tally()
    tally.note(run)
    return tally.verification
  }

  private func take(_ line: String, into schedule: inout Schedule) throws(TestFailure) {
    var problem = "it names no message, timer, resume, event or jobs"
    do throws(FormatError) {
      guard let node = try? JSONParser.parse(line) else {
        throw FormatError(path: "", offset: 0, problem: "it is not JSON", allowed: "")
      }
      if try schedule.take(JSONReader(node)) { return }
    } catch {
      problem = error.problem
    }
    throw TestFailure(
      what: "a line of the schedule cannot be read, \(problem): \(line.asciiJSON)",
      cause: "it is none of the lines that docs/scenario-format.md has under \"Fates\" and behind",
      next: "take it over from the message of the test that failed, as it stands there")
  }

  static func counted(_ deviations: Int) -> String {
    deviations == 1 ? "1 deviation" : "\(deviations) deviations"
  }

  // MARK: Runs

  private func made(
    _ setup: RunSetup, observe: (TraceEvent) -> Void = { _ in }
  ) throws(TestFailure) -> TestedRun {
    do throws(RunTrouble) {
      return try maker.run(setup, observe: observe)
    } catch {
      switch error {
      case .client(let problem):
        throw TestFailure((problem.lines + [again(setup.seed)]).joined(separator: "\n"))
      case .host(let failure):
        throw TestFailure(
          what: "the run of \(scenario.name) broke off: \(failure.device): \(failure.reason)",
          cause: "what the client sent or asked for is not allowed there",
          next: "correct the client")
      }
    }
  }

  private func again(_ seed: Seed) -> String { "again: " + Rerun(test, extent, seed).call }
}

extension [String] {
  /// Sentences that begin with a check's name, the checks nearest to the cause first; the others
  /// stay behind them in their order.
  fileprivate var nearestCauseFirst: [String] {
    func rank(_ words: String) -> Int {
      CheckName(rawValue: String(words.prefix { $0 != " " }))?.rank ?? Int.max
    }
    return enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }
}
