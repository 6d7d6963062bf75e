import ClusterCore

/// The main loop of `cluster device`.
package enum DeviceProcess {
  /// Connects to its host, runs a machine until the host ends it, and returns the exit status:
  /// 0 after `stop` or when the host is gone (then the device's directory is removed, since
  /// nobody else will), 65 for a frame or a store that cannot be read, 74 for a store that
  /// cannot be written. What is wrong goes to standard error in three parts.
  package static func run<Device: Machine>(
    socket: String, directory: String, machine: Device.Type
  ) -> Int32 {
    do throws(DeviceFault) {
      let channel = try connect(to: socket)
      var loop = DeviceLoop<Device>(channel: channel, directory: directory)
      try loop.run()
      return 0
    } catch {
      switch error {
      case .hostVanished:
        Sweeper.leave(directory)
        return 0
      case .unreachable: Sweeper.leave(directory, onlyPrivate: true)
      case .badFrame, .store, .refused: break
      }
      CurrentProcess.complain(error.description)
      return error.status
    }
  }

  private static func connect(to path: String) throws(DeviceFault) -> FrameChannel {
    do {
      return try FrameChannel(try UnixSocket.connect(to: path), limit: nil)
    } catch {
      throw .unreachable(error)
    }
  }
}

/// Why a device process ends before it is told to.
enum DeviceFault: Error, CustomStringConvertible {
  case hostVanished
  case unreachable(SystemError)
  case badFrame(String, allowed: String)
  case store(JournalError)
  /// The host says that a frame of this device breaks the protocol.
  case refused(String)

  var status: Int32 {
    switch self {
    case .hostVanished: 0
    case .store(.system), .store(.tooLong): 74
    case .unreachable, .badFrame, .store, .refused: 65
    }
  }

  var description: String {
    switch self {
    case .hostVanished: "device: the host is gone"
    case .unreachable(let error):
      """
      device: no connection to its host: \(error)
      likely cause: a device is started by the cluster, not by hand
      next: cluster run FILE
      """
    case .badFrame(let problem, let allowed):
      """
      device: a frame from the host cannot be taken: \(problem)
      likely cause: the host is of another version
      next: send \(allowed); docs/protocol.md shows every frame
      """
    case .refused(let reason):
      """
      device: the host refuses a frame: \(reason)
      likely cause: the host is of another version
      next: docs/protocol.md shows every frame
      """
    case .store(let error):
      """
      device: the store cannot be used: \(error)
      likely cause: \(error.advice.cause)
      next: \(error.advice.next)
      """
    }
  }
}

/// A machine between its socket and its journal: one frame in, one frame out.
private struct DeviceLoop<Device: Machine> {
  private let channel: FrameChannel
  private let directory: String
  private var writer = JSONWriter()

  init(channel: FrameChannel, directory: String) {
    self.channel = channel
    self.directory = directory
  }

  mutating func run() throws(DeviceFault) {
    guard case .initialise(let setup) = try receive() else {
      throw .badFrame("the first frame is not \"init\"", allowed: "\"init\" first")
    }
    var machine = Device(setup)
    let (journal, contents) = try storing { () throws(JournalError) in
      try Journal.open(in: directory, durability: setup.durability)
    }
    var ledger = JournalLedger(contents.entries)
    for entry in contents.entries { machine.restore(entry) }
    try send(.ready(version: ProtocolVersion.current, note: contents.note))
    while true {
      switch try receive() {
      case .event(let event, let number, let surroundings, let cut):
        if setup.author != nil { try readOn(journal, &ledger, &machine) }
        let effects = machine.handle(event, at: surroundings)
        let done = try perform(effects, by: setup.author, cut: cut, journal: journal)
        if cut == nil { try keep(done, by: setup.author, in: &ledger, journal: journal) }
        try send(.effects(done, number: number, pending: machine.pending))
        if cut != nil { CurrentProcess.killItself() }
      case .inspect: try send(.state(machine.state))
      case .stop: return
      case .refused(let reason): throw .refused(reason)
      case .initialise:
        throw .badFrame("\"init\" came twice", allowed: "\"event\", \"inspect\" or \"stop\"")
      }
    }
  }

  /// Takes in what other actors have written since the event before.
  private func readOn(
    _ journal: Journal, _ ledger: inout JournalLedger, _ machine: inout Device
  ) throws(DeviceFault) {
    switch try storing(journal.readOn) {
    case .appended(let entries):
      for entry in entries {
        ledger.append(entry)
        machine.readOn(entry)
      }
    case .replaced(let entries):
      ledger = JournalLedger(entries)
      machine.readAnew(entries)
    }
  }

  /// Does what of the effects is the device's own to do, and returns those that happened.
  private func perform(
    _ effects: [Effect], by author: NodeID?, cut: Cut?, journal: Journal
  ) throws(DeviceFault) -> [Effect] {
    let done = cut.map { Array(effects.prefix($0.afterEffects)) } ?? effects
    for case .store(let entry) in done {
      let entry = JournalEntry(entry, by: author)
      try storing { () throws(JournalError) in try journal.append(entry) }
    }
    if let cut, cut.bytes > 0, case .store(let entry)? = effects.dropFirst(done.count).first {
      let torn = JournalEntry(entry, by: author)
      try storing { () throws(JournalError) in try journal.append(torn, onlyBytes: cut.bytes) }
    }
    return done
  }

  /// Notes what was stored, and writes the journal anew where it has grown too long.
  private func keep(
    _ effects: [Effect], by author: NodeID?, in ledger: inout JournalLedger, journal: Journal
  ) throws(DeviceFault) {
    for case .store(let entry) in effects { ledger.append(JournalEntry(entry, by: author)) }
    guard let left = ledger.compact(by: Device.compacted) else { return }
    try storing { () throws(JournalError) in try journal.compact(entries: left) }
  }

  private func storing<Result>(
    _ body: () throws(JournalError) -> Result
  ) throws(DeviceFault) -> Result {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  private func receive() throws(DeviceFault) -> HostFrame {
    let bytes: ArraySlice<UInt8>
    do {
      bytes = try channel.receive()
    } catch .closed {
      throw .hostVanished
    } catch {
      throw .badFrame("\(error)", allowed: "one frame at a time, of at most 1 MiB")
    }
    do {
      return try JSONReader.read(try JSONParser.tape(bytes), HostFrame.init)
    } catch let error as JSONSyntaxError {
      throw .badFrame("\(error.problem) (at byte \(error.offset))", allowed: "one line of JSON")
    } catch let error as FormatError {
      throw .badFrame("\(error.path): \(error.problem)", allowed: error.allowed)
    } catch {
      throw .badFrame("\(error)", allowed: "one line of JSON")
    }
  }

  private mutating func send(_ frame: DeviceFrame) throws(DeviceFault) {
    writer.reset()
    frame.write(to: &writer)
    writer.newline()
    do {
      try channel.send(writer.bytes)
    } catch .closed {
      throw .hostVanished
    } catch {
      throw .badFrame("\(error)", allowed: "nothing before the answer is read")
    }
  }
}
