import ClusterCore
import ClusterTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A coordinator of its own, to be interrupted or killed by a test.
///
/// `coordinate hold|leaks --temporary DIRECTORY --socket PATH`
struct Coordination {
  private let mode: String
  private let temporary: String
  private let path: String
  private let executable = CurrentProcess.executable

  init(_ arguments: [String]) {
    mode = arguments.first ?? ""
    temporary = Main.option("--temporary", in: arguments)
    path = Main.option("--socket", in: arguments)
  }

  func run() -> Never {
    do {
      switch mode {
      case "hold": try hold()
      case "leaks": try countLeaks()
      default: exit(64)
      }
    } catch {
      complain("\(error)\n")
      exit(1)
    }
  }

  /// Has two devices that live, one that is dead, and a foreign one that never answers; tells
  /// the test all there is, and hands the foreign one an event.
  private func hold() throws -> Never {
    let test = PlainSocket(path)
    let signals = try Signals()
    let group = try ProcessGroup(signals: signals, temporary: temporary)
    let names: [NodeID] = ["phone", "tablet", "dead"]
    let hosts = names.map { group.makeHost(for: $0, program: .own([executable, "device"])) }
    _ = try group.start(hosts.map { ($0, .toy) })
    let cut = Cut(afterEffects: 1)
    _ = try hosts[2].handle(.timer("pull"), number: 1, clock: .zero, cut: cut)
    let foreign = group.makeHost(
      for: "foreign",
      program: .foreign(
        [executable, "misbehave", "silent-at-events"], relativeTo: "/",
        guardedBy: [executable, "spawn-guard", "--"]))
    _ = try foreign.start(.toy)
    let processes = (hosts + [foreign]).compactMap(\.processIdentifier)
    test.say("\(group.directory.path) \(processes.map(String.init).joined(separator: " "))\n")
    do {
      _ = try foreign.handle(.timer("pull"), number: 1, clock: .zero, cut: nil)
    } catch {
      test.say("\(error.reason)\n")
    }
    try group.end()
    exit(signals.received == nil ? 1 : 130)
  }

  /// Starts, kills, restarts and stops devices many times over, and says which descriptors
  /// are open that were not before.
  private func countLeaks() throws -> Never {
    try exercise()
    let before = openDescriptors()
    for _ in 0..<5 { try exercise() }
    let after = openDescriptors()
    if before != after { complain("before: \(before)\nafter: \(after)\n") }
    let children = waitpid(-1, nil, WNOHANG)
    if children != -1 { complain("a child is left\n") }
    exit(before == after && children == -1 ? 0 : 1)
  }

  private func exercise() throws {
    let signals = try Signals()
    let group = try ProcessGroup(
      limits: HostLimits(frame: .milliseconds(50)), signals: signals, temporary: temporary)
    let good = group.makeHost(for: "phone", program: .own([executable, "device"]))
    _ = try good.start(.toy)
    try group.pin()
    _ = try good.handle(.timer("pull"), number: 1, clock: .zero, cut: Cut(afterEffects: 1))
    _ = try good.start(.toy)
    for kind in ["exits", "garbage", "half-then-exits", "silent"] {
      let bad = group.makeHost(
        for: NodeID(kind), program: .own([executable, "misbehave", kind]))
      do {
        _ = try bad.start(.toy)
        exit(2)
      } catch {}
    }
    let missing = group.makeHost(for: "none", program: .own(["/does/not/exist"]))
    do {
      _ = try missing.start(.toy)
      exit(2)
    } catch {}
    let open = group.makeHost(for: "spawned", program: .own([executable, "device"]))
    try open.spawn(.toy)
    try group.end()
  }

  private func openDescriptors() -> [Int32] {
    (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
  }
}

extension ClockReading {
  static let zero = ClockReading(wall: 0, continuous: 0)
}
