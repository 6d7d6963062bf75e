import ClusterCore

/// Why a measurement could not be made.
package enum ProbeFailure: Error, Hashable {
  case host(HostFailure)
  case system(SystemError)
}

/// Measures the lock-step, and beside it the same frames with nothing done to them.
package struct LockStepProbe {
  /// Starts a device of this program: `[executable, "device"]`.
  private let device: [String]
  /// Starts the other end of a ping-pong, ``PingPong/echo(socket:answerBytes:)``, given
  /// `--answer BYTES --socket PATH --directory DIR` behind it.
  private let echo: [String]
  private let setup: DeviceInit
  /// What a device is handed in its so-manieth step, from 0; two in turn.
  private let event: (Int) -> NodeEvent

  package init(
    device: [String], echo: [String], setup: DeviceInit, event: @escaping (Int) -> NodeEvent
  ) {
    self.device = device
    self.echo = echo
    self.setup = setup
    self.event = event
  }

  /// One batch of steps, and as many bare frames to and fro right behind it.
  package struct Figures: Sendable {
    package let stepsPerSecond: Double
    /// The bare ping-pong of frames of the same lengths, over as many processes.
    package let pingPongsPerSecond: Double
    /// All that the devices wanted done.
    package let effects: Int
  }

  /// Takes batches of steps over so many devices in turn, and between them as many bare ones.
  ///
  /// - Parameter steps: of one batch; made a multiple of two for each device.
  package func measure(
    devices count: Int, steps: Int, repetitions: Int, isPinned: Bool
  ) throws(ProbeFailure) -> [Figures] {
    let rounds = max(1, steps / (2 * count))
    return try withHosts(count) { group, hosts throws(ProbeFailure) in
      var taken = 0
      let warm = try run(hosts, rounds: max(1, rounds / 10), &taken)
      let echoes = try start(count, answerBytes: warm.answerBytes, in: group.directory)
      if isPinned { try pin(group, echoes.processes) }
      var figures: [Figures] = []
      for _ in 0..<repetitions {
        let batch = try run(hosts, rounds: rounds, &taken)
        let bare = try wrapping { () throws(SystemError) in
          try PingPong.measure(
            echoes.sockets, requestBytes: warm.requestBytes, rounds: rounds * 2 * count)
        }
        figures.append(
          Figures(
            stepsPerSecond: LockStepProbe.perSecond(rounds * 2 * count, batch.time),
            pingPongsPerSecond: LockStepProbe.perSecond(rounds * 2 * count, bare),
            effects: batch.effects))
      }
      return figures
    }
  }

  /// How long so many devices take from nothing to the first frame from each, and as many
  /// processes of `bare` to be spawned and to end.
  package func measureColdStart(
    devices count: Int, bare: [String]
  ) throws(ProbeFailure) -> (devices: Duration, bare: Duration) {
    let begin = WallClock.monotonicNanoseconds
    var started = begin
    try withHosts(count) { _, _ in started = WallClock.monotonicNanoseconds }
    let bareBegin = WallClock.monotonicNanoseconds
    try wrapping { () throws(SystemError) in
      var processes: [ChildProcess] = []
      for _ in 0..<count {
        processes.append(
          try ChildProcess(command: bare, environment: [], directory: "/", log: "/dev/null"))
      }
      for process in processes { _ = process.wait(atMost: .seconds(10)) }
    }
    return (
      .nanoseconds(started - begin), .nanoseconds(WallClock.monotonicNanoseconds - bareBegin)
    )
  }

  /// What a batch took, and the mean length of its last two frames each way.
  private struct Batch {
    var time = Duration.zero
    var effects = 0
    var requestBytes = 0
    var answerBytes = 0
  }

  /// - Parameter taken: how many steps each device has had so far.
  private func run(
    _ hosts: [ProcessHost], rounds: Int, _ taken: inout Int
  ) throws(ProbeFailure) -> Batch {
    var batch = Batch()
    let clock = ClockReading(wall: 1_000_000, continuous: 1_000_000)
    do {
      let begin = WallClock.monotonicNanoseconds
      for _ in 0..<2 * rounds {
        let event = event(taken)
        for host in hosts {
          let reply = try host.handle(event, number: taken, clock: clock, cut: nil)
          batch.effects += reply.effects.count
        }
        taken += 1
      }
      batch.time = .nanoseconds(WallClock.monotonicNanoseconds - begin)
      for _ in 0..<2 {
        let event = event(taken)
        let request = HostFrame.event(
          event, number: taken, surroundings: Surroundings(clock: clock), cut: nil)
        for host in hosts {
          let reply = try host.handle(event, number: taken, clock: clock, cut: nil)
          let answer = DeviceFrame.effects(reply.effects, number: taken, pending: reply.pending)
          if host === hosts[0] { batch.answerBytes += (answer.json.utf8.count + 1) / 2 }
        }
        batch.requestBytes += (request.json.utf8.count + 1) / 2
        taken += 1
      }
      return batch
    } catch {
      throw .host(error)
    }
  }

  private func withHosts<Result>(
    _ count: Int, _ body: (ProcessGroup, [ProcessHost]) throws(ProbeFailure) -> Result
  ) throws(ProbeFailure) -> Result {
    let group = try wrapping { () throws(SystemError) in try ProcessGroup() }
    let hosts = (0..<count).map { number in
      group.makeHost(for: NodeID("device\(number)"), program: .own(device))
    }
    do {
      _ = try group.start(hosts.map { ($0, setup) })
    } catch {
      throw .host(error)
    }
    let result = try body(group, hosts)
    try wrapping(group.end)
    return result
  }

  private func start(
    _ count: Int, answerBytes: Int, in directory: RunDirectory
  ) throws(ProbeFailure) -> (processes: [ChildProcess], sockets: [Descriptor]) {
    try wrapping { () throws(SystemError) in
      var processes: [ChildProcess] = []
      var sockets: [Descriptor] = []
      for _ in 0..<count {
        let path = directory.nextSocketPath()
        let listener = try UnixSocket.listen(at: path)
        let arguments = ["--answer", "\(answerBytes)", "--socket", path, "--directory", "/"]
        processes.append(
          try ChildProcess(
            command: echo + arguments, environment: [], directory: "/",
            log: "\(directory.path)/echo.log"))
        sockets.append(try UnixSocket.accept(from: listener))
      }
      return (processes, sockets)
    }
  }

  private func pin(_ group: ProcessGroup, _ others: [ChildProcess]) throws(ProbeFailure) {
    try wrapping { () throws(SystemError) in
      guard try group.pin() else { return }
      let cores = try CoreSet.ofCaller()
      for process in others { try cores.apply(to: process.identifier) }
    }
  }

  private func wrapping<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(ProbeFailure) -> Result {
    do {
      return try body()
    } catch {
      throw .system(error)
    }
  }

  private static func perSecond(_ count: Int, _ time: Duration) -> Double {
    Double(count) / max(1e-9, time.inSeconds)
  }
}
