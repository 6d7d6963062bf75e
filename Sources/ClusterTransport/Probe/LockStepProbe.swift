import ClusterCore

/// Why a measurement could not be made.
package enum ProbeFailure: Error, Hashable {
  case host(HostFailure)
  case system(SystemError)
}

/// Measures the lock-step, and beside it the same frames with nothing done to them.
package struct LockStepProbe {
  /// Starts a device of this program: `[executable, "device"]`.
  package let device: [String]
  /// Starts the other end of a ping-pong, ``PingPong/echo(socket:answerBytes:)``, given
  /// `--answer BYTES --socket PATH --directory DIR` behind it.
  package let echo: [String]
  /// What each step hands over.
  package let event: NodeEvent
  package let setup: DeviceInit

  package init(device: [String], echo: [String], event: NodeEvent, setup: DeviceInit) {
    self.device = device
    self.echo = echo
    self.event = event
    self.setup = setup
  }

  package struct Figures: Sendable {
    package let stepsPerSecond: Int
    /// The bare ping-pong of frames of the same lengths, over as many processes.
    package let pingPongsPerSecond: Int
    package let requestBytes: Int
    package let answerBytes: Int

    package var ratio: Double { Double(stepsPerSecond) / Double(pingPongsPerSecond) }
  }

  /// How many times each side is measured; the fastest counts, since whatever else runs on
  /// the machine can only slow it down.
  private static let batches = 8

  /// Takes batches of steps over so many devices in turn, and between them as many bare ones.
  package func measure(
    devices count: Int, steps: Int, isPinned: Bool
  ) throws(ProbeFailure) -> Figures {
    let batch = max(1, steps / LockStepProbe.batches)
    let clock = ClockReading(wall: 1_000_000, continuous: 1_000_000)
    let request = HostFrame.event(
      event, number: batch, surroundings: Surroundings(clock: clock), cut: nil)
    let requestBytes = request.json.utf8.count + 1
    return try withHosts(count) { group, hosts throws(ProbeFailure) in
      let answerBytes = try run(hosts, steps: count * 10, clock: clock).answerBytes
      let echoes = try start(count, answerBytes: answerBytes, in: group.directory)
      var fastest = (lockStep: Duration.seconds(1_000_000), bare: Duration.seconds(1_000_000))
      if isPinned { try pin(group, echoes.processes) }
      for _ in 0..<LockStepProbe.batches {
        fastest.lockStep = min(fastest.lockStep, try run(hosts, steps: batch, clock: clock).time)
        fastest.bare = min(
          fastest.bare,
          try wrapping { () throws(SystemError) in
            try PingPong.measure(echoes.sockets, requestBytes: requestBytes, rounds: batch)
          })
      }
      return Figures(
        stepsPerSecond: LockStepProbe.perSecond(batch, fastest.lockStep),
        pingPongsPerSecond: LockStepProbe.perSecond(batch, fastest.bare),
        requestBytes: requestBytes, answerBytes: answerBytes)
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

  private func run(
    _ hosts: [ProcessHost], steps: Int, clock: ClockReading
  ) throws(ProbeFailure) -> (time: Duration, answerBytes: Int) {
    do {
      var reply = DeviceReply(effects: [], pending: 0)
      let begin = WallClock.monotonicNanoseconds
      for number in 0..<steps {
        reply = try hosts[number % hosts.count].handle(
          event, number: number, clock: clock, cut: nil)
      }
      let time = Duration.nanoseconds(WallClock.monotonicNanoseconds - begin)
      let frame = DeviceFrame.effects(reply.effects, number: steps, pending: reply.pending)
      return (time, frame.json.utf8.count + 1)
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

  private static func perSecond(_ count: Int, _ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    return Int(Int64(count) * 1_000_000_000 / max(1, nanoseconds))
  }
}
