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

  init(_ run: JudgedRun) {
    self.init(run.setup, run.checker, run.checker.results())
  }

  init(_ setup: RunSetup, _ checker: Checker, _ results: [CheckResult]) {
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
    return Judged(setup, run.checker, run.results + (isTwice ? [try twice(run)] : []))
  }
}
