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
  /// Why the run could not be finished.
  let failure: HostFailure?

  init(_ run: JudgedRun) {
    self.init(run.setup, run.checker, run.checker.results())
  }

  init(
    _ setup: RunSetup, _ checker: Checker, _ results: [CheckResult],
    failure: HostFailure? = nil
  ) {
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
  }
}

extension Executor {
  /// Makes one run among many; a run that cannot be finished is no run.
  func results(of setup: RunSetup, hosts: HostKind) throws(HostFailure) -> [CheckResult] {
    guard hosts == .processes else { return try JudgedRun.inMemory(setup).checker.results() }
    do {
      let judged = try judge(setup, hosts: hosts)
      if let failure = judged.failure { throw failure }
      return judged.results
    } catch let failure as HostFailure {
      throw failure
    } catch {
      throw HostFailure(device: .cloud, reason: "the run was ended: \(error)")
    }
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
      setup, run.checker, run.results + (isTwice ? [try twice(run)] : []), failure: run.failure)
  }
}
