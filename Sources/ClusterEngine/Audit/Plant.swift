import ClusterChecker
import ClusterCore
import ClusterNodes

/// What a planted fault puts around the nodes, the links, the checker and the trace of one run.
///
/// A run without a fault has no plant. A plant serves one run: its closures may keep count.
package struct Plant {
  /// The scenario that the nodes and links act by, made of the one that is told to the checker.
  var acted: (Scenario) -> Scenario = { $0 }
  /// The scenario that the checker is told, made of the one that is acted by.
  var told: (Scenario) -> Scenario = { $0 }
  /// What stands around a device's machine.
  var device: (NodeID) -> DeviceTap? = { _ in nil }
  var cloud = CloudTap()
  var engine = EngineTap()
  /// What the checker and the stored trace are given for an event.
  var trace: (TraceEvent) -> [TraceEvent] = { [$0] }
}

/// What stands between a device's machine and its host: the host cannot tell the two apart.
package struct DeviceTap {
  /// What the machine is handed for an event.
  var event: (NodeEvent) -> NodeEvent = { $0 }
  /// What it is said to want, for what it wants.
  var effects: (NodeEvent, [Effect]) -> [Effect] = { $1 }
  /// Whether what it has in memory outlives its process.
  var keepsMemory = false
}

/// What stands around the cloud's machine.
struct CloudTap {
  /// What the machine is handed for an event, one after another; the answer is the last one's.
  var events: (NodeEvent) -> [NodeEvent] = { [$0] }
  var effects: (NodeEvent, [Effect]) -> [Effect] = { $1 }
  /// What it is said to hold in the end.
  var holdings: ([Change]) -> [Change] = { $0 }
}

/// What stands in the engine and its links.
struct EngineTap {
  /// What becomes of a message, and what is recorded of it.
  var dispatch: (MessageName, Dispatch) -> (recorded: Dispatch, done: Dispatch) = { ($1, $1) }
  var losesTimer: (TimerName) -> Bool = { _ in false }
  /// Whether an answer is handed over though its attempt is over.
  var handsLateAnswers = false
  /// Whether a dead device is handed what comes for it.
  var handsToDead = false
  /// Whether the run ends as quiet with the calm, whatever is under way.
  var endsWithCalm = false
}

// The hooks of a run: without a plant each does what it would do anyhow.
extension Run {
  /// - Parameter message: the name of the request in hand; nil where it has none.
  mutating func cloudEffects(_ event: NodeEvent, _ message: MessageName? = nil) -> [Effect] {
    guard let tap = plant?.cloud else { return cloud.handle(event, message, at: now) }
    var effects: [Effect] = []
    for event in tap.events(event) { effects = cloud.handle(event, message, at: now) }
    return tap.effects(event, effects)
  }

  var holdings: [Change] { plant?.cloud.holdings(cloud.holdings) ?? cloud.holdings }

  func tapped(_ dispatch: Dispatch, of message: MessageName) -> (recorded: Dispatch, done: Dispatch)
  {
    plant?.engine.dispatch(message, dispatch) ?? (dispatch, dispatch)
  }
}

extension RunSetup {
  /// The same run of another scenario.
  private func with(_ scenario: Scenario) -> RunSetup {
    RunSetup(
      scenario, seed: seed, drawsWeather: drawsWeather, added: schedule, stepLimit: stepLimit)
  }

  /// Runs with a fault in memory, devices and all.
  ///
  /// - Parameter record: is given what the fault leaves of the trace.
  package func run(
    with plant: Plant, isInterrupted: @escaping () -> Bool = { false },
    record: @escaping (TraceEvent) -> Void
  ) throws(HostFailure) -> RunOutcome {
    let acted = with(plant.acted(scenario))
    var run = Run(
      acted, hosts: MemoryHost.all(of: scenario, tap: plant.device), plant: plant,
      isInterrupted: isInterrupted
    ) { event in
      for event in plant.trace(event) { record(event) }
    }
    try run.start()
    return try run.run()
  }
}

extension Plant {
  /// A checker that judges a run with this fault.
  package func checker(of setup: RunSetup) -> Checker {
    Checker(scenario: told(setup.scenario), schedule: setup.schedule)
  }
}
