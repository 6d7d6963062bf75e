import ClusterCore
import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a process ended.
enum ProcessEnd: Hashable, CustomStringConvertible {
  case exited(status: Int32)
  case signalled(Int32)

  var isKill: Bool { self == .signalled(SIGKILL) }

  var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(SIGXFSZ):
      "was ended by SIGXFSZ, since a file of its own would be longer than \(Limit.deviceFile) bytes"
    case .signalled(let signal): "was ended by \(SignalName.of(signal))"
    }
  }
}

/// What the system calls a signal.
package enum SignalName {
  package static func of(_ signal: Int32) -> String {
    switch signal {
    case SIGHUP: "SIGHUP"
    case SIGINT: "SIGINT"
    case SIGQUIT: "SIGQUIT"
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGABRT: "SIGABRT"
    case SIGFPE: "SIGFPE"
    case SIGBUS: "SIGBUS"
    case SIGKILL: "SIGKILL"
    case SIGSEGV: "SIGSEGV"
    case SIGPIPE: "SIGPIPE"
    case SIGTERM: "SIGTERM"
    case SIGXCPU: "SIGXCPU"
    case SIGXFSZ: "SIGXFSZ"
    default: "signal \(signal)"
    }
  }
}

/// A process that this one started: it leads a group of its own and must be reaped.
final class ChildProcess {
  let identifier: Int32
  /// Readable once the process has ended; nil where the system has no such thing.
  private let death: Descriptor?
  private var end: ProcessEnd?

  /// Starts `command` (a path, or a name to be found on PATH, and its arguments) without a
  /// shell; its output and errors are appended to `log`.
  init(
    command: [String], environment: [String], directory: String, log: String
  ) throws(SystemError) {
    var process: pid_t = 0
    let error = withCStrings(command) { arguments in
      withCStrings(environment) { variables in
        cluster_spawn(&process, arguments[0], arguments, variables, directory, log)
      }
    }
    guard error == 0 else {
      throw SystemError(SystemError.start, command.first ?? "an empty command", number: error)
    }
    identifier = process
    let number = cluster_process_descriptor(process)
    death = number >= 0 ? Descriptor(number, "process \(process)") : nil
  }

  /// A child nobody waited for would stay as a zombie.
  deinit {
    if end == nil { _ = kill() }
  }

  /// Something that becomes readable once the process has ended; -1, which poll(2) passes
  /// over, where the system has no such thing.
  var deathDescriptor: Int32 { death?.number ?? -1 }

  /// Whether it has ended by itself; it need not be reaped yet.
  var hasEnded: Bool { end != nil || cluster_has_ended(identifier) != 0 }

  /// Waits for its end and reaps it; nil if it still runs after `limit`.
  func wait(atMost limit: Duration) -> ProcessEnd? {
    var patience = Patience(limit)
    while !hasEnded {
      if patience.isOver() { return nil }
      _ = Poll.readable(
        [deathDescriptor], milliseconds: Poll.slice(of: patience.wait, death != nil))
    }
    return reap()
  }

  /// Kills it and whatever it started in its group, and reaps it.
  func kill() -> ProcessEnd {
    signal(SIGKILL)
    return reap()
  }

  /// Sends it a signal if it is not reaped yet.
  func signal(_ signal: Int32) {
    if end == nil { send(signal, toGroup: false) }
  }

  /// Before the leader is reaped its number, which is the group's, cannot be anyone else's.
  private func reap() -> ProcessEnd {
    if let end { return end }
    while cluster_has_ended(identifier) == 0 {
      _ = Poll.readable([deathDescriptor], milliseconds: Poll.slice(of: 1000, death != nil))
    }
    send(SIGKILL, toGroup: true)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    let meaning = cluster_exit_meaning(status)
    let end: ProcessEnd = meaning < 0 ? .signalled(-meaning) : .exited(status: meaning)
    self.end = end
    return end
  }

  private func send(_ signal: Int32, toGroup: Bool) {
    let target = toGroup ? -identifier : identifier
    #if canImport(Glibc)
      _ = Glibc.kill(target, signal)
    #else
      _ = Darwin.kill(target, signal)
    #endif
  }
}

/// Waiting on descriptors.
enum Poll {
  /// Which of the descriptors are readable, closed or broken; none after so many milliseconds,
  /// or when a signal came. Negative descriptors are passed over.
  static func readable(_ descriptors: [Int32], milliseconds: Int32) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&entries, nfds_t(entries.count), milliseconds)
    return entries.map { count > 0 && $0.revents != 0 }
  }

  /// How long to wait at once where what is waited for may have no descriptor.
  static func slice(of milliseconds: Int32, _ hasDescriptor: Bool) -> Int32 {
    hasDescriptor ? milliseconds : min(milliseconds, 10)
  }
}

/// Hands C an array of strings that ends with a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}

/// This process.
package enum CurrentProcess {
  package static var identifier: Int32 { getpid() }

  /// The path of the program that runs, to start it again as a device.
  package static var executable: String {
    #if canImport(Glibc)
      if let path = FileSystem.target(ofLink: "/proc/self/exe") { return path }
    #else
      var room = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(room.count)
      if _NSGetExecutablePath(&room, &size) == 0 {
        return String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    #endif
    return CommandLine.arguments.first ?? ""
  }

  /// How many processors there are to work on.
  package static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The most memory that this process has held at a time, in bytes.
  package static var mostMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
      return usage.ru_maxrss * 1024
    #else
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
      return usage.ru_maxrss
    #endif
  }

  static var user: UInt32 { getuid() }

  /// To be called before anything is opened: the three standard descriptors are open from then on,
  /// and a write that cannot be made fails instead of ending the process.
  package static func prepare() throws(SystemError) {
    let error = cluster_hold_standard_descriptors()
    guard error == 0 else { throw SystemError("open", "/dev/null", number: error) }
    cluster_have_writes_fail()
  }

  /// Has a signal that asks this process to end do so at once with that status, wherever no
  /// ``Signals`` notices it.
  package static func endOnSignals(status: Int32) { cluster_end_on_signals(status) }

  /// How many descriptors a coordinator asks the system for: four for each device and some more.
  private static let wantedDescriptors = 1024
  /// With fewer, not even one device can be started.
  private static let fewestDescriptors = 24

  /// Raises the limit on open descriptors as far as is allowed.
  package static func makeRoomForDescriptors() throws(SystemError) {
    let limit = cluster_raise_descriptor_limit(wantedDescriptors)
    guard limit < 0 || limit >= fewestDescriptors else {
      throw SystemError("open", "\(fewestDescriptors) descriptors", number: EMFILE)
    }
  }

  /// Ends this process, what it printed written out.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }

  /// Dies on the spot, as the system or a flat battery would have it.
  static func killItself() -> Never {
    #if canImport(Glibc)
      _ = Glibc.kill(getpid(), SIGKILL)
    #else
      _ = Darwin.kill(getpid(), SIGKILL)
    #endif
    fatalError("SIGKILL to process \(getpid()) had no effect")
  }

  /// Where programs without a slash in their names are looked up, here and by devices.
  static var searchPath: String { environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin" }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// One complaint on standard error: what is wrong, the likely cause, what to do next.
  static func complain(_ text: String) {
    try? Descriptor(dup(2), "standard error").write(Array("\(text)\n".utf8))
  }
}
