import ClusterCore
import ClusterPlatform
import Testing

@testable import ClusterTransport

/// Tests that start processes: each in directories of its own, beside all the others.
@Suite(.waiting) enum Processes {}

/// The helper program, which stands beside the tests.
enum Probe {
  static let path: String = {
    let beside = FileSystem.directory(of: CurrentProcess.executable) + "/TransportProbe"
    if (try? FileSystem.status(of: beside)) != nil { return beside }
    var root = #filePath
    for _ in 0..<3 { root = FileSystem.directory(of: root) }
    return "\(root)/.build/debug/TransportProbe"
  }()

  static let device = DeviceProgram.own([path, "device"])

  static func misbehaving(_ kind: String) -> DeviceProgram { .own([path, "misbehave", kind]) }
}

extension DeviceInit {
  static let toy = DeviceInit(
    device: "toy", policy: .sound, rules: .standard, seed: 1, start: [])
}

extension ClockReading {
  static let zero = ClockReading(wall: 0, continuous: 0)
}

extension NodeEvent {
  /// The toy machine stores two numbers, with a change of what it shows between.
  static let edit = NodeEvent.operation(.sync, intent: "edit")
}

extension FileSystem {
  /// A file that a test knows to be short.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    try read(path, atMost: Limit.traceFile)
  }
}

/// A directory of one test, removed at its end.
final class Scratch {
  let path: String

  init() throws {
    path = try FileSystem.makeTemporaryDirectory("/tmp/transport-test-")
  }

  deinit { try? FileSystem.removeTree(path) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Descriptor(opening: "\(path)/\(name)", .replace).write(bytes)
  }
}

/// Waits until a process has ended, whoever's child it is.
func expectEnd(of process: Int32, _ location: SourceLocation = #_sourceLocation) {
  let number = cluster_process_descriptor(process)
  // A process that is gone and reaped has no descriptor.
  guard number >= 0 else { return }
  let descriptor = Descriptor(number, "process \(process)")
  let hasEnded = Poll.readable([descriptor.number], milliseconds: 5000)[0]
  #expect(hasEnded, "process \(process) is left", sourceLocation: location)
}

/// Runs a test with a group and then expects that nothing of it is left: no process, no
/// directory, no descriptor on it.
func withGroup(
  limits: HostLimits = HostLimits(), temporary: String? = nil,
  _ body: (ProcessGroup) throws -> Void
) throws {
  let group = try ProcessGroup(limits: limits, temporary: temporary)
  let path = group.directory.path
  do {
    try body(group)
  } catch {
    try group.end()
    throw error
  }
  // Other tests start processes of their own at the same time.
  let processes = try processNumbers(below: CurrentProcess.identifier).filter { process in
    let line = (try? FileSystem.read("/proc/\(process)/cmdline")) ?? []
    return String(decoding: line, as: UTF8.self).contains(path)
  }
  try group.end()
  for process in processes { expectEnd(of: process) }
  let zombies = try processNumbers(below: CurrentProcess.identifier).filter(processes.contains)
  #expect(zombies.isEmpty, "ended and not reaped")
  #expect(try FileSystem.status(of: path) == nil, "the private directory is left")
  let open = try FileSystem.names(in: "/proc/self/fd").compactMap {
    FileSystem.target(ofLink: "/proc/self/fd/\($0)")
  }
  #expect(!open.contains { $0.hasPrefix(path) }, "a descriptor on the directory is left")
}

/// The children of a process; zombies are among them.
func processNumbers(below parent: Int32) throws -> [Int32] {
  var children: [Int32] = []
  for task in try FileSystem.names(in: "/proc/\(parent)/task") {
    let path = "/proc/\(parent)/task/\(task)/children"
    guard let text = try? FileSystem.read(path) else { continue }
    let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
    children += numbers.compactMap { Int32($0) }
  }
  return children
}
