import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport

/// What is kept of one run among many.
struct Judged: Sendable {
  let scenario: Scenario
  let seed: Seed
  let results: [CheckResult]
  let judgement: Judgement
  let happenings: [Happening: Int]
  let cloud: NodeState
  let devices: [NodeID: NodeState]
  /// What there is beside records.
  let app: AppState
  /// The fields of which a device asks its user which of two values is to stay.
  let asking: [NodeID: Set<FieldPath>]
  /// Why the run could not be finished.
  let failure: HostFailure?
  /// The lines of its schedule that came to nothing.
  let idle: IdleLines

  init(_ run: JudgedRun) {
    self.init(
      run.setup, run.checker, run.checker.results(), IdleLines(run.outcome, of: run.setup.scenario))
  }

  init(
    _ setup: RunSetup, _ checker: Checker, _ results: [CheckResult], _ idle: IdleLines,
    failure: HostFailure? = nil
  ) {
    self.idle = idle
    self.failure = failure
    scenario = setup.scenario
    seed = setup.seed
    self.results = results
    judgement = Judgement(
      results: results, happenings: checker.happenings, expect: setup.scenario.expect,
      seedOverridden: true)
    happenings = checker.happenings
    cloud = checker.cloud
    devices = checker.shown
    app = checker.app
    asking = checker.asking
  }
}

extension Executor {
  /// Makes one run among many, in memory if its devices allow that; a run that cannot be
  /// finished is no run.
  func judgedRun(
    _ setup: RunSetup, observe: (TraceEvent) -> Void = { _ in }
  ) throws(HostFailure) -> JudgedRun {
    guard setup.scenario.hasForeignDevice else {
      return try JudgedRun.inMemory(setup, observe: observe)
    }
    do {
      let run = try run(setup, hosts: .processes, observe: { event, _ in observe(event) })
      if let failure = run.failure { throw failure }
      guard let outcome = run.outcome else {
        preconditionFailure("a run ended without an outcome and without a failure: \(run.hash)")
      }
      return JudgedRun(setup: setup, outcome: outcome, checker: run.checker)
    } catch let failure as HostFailure {
      throw failure
    } catch {
      throw HostFailure(device: .cloud, reason: "the run was ended: \(error)")
    }
  }

  /// One run on the way of shrinking.
  func trial(_ candidate: Shrinker.Candidate) throws(HostFailure) -> Shrinker.Trial {
    var departures = Departures()
    let run = try judgedRun(candidate.setup) { departures.observe($0) }
    return Shrinker.Trial(
      results: run.checker.results(), used: run.outcome.schedule, departures: departures)
  }

  /// Runs and judges, and keeps neither events nor hash where the run is in memory.
  ///
  /// - Parameter isTwice: whether it is run on the other kind of host too, and compared.
  func judge(
    _ setup: RunSetup, hosts: HostKind, isTwice: Bool = false,
    observe: (TraceEvent) -> Void = { _ in }
  ) throws -> Judged {
    if hosts == .memory && !isTwice {
      return Judged(try JudgedRun.inMemory(setup, observe: observe))
    }
    let run = try run(setup, hosts: hosts, observe: { event, _ in observe(event) })
    return Judged(
      setup, run.checker, run.results + (isTwice ? [try twice(run)] : []),
      run.outcome.map { IdleLines($0, of: setup.scenario) } ?? IdleLines(), failure: run.failure)
  }
}
