import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport

extension Executor {
  /// What is kept of one run among many.
  struct Judged {
    let scenario: Scenario
    let seed: Seed
    let results: [CheckResult]
    let judgement: Judgement
    let happenings: [Happening: Int]
    let cloud: NodeState
    let devices: [NodeID: NodeState]
  }

  /// Runs and judges, and keeps neither events nor hash where the run is in memory.
  ///
  /// - Parameter isTwice: whether it is run on the other kind of host too, and compared.
  func judge(
    _ setup: RunSetup, hosts: HostKind, isTwice: Bool = false,
    observe: (TraceEvent) -> Void = { _ in }
  ) throws -> Judged {
    if hosts == .memory && !isTwice {
      let run = try JudgedRun.inMemory(setup, observe: observe)
      return judged(setup, run.checker, run.checker.results())
    }
    let run = try run(setup, hosts: hosts, observe: { event, _ in observe(event) })
    return judged(setup, run.checker, run.results + (isTwice ? [try twice(run)] : []))
  }

  private func judged(
    _ setup: RunSetup, _ checker: Checker, _ results: [CheckResult]
  ) -> Judged {
    let judgement = Judgement(
      results: results, happenings: checker.happenings, expect: setup.scenario.expect,
      seedOverridden: true)
    return Judged(
      scenario: setup.scenario, seed: setup.seed, results: results, judgement: judgement,
      happenings: checker.happenings, cloud: checker.cloud, devices: checker.shown)
  }
}
