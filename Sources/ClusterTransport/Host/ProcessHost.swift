import ClusterCore

/// A device in a process of its own, reached over one Unix domain socket in strict lock-step.
///
/// Several devices start fastest if all are spawned before the first is started.
package final class ProcessHost: DeviceHost {
  package let device: NodeID
  /// What its directory is called: the device's name, which all its actors share.
  let home: NodeID
  let program: DeviceProgram
  let directory: RunDirectory
  let log: String?
  let limits: HostLimits
  private let signals: Signals?

  var process: ChildProcess?
  private var listener: Descriptor?
  var channel: FrameChannel?
  /// What a process that is spawned and not yet started is to be told.
  var awaited: DeviceInit?
  var logStart = 0
  private var durability = Durability.process
  private var writer = JSONWriter()

  /// Without a log, standard error goes to `stderr.log` in the device's directory.
  init(
    device: NodeID, home: NodeID, program: DeviceProgram, directory: RunDirectory, log: String?,
    limits: HostLimits, signals: Signals?
  ) {
    self.device = device
    self.home = home
    self.program = program
    self.directory = directory
    self.log = log
    self.limits = limits
    self.signals = signals
  }

  deinit { stop() }

  /// The number of the process; nil while there is none.
  package var processIdentifier: Int32? { process?.identifier }

  /// Begins a process and does not wait for it; ``start(_:)`` with the same setup does.
  package func spawn(_ setup: DeviceInit) throws(HostFailure) {
    guard process == nil else { throw fail("is to be started and runs already") }
    let store: String
    do {
      store = try directory.makeDeviceDirectory(home.string)
      let socket = directory.nextSocketPath()
      let log = try FileSystem.absolute(log ?? "\(store)/stderr.log")
      logStart = try FileSystem.status(of: log)?.length ?? 0
      listener = try UnixSocket.listen(at: socket)
      process = try ChildProcess(
        command: program.command + ["--socket", socket, "--directory", store],
        environment: environment(socket: socket, directory: store), directory: store, log: log)
      awaited = setup
      durability = setup.durability
    } catch {
      throw fail("cannot be started: \(error)", advice: error.advice)
    }
  }

  package func start(_ setup: DeviceInit) throws(HostFailure) -> String? {
    if process == nil { try spawn(setup) }
    guard awaited == setup else { throw fail("was spawned with another setup, or runs already") }
    try connect()
    awaited = nil
    try send(.initialise(setup))
    guard case .ready(let version, let note) = try receive("\"init\"") else {
      throw refuse("answered \"init\" with another frame than \"ready\"")
    }
    guard version == ProtocolVersion.current else {
      throw refuse("speaks protocol \(version), not \(ProtocolVersion.current)")
    }
    return note
  }

  package func handle(
    _ event: NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?
  ) throws(HostFailure) -> DeviceReply {
    let asked = program.isForeign ? nil : cut
    try send(.event(event, number: number, surroundings: surroundings, cut: asked))
    guard case .effects(let effects, let answered, let pending) = try receive("event \(number)")
    else { throw refuse("answered event \(number) with another frame than \"effects\"") }
    guard answered == number else {
      throw refuse("answered event \(number) with the number \(answered)")
    }
    guard let cut else { return DeviceReply(effects: effects, pending: pending) }
    try awaitDeath(cut, done: effects.count)
    return DeviceReply(effects: Array(effects.prefix(cut.afterEffects)), pending: pending)
  }

  package func inspect() throws(HostFailure) -> JSONNode {
    try send(.inspect)
    guard case .state(let state) = try receive("\"inspect\"") else {
      throw refuse("answered \"inspect\" with another frame than \"state\"")
    }
    return state
  }

  package func stop() {
    askToStop()
    finishStopping()
  }

  package func kill() throws(HostFailure) {
    // A device that finds its host gone tidies its store away, so it must not live to see that.
    _ = process?.kill()
    closeSockets()
    process = nil
    awaited = nil
  }

  /// What another program has synced nobody can tell: under `power` it says that all is.
  package func losePower() throws(HostFailure) {
    if program.isForeign {
      if durability == .process { try eraseStore() }
      return
    }
    let store = try store()
    do {
      try Journal.losePower(in: store)
    } catch {
      throw fail("has a store that cannot be cut back: \(error)", advice: error.advice)
    }
  }

  package func eraseStore() throws(HostFailure) {
    let store = try store()
    do {
      try FileSystem.removeTree(store)
    } catch {
      throw fail("has a store that cannot be removed: \(error)", advice: error.advice)
    }
  }

  private func store() throws(HostFailure) -> String {
    do {
      return try directory.makeDeviceDirectory(home.string)
    } catch {
      throw fail("has no directory: \(error)", advice: error.advice)
    }
  }

  /// Tells the process to end and does not wait for it, so that several end together.
  func askToStop() {
    writer.reset()
    HostFrame.stop.write(to: &writer)
    writer.newline()
    // Whether it hears this or not, it has to be gone when `finishStopping` returns.
    try? channel?.send(writer.bytes)
    closeSockets()
  }

  func finishStopping() {
    guard let process else { return }
    _ = process.wait(atMost: limits.end) ?? process.kill()
    self.process = nil
    awaited = nil
  }

  /// Restricts the process to some cores.
  func restrict(to cores: CoreSet) throws(SystemError) {
    if let process { try cores.apply(to: process.identifier) }
  }
}

extension ProcessHost {
  /// Nothing else of the coordinator's environment is handed on.
  private func environment(socket: String, directory: String) -> [String] {
    return [
      "PATH=\(CurrentProcess.searchPath)", "HOME=\(directory)", "TMPDIR=\(directory)",
      "LANG=C.UTF-8",
      "CLUSTER_SOCKET=\(socket)", "CLUSTER_DIRECTORY=\(directory)",
      "\(ParentDeathGuard.variable)=\(CurrentProcess.identifier)",
    ]
  }

  func connect() throws(HostFailure) {
    guard let listener, let process else { throw fail("is not running") }
    var patience = Patience(limits.connect)
    while true {
      let waited = [listener.number, process.deathDescriptor, signals?.descriptor ?? -1]
      let isReadable = Poll.readable(waited, milliseconds: patience.wait)
      if let interrupted = signals?.received { throw fail("\(interrupted)") }
      if isReadable[0] { break }
      if process.hasEnded { throw fail(describeEnd("before it connected")) }
      if patience.isOver() { throw fail("did not connect within \(limits.connect)") }
    }
    do {
      let socket = try UnixSocket.accept(from: listener)
      try FileSystem.removeFile(listener.subject)
      self.listener = nil
      channel = try FrameChannel(socket, limit: limits.frame, signals: signals)
    } catch {
      throw fail("cannot be connected: \(error)", advice: error.advice)
    }
  }

  func send(_ frame: HostFrame) throws(HostFailure) {
    guard let channel else { throw fail("is not running") }
    writer.reset()
    frame.write(to: &writer)
    writer.newline()
    guard writer.bytes.count <= ProtocolVersion.longestFrame else {
      let limit = ProtocolVersion.longestFrame
      throw fail(
        "would get a frame of \(writer.bytes.count) bytes, and \(limit) are the limit",
        advice: ProcessHost.tooMuchAtOnce)
    }
    do {
      try channel.send(writer.bytes)
    } catch {
      throw fail(error, during: "a frame was sent to it")
    }
  }

  private func receive(_ question: String) throws(HostFailure) -> DeviceFrame {
    guard let channel else { throw fail("is not running") }
    let bytes: ArraySlice<UInt8>
    do {
      bytes = try channel.receive()
    } catch {
      throw fail(error, during: "its answer to \(question) was due")
    }
    let tape: JSONTape
    do {
      tape = try JSONParser.tape(bytes)
    } catch {
      throw refuse(
        "answered \(question) with something that is no JSON: \(error.problem), at byte "
          + "\(error.offset)")
    }
    do {
      return try JSONReader.read(tape, DeviceFrame.init)
    } catch {
      let place = error.path.isEmpty ? "" : " at \(error.path)"
      throw refuse(
        "answered \(question) with a frame that breaks the protocol\(place): \(error.problem); "
          + "allowed: \(error.allowed)")
    }
  }

  private func awaitDeath(_ cut: Cut, done: Int) throws(HostFailure) {
    guard let process else { throw fail("is not running") }
    if program.isForeign {
      _ = process.kill()
    } else {
      guard done <= cut.afterEffects else {
        throw fail("did \(done) effects, and was to be killed after \(cut.afterEffects)")
      }
      guard let end = process.wait(atMost: limits.end) else {
        throw fail("was told to kill itself and still lives after \(limits.end)")
      }
      guard end.isKill else { throw fail("was told to kill itself and \(end)") }
    }
    closeSockets()
    self.process = nil
  }

  func closeSockets() {
    if let listener { try? FileSystem.removeFile(listener.subject) }
    listener = nil
    channel?.close()
    channel = nil
  }
}
