import ClusterChecker
import ClusterCore
import ClusterEngine

/// One run of a test, made and judged.
struct TestedRun: Sendable {
  let judged: JudgedRun
  let results: [CheckResult]
  /// All that chance and the file decided: messages, timers, and which ready jobs ran first.
  let schedule: Schedule
  /// How many jobs of clients were ready at each turn in which several were, by the event.
  let turns: [EventName: [Int]]
  /// Calls of clients that threw: the device, and what.
  let remarks: [String]

  var setup: RunSetup { judged.setup }
  var scenario: Scenario { judged.setup.scenario }
}

/// Why a run could not be finished.
enum RunTrouble: Error {
  case client(ClientProblem)
  case host(HostFailure)
}

/// Makes runs, with the test's clients in the place of their devices.
struct RunMaker: Sendable {
  let clients: [ScenarioTest.Client]
  let watch: Watch

  func run(
    _ setup: RunSetup, observe: (TraceEvent) -> Void = { _ in }
  ) throws(RunTrouble) -> TestedRun {
    var hosts = MemoryHost.all(of: setup.scenario)
    var own: [ClientHost] = []
    for client in clients {
      let device = NodeID(client.device)
      guard hosts[device] != nil else { continue }
      let order = JobOrder(
        seed: setup.drawsWeather ? setup.seed : nil, given: setup.schedule.picks)
      let host = ClientHost(device: device, order: order, watch: watch, make: client.make)
      hosts[device] = host
      own.append(host)
    }
    defer { for host in own { host.stop() } }
    let judged: JudgedRun
    do throws(HostFailure) {
      judged = try JudgedRun.make(setup, hosts: hosts, observe: observe)
      for host in own { host.conclude() }
    } catch {
      throw own.lazy.compactMap(\.problem).first.map { .client($0) } ?? .host(error)
    }
    if let problem = own.lazy.compactMap(\.problem).first { throw .client(problem) }
    return TestedRun(
      judged: judged, results: judged.checker.results(), schedule: schedule(judged, own),
      turns: own.reduce(into: [:]) { turns, host in turns.merge(host.turns) { $1 } },
      remarks: own.flatMap(\.remarks))
  }

  private func schedule(_ run: JudgedRun, _ own: [ClientHost]) -> Schedule {
    var schedule = run.outcome.schedule
    schedule.picks = own.flatMap(\.drawn)
    return schedule
  }
}
