import ClusterCore
import ClusterNodes

/// A published row and its counterpart on the network: the cluster that shows it, what is done
/// there, and where its state is read.
///
/// Nothing here knows what the row should say: that is the pure model's to tell.
package struct TrialRow: Sendable {
  /// What the nodes hold when everything has arrived, and what happened until then.
  struct View {
    let scenario: Scenario
    let cloud: CloudMachine
    let devices: [NodeID: DeviceHoldings]
    let events: [TraceEvent]
  }

  package let label: String
  /// Who takes part, with which policies, from which start; its timeline holds what has happened
  /// before the trial.
  package var scenario: Scenario
  let first: Entry.Action
  let second: Entry.Action
  let forcing: Forcing
  /// How long after `a` the entry of `b` comes, where both are under way together.
  let gap: Milliseconds
  /// The row's own names in the order in which they first appear in it.
  let names: [String]
  let view: @Sendable (View) -> Printed

  /// - Parameter second: `b`; `a` once more where it is left out, as in the models.
  init(
    _ label: String, on scenario: Scenario, a first: Entry.Action, b second: Entry.Action? = nil,
    by forcing: Forcing, gap: Milliseconds = 10, names: [String] = [],
    seen view: @escaping @Sendable (View) -> Printed
  ) {
    self.label = label
    self.scenario = scenario
    self.first = first
    self.second = second ?? first
    self.forcing = forcing
    self.gap = gap
    self.names = names
    self.view = view
  }
}

/// The states of a row as the cluster left them, printed in the row's notation.
package struct TrialStates: Hashable, Sendable {
  package let once: String
  package let twice: String
  package let forward: String
  package let backward: String
  package let late: String
}

extension TrialRow {
  /// When the nodes are looked at: everything that was forced has arrived, the calm has not come.
  private static let end = Instant(60_000)

  /// The run of one arrival. It draws nothing, and is looked at before its calm.
  package func setup(_ arrival: Arrival) -> RunSetup {
    var scenario = scenario
    scenario.timeline += forcing.timeline(arrival, first, second, gap: gap)
    scenario.aimed.fates += forcing.fates(arrival)
    scenario.calm.at = TrialRow.end + Milliseconds.seconds(1)
    return RunSetup(scenario, drawsWeather: false, handsOverAgain: true)
  }

  /// Measures the row: a run for each arrival, each from the start.
  ///
  /// Throws what `host` throws, and ``NotForced`` where a run did not go as it was to be forced.
  ///
  /// - Parameter host: runs a setup by the closure it is given, on hosts of its choice.
  package func measure(on host: (RunSetup, Body) throws -> Seen) throws -> TrialStates {
    var renaming = NamesByAppearance(names)
    var states: [Arrival: String] = [:]
    for arrival in Arrival.allCases {
      let setup = setup(arrival)
      let seen = try host(setup) { hosts, started throws(HostFailure) in
        try run(setup, hosts, started: started)
      }
      guard seen.arrivals == arrival.operations else {
        throw NotForced(label: label, arrival: arrival, seen: seen.arrivals)
      }
      states[arrival] = renaming.text(seen.state)
    }
    func state(_ arrival: Arrival) -> String { states[arrival] ?? "" }
    return TrialStates(
      once: state(.once), twice: state(.twice), forward: state(.forward),
      backward: state(.backward), late: state(.late))
  }

  /// One run: the state it left, and what had arrived in it.
  package struct Seen {
    let state: Printed
    let arrivals: [Arrival.Operation]
  }

  /// Makes one run on hosts that are not started yet; `started` is called once all are up.
  package typealias Body = (
    _ hosts: [NodeID: any DeviceHost], _ started: () -> Void
  ) throws(HostFailure) -> Seen

  private func run(
    _ setup: RunSetup, _ hosts: [NodeID: any DeviceHost], started: () -> Void
  ) throws(HostFailure) -> Seen {
    var events: [TraceEvent] = []
    var run = Run(setup, hosts: hosts) { events.append($0) }
    try run.start()
    started()
    try run.run(until: TrialRow.end)
    var devices: [NodeID: DeviceHoldings] = [:]
    for device in setup.scenario.devices {
      devices[device.id] = try run.holdings(of: device.id)
    }
    let view = View(
      scenario: setup.scenario, cloud: run.cloud, devices: devices, events: events)
    return Seen(state: self.view(view), arrivals: forcing.arrivals(in: events))
  }

  /// Measures the row in this process.
  package func measureInMemory() throws -> TrialStates {
    try measure { setup, run in
      try run(MemoryHost.all(of: setup.scenario), {})
    }
  }
}

/// A run of a trial in which something else arrived than was to be forced: a fault of the row,
/// whose states would say nothing.
package struct NotForced: Error, CustomStringConvertible {
  package let label: String
  package let arrival: Arrival
  package let seen: [Arrival.Operation]

  package var description: String {
    func words(_ operations: [Arrival.Operation]) -> String {
      operations.isEmpty ? "nothing" : operations.map(\.rawValue).joined(separator: ", ")
    }
    return "\(label): \(words(arrival.operations)) was to arrive, and \(words(seen)) did"
  }
}
