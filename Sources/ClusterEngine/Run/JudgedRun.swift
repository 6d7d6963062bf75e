import ClusterChecker
import ClusterCore

/// A run and what the checks say of it.
package struct JudgedRun: Sendable {
  package let setup: RunSetup
  package let outcome: RunOutcome
  package let checker: Checker

  package init(setup: RunSetup, outcome: RunOutcome, checker: Checker) {
    self.setup = setup
    self.outcome = outcome
    self.checker = checker
  }

  /// Runs on hosts that are not started yet, and judges as it goes.
  ///
  /// - Parameters:
  ///   - started: called once every device is up.
  ///   - observe: is given every event too.
  package static func make(
    _ setup: RunSetup, hosts: [NodeID: any DeviceHost], started: () -> Void = {},
    observe: (TraceEvent) -> Void
  ) throws(HostFailure) -> JudgedRun {
    var checker = Checker(scenario: setup.scenario, schedule: setup.schedule)
    let outcome = try withoutActuallyEscaping(observe) { observe throws(HostFailure) in
      var run = Run(setup, hosts: hosts) { event in
        checker.observe(event)
        observe(event)
      }
      try run.start()
      started()
      return try run.run()
    }
    return JudgedRun(setup: setup, outcome: outcome, checker: checker)
  }

  /// Runs inside this process.
  package static func inMemory(
    _ setup: RunSetup, observe: (TraceEvent) -> Void = { _ in }
  ) throws(HostFailure) -> JudgedRun {
    try make(setup, hosts: MemoryHost.all(of: setup.scenario), observe: observe)
  }
}
