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

  /// Takes `steps` steps over so many devices in turn, then as many bare ones.
  package func measure(
    devices count: Int, steps: Int, isPinned: Bool
  ) throws(ProbeFailure) -> Figures {
    let clock = ClockReading(wall: 1_000_000, continuous: 1_000_000)
    let request = HostFrame.event(event, number: steps, clock: clock, cut: nil)
    let requestBytes = request.json.utf8.count + 1
    var answerBytes = 0
    let lockStep = try withHosts(count, isPinned: isPinned) { hosts throws(HostFailure) in
      // The first round warms up, and shows how long an answer is.
      for host in hosts {
        let reply = try host.handle(event, number: steps, clock: clock, cut: nil)
        let frame = DeviceFrame.effects(reply.effects, number: steps, pending: reply.pending)
        answerBytes = frame.json.utf8.count + 1
      }
      let begin = WallClock.monotonicNanoseconds
      for number in 0..<steps {
        _ = try hosts[number % count].handle(event, number: number, clock: clock, cut: nil)
      }
      return .nanoseconds(WallClock.monotonicNanoseconds - begin)
    }
    let bare: Duration
    do {
      bare = try pingPong(
        count, requestBytes: requestBytes, answerBytes: answerBytes, rounds: steps,
        isPinned: isPinned)
    } catch {
      throw .system(error)
    }
    return Figures(
      stepsPerSecond: LockStepProbe.perSecond(steps, lockStep),
      pingPongsPerSecond: LockStepProbe.perSecond(steps, bare), requestBytes: requestBytes,
      answerBytes: answerBytes)
  }

  /// How long so many devices take from nothing to the first frame from each, and as many
  /// processes of `bare` to be spawned and to end.
  package func measureColdStart(
    devices count: Int, bare: [String]
  ) throws(ProbeFailure) -> (devices: Duration, bare: Duration) {
    let begin = WallClock.monotonicNanoseconds
    var started = begin
    _ = try withHosts(count, isPinned: false) { _ in
      started = WallClock.monotonicNanoseconds
      return .zero
    }
    let bareBegin = WallClock.monotonicNanoseconds
    do throws(SystemError) {
      var processes: [ChildProcess] = []
      for _ in 0..<count {
        processes.append(
          try ChildProcess(command: bare, environment: [], directory: "/", log: "/dev/null"))
      }
      for process in processes { _ = process.wait(atMost: .seconds(10)) }
    } catch {
      throw .system(error)
    }
    return (
      .nanoseconds(started - begin), .nanoseconds(WallClock.monotonicNanoseconds - bareBegin)
    )
  }

  private func withHosts(
    _ count: Int, isPinned: Bool, _ body: ([ProcessHost]) throws(HostFailure) -> Duration
  ) throws(ProbeFailure) -> Duration {
    do {
      let group = try ProcessGroup()
      defer { try? group.end() }
      let hosts = (0..<count).map { number in
        group.makeHost(for: NodeID("device\(number)"), program: .own(device))
      }
      _ = try group.start(hosts.map { ($0, setup) })
      if isPinned { try group.pin() }
      return try body(hosts)
    } catch let error as HostFailure {
      throw .host(error)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      fatalError("an error of no known kind: \(error)")
    }
  }

  private func pingPong(
    _ count: Int, requestBytes: Int, answerBytes: Int, rounds: Int, isPinned: Bool
  ) throws(SystemError) -> Duration {
    let directory = try RunDirectory()
    let log = "\(directory.path)/echo.log"
    var processes: [ChildProcess] = []
    var sockets: [Descriptor] = []
    for _ in 0..<count {
      let path = directory.nextSocketPath()
      let listener = try UnixSocket.listen(at: path)
      let arguments = ["--answer", "\(answerBytes)", "--socket", path, "--directory", "/"]
      processes.append(
        try ChildProcess(command: echo + arguments, environment: [], directory: "/", log: log))
      sockets.append(try UnixSocket.accept(from: listener))
    }
    let before = try CoreSet.ofCaller()
    if isPinned, let cores = CoreSet.current {
      try cores.apply(to: 0)
      for process in processes { try cores.apply(to: process.identifier) }
    }
    defer { if isPinned { try? before.apply(to: 0) } }
    _ = try PingPong.measure(sockets, requestBytes: requestBytes, rounds: count * 10)
    return try PingPong.measure(sockets, requestBytes: requestBytes, rounds: rounds)
  }

  private static func perSecond(_ count: Int, _ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    return Int(Int64(count) * 1_000_000_000 / max(1, nanoseconds))
  }
}
