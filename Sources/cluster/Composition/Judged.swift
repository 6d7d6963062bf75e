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
  func judge(
    _ setup: RunSetup, hosts: HostKind, observe: (TraceEvent) -> Void = { _ in }
  ) throws -> Judged {
    switch hosts {
    case .memory:
      let run = try JudgedRun.inMemory(setup, observe: observe)
      return judged(setup, run.checker, run.checker.results())
    case .processes:
      let run = try run(setup, hosts: hosts, observe: { event, _ in observe(event) })
      return judged(setup, run.checker, run.results)
    }
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
