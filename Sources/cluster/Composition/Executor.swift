import ClusterChecker
import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// A run with all that is told of it.
struct FinishedRun {
  let scenario: Scenario
  let setup: RunSetup
  let hosts: HostKind
  let fault: PlantedFault?
  let events: [TraceEvent]
  let hash: StableHash
  let checker: Checker
  /// Nil where a device broke down before the end.
  let outcome: RunOutcome?
  /// Why the run could not be finished.
  let failure: HostFailure?
}

/// Runs scenarios on processes or in memory.
///
/// One executor serves a command: it notices signals, and has swept what a crash left.
final class Executor {
  private let signals: Signals
  private let limits: HostLimits

  init(_ limits: HostLimits = HostLimits()) throws {
    self.limits = limits
    signals = try Signals()
    Sweeper.sweep()
  }

  /// Throws where the user wants the command to end.
  func checkSignals() throws(Interrupted) { try signals.check() }

  /// Lets real time pass; false where the user wants the command to end.
  func goesOn(after pause: Duration) -> Bool { !signals.wait(atMost: pause) }

  /// - Parameters:
  ///   - log: where a device's standard error goes.
  ///   - spawned: is told the numbers of the device processes.
  ///   - observe: is given each event with its trace line.
  func run(
    _ setup: RunSetup, hosts kind: HostKind, fault: PlantedFault? = nil,
    log: (NodeID) -> String? = { _ in nil },
    spawned: ([NodeID: Int32]) -> Void = { _ in },
    observe: (TraceEvent, [UInt8]) -> Void = { _, _ in }
  ) throws -> FinishedRun {
    var encoder = TraceEncoder()
    var events: [TraceEvent] = []
    let plant = fault?.plant()
    var checker =
      plant?.checker(of: setup) ?? Checker(scenario: setup.scenario, schedule: setup.schedule)
    var outcome: RunOutcome?
    var failure: HostFailure?
    do throws(HostFailure) {
      outcome = try on(kind, setup, plant, log: log, spawned: spawned) { event in
        checker.observe(event)
        events.append(event)
        observe(event, encoder.line(for: event))
      }
    } catch {
      try signals.check()
      failure = error
    }
    return FinishedRun(
      scenario: setup.scenario, setup: setup, hosts: kind, fault: fault, events: events,
      hash: encoder.hash,
      checker: checker, outcome: outcome, failure: failure)
  }

  /// Runs once more, on the other kind of host or on fresh processes, and compares; with a fault,
  /// in memory again.
  func twice(_ run: FinishedRun) throws -> CheckResult {
    let isProcessOnly = run.scenario.hasForeignDevice
    let other: HostKind =
      (run.hosts == .processes && !isProcessOnly) || run.fault != nil ? .memory : .processes
    return FinishedRun.deterministic(
      run, try self.run(run.setup, hosts: other, fault: run.fault))
  }

  private func on(
    _ kind: HostKind, _ setup: RunSetup, _ plant: Plant?, log: (NodeID) -> String?,
    spawned: ([NodeID: Int32]) -> Void, record: (TraceEvent) -> Void
  ) throws(HostFailure) -> RunOutcome {
    if let plant {
      return try withoutActuallyEscaping(record) { record throws(HostFailure) in
        try setup.run(with: plant, isInterrupted: { Signals.received != nil }, record: record)
      }
    }
    return try withHosts(kind, setup, log: log, spawned: spawned) {
      hosts, started throws(HostFailure) in
      try Executor.run(setup, hosts, started: started, record: record)
    }
  }

  /// Makes hosts that are not started yet, and takes them away again, however the body ends.
  ///
  /// - Parameter body: is to call its second argument once it has started all of them.
  func withHosts<Result>(
    _ kind: HostKind, _ setup: RunSetup, log: (NodeID) -> String? = { _ in nil },
    spawned: ([NodeID: Int32]) -> Void = { _ in },
    _ body: ([NodeID: any DeviceHost], () -> Void) throws(HostFailure) -> Result
  ) throws(HostFailure) -> Result {
    switch kind {
    case .memory: return try body(MemoryHost.all(of: setup.scenario), {})
    case .processes: return try withProcesses(setup, log: log, spawned: spawned, body)
    }
  }

  private func withProcesses<Result>(
    _ setup: RunSetup, log: (NodeID) -> String?, spawned: ([NodeID: Int32]) -> Void,
    _ body: ([NodeID: any DeviceHost], () -> Void) throws(HostFailure) -> Result
  ) throws(HostFailure) -> Result {
    let group: ProcessGroup
    do {
      group = try ProcessGroup(limits: limits, signals: signals)
    } catch {
      throw HostFailure(
        device: .cloud, reason: "no private directory can be made: \(error)",
        advice: error.advice)
    }
    defer { try? group.end() }
    var hosts: [NodeID: any DeviceHost] = [:]
    var numbers: [NodeID: Int32] = [:]
    for device in setup.scenario.devices {
      let program = DeviceCommands.program(of: device, in: setup.scenario.folder)
      let host = group.makeHost(
        for: device.id, storedAs: device.home, program: program, log: log(device.id))
      hosts[device.id] = host
      try host.spawn(Run.deviceInit(device, in: setup))
      numbers[device.id] = host.processIdentifier
    }
    spawned(numbers)
    // Processes that take turns are fastest on one core; starting them is not.
    return try body(hosts, { _ = try? group.pin() })
  }

  private static func run(
    _ setup: RunSetup, _ hosts: [NodeID: any DeviceHost], started: () -> Void,
    record: (TraceEvent) -> Void
  ) throws(HostFailure) -> RunOutcome {
    try withoutActuallyEscaping(record) { record throws(HostFailure) in
      var run = Run(
        setup, hosts: hosts, isInterrupted: { Signals.received != nil }, record: record)
      try run.start()
      started()
      return try run.run()
    }
  }
}

extension FinishedRun {
  /// What the checks say; all is unknown where the run could not be finished.
  var results: [CheckResult] {
    guard let failure else { return checker.results() }
    return checker.results().map { result in
      guard result.verdict != .fail else { return result }
      return CheckResult(
        name: result.name, verdict: .unknown, witnesses: result.witnesses,
        explanation: "the run was not finished: \(failure.device) \(failure.reason)")
    }
  }

  /// What comparing two runs of one setup says.
  static func deterministic(_ first: FinishedRun, _ second: FinishedRun) -> CheckResult {
    let difference = firstDifference(first, second)
    return CheckResult(
      name: .deterministic, verdict: difference == nil ? .pass : .fail, witnesses: 1,
      step: difference?.0, explanation: difference?.1 ?? "",
      signature: difference == nil ? "" : "deterministic")
  }

  /// The first event in which two runs differ, in words; nil where they do not.
  private static func firstDifference(_ first: FinishedRun, _ second: FinishedRun) -> (Int, String)?
  {
    guard first.hash != second.hash || first.events.count != second.events.count else {
      return nil
    }
    let hosts = (first.hosts.rawValue, second.hosts.rawValue)
    for (left, right) in zip(first.events, second.events) where left != right {
      let (what, one, other) = difference(left, right)
      return (
        left.number, "\(what) \(one) on \(hosts.0), and \(other) the second time, on \(hosts.1)"
      )
    }
    let shorter = min(first.events.count, second.events.count)
    let reason = (second.failure ?? first.failure).map { ": \($0.device) \($0.reason)" } ?? ""
    return (
      shorter, "one run has \(first.events.count) events, the other \(second.events.count)" + reason
    )
  }

  /// Two events of one number: what they are, and how each goes on.
  private static func difference(
    _ left: TraceEvent, _ right: TraceEvent
  ) -> (what: String, one: String, other: String) {
    guard let one = left.step, let other = right.step, one.node == other.node,
      one.name == other.name, one.event == other.event,
      one.answer != other.answer
    else { return ("event \(left.number) is", left.redactedJSON, right.redactedJSON) }
    return ("step \(left.number): \(one.node) answered \(one.name) with", one.answer, other.answer)
  }
}

extension Step {
  /// What the node answered, without the secret of any token.
  fileprivate var answer: String {
    var json = JSONWriter(redactsSecrets: true)
    json.array(effects) { $0.value($1.effect) }
    return json.text + (node == .cloud ? "" : ", \(pending) pending")
  }
}
