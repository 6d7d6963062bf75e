import ClusterCore
import Testing

@testable import ClusterTransport

extension Processes {
  @Suite struct Cleanup {
    @Test func `a private directory is made where it is asked for, for its owner only`() throws {
      let scratch = try Scratch()
      let directory = try RunDirectory(temporary: scratch.path)
      let prefix = "\(scratch.path)/\(RunDirectory.prefix)\(CurrentProcess.identifier)-"
      #expect(directory.path.hasPrefix(prefix))
      #expect(try FileSystem.status(of: directory.path)?.permissions == 0o700)
      try directory.remove()
      #expect(try FileSystem.names(in: scratch.path).isEmpty)
    }

    @Test func `where a socket's path would be too long the directory stands in tmp`() throws {
      let scratch = try Scratch()
      let long = "\(scratch.path)/\(String(repeating: "l", count: 70))"
      try FileSystem.makeDirectory(long)
      try withGroup(temporary: long) { group in
        #expect(group.directory.path.hasPrefix("/tmp/\(RunDirectory.prefix)"))
        #expect(group.directory.nextSocketPath().utf8.count <= 103)
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
      }
    }

    @Test func `the longest directory that fits is used, and one byte more is not`() throws {
      let scratch = try Scratch()
      let name = "/\(RunDirectory.prefix)\(CurrentProcess.identifier)-XXXXXX/12345678.s"
      let room = UnixSocket.longestPath - name.utf8.count - scratch.path.utf8.count - 1
      let fitting = "\(scratch.path)/\(String(repeating: "f", count: room))"
      try FileSystem.makeDirectory(fitting)
      #expect(try RunDirectory(temporary: fitting).path.hasPrefix(fitting))
      try FileSystem.makeDirectory(fitting + "f")
      #expect(try RunDirectory(temporary: fitting + "f").path.hasPrefix("/tmp/cluster-"))
    }

    @Test func `a directory that cannot be written to gives way to tmp`() throws {
      let directory = try RunDirectory(temporary: "/does/not/exist")
      #expect(directory.path.hasPrefix("/tmp/"))
    }

    @Test func `a sweep removes what no living coordinator holds, and nothing else`() throws {
      let scratch = try Scratch()
      let living = try RunDirectory(temporary: scratch.path)
      let dead = "\(scratch.path)/\(RunDirectory.prefix)1-abcdef"
      try FileSystem.makeDirectories("\(dead)/phone.d/deep")
      let stranger = "\(scratch.path)/cluster-999999-1-abcdef"
      try FileSystem.makeDirectory(stranger)
      let file = "\(RunDirectory.prefix)1-file"
      try scratch.write([], to: file)
      #expect(
        Sweeper.sweep(temporary: scratch.path).filter { $0.hasPrefix(scratch.path) } == [dead])
      #expect(try FileSystem.status(of: dead) == nil)
      #expect(try FileSystem.status(of: living.path) != nil)
      #expect(try FileSystem.status(of: stranger) != nil)
      #expect(try FileSystem.status(of: "\(scratch.path)/\(file)") != nil)
    }

    @Test func `links in a swept directory are removed and not followed`() throws {
      let scratch = try Scratch()
      try scratch.write([1], to: "precious")
      let dead = "\(scratch.path)/\(RunDirectory.prefix)1-abcdef"
      try FileSystem.makeDirectory(dead)
      try FileSystem.makeLink("\(dead)/link", to: scratch.path)
      Sweeper.sweep(temporary: scratch.path)
      #expect(try FileSystem.names(in: scratch.path) == ["precious"])
    }

    @Test func `letting go of a group ends its processes and removes its directory`() throws {
      var group: ProcessGroup? = try ProcessGroup()
      var host = group?.makeHost(for: "phone", program: Probe.device)
      _ = try host?.start(.toy)
      let process = try #require(host?.processIdentifier)
      let path = try #require(group?.directory.path)
      host = nil
      group = nil
      expectEnd(of: process)
      #expect(try FileSystem.status(of: path) == nil)
    }

    @Test func `descriptors and children do not grow over many starts, kills and failures`() throws
    {
      let scratch = try Scratch()
      let log = "\(scratch.path)/log"
      let coordinator = try ChildProcess(
        command: [Probe.path, "coordinate", "leaks", "--temporary", scratch.path],
        environment: ["PATH=/usr/bin:/bin"], directory: "/", log: log)
      let end = coordinator.wait(atMost: .seconds(60))
      let said = String(decoding: try FileSystem.read(log), as: UTF8.self)
      #expect(end == .exited(status: 0), "\(said)")
      #expect(try FileSystem.names(in: scratch.path) == ["log"])
    }

    @Test(arguments: ["INT", "TERM", "HUP"])
    func `an interrupted coordinator leaves nothing and says so`(signal: String) throws {
      let held = try HeldRun()
      held.send(signal)
      #expect(held.coordinator.wait(atMost: .seconds(10)) == .exited(status: 130))
      let reason = String(decoding: try held.channel.receive(), as: UTF8.self)
      #expect(reason == "interrupted by SIG\(signal), when its answer to event 1 was due")
      try held.expectNothingLeft()
    }

    @Test func `a killed coordinator leaves no process and no directory`() throws {
      let held = try HeldRun()
      #expect(try FileSystem.status(of: "\(held.directory)/dead.d") != nil)
      held.send("KILL")
      #expect(held.coordinator.wait(atMost: .seconds(10))?.isKill == true)
      try held.expectNothingLeft()
    }
  }
}

/// A coordinator in a process of its own, in the middle of a run with two devices that live,
/// one that is dead, and a foreign one that does not answer.
private final class HeldRun {
  let coordinator: ChildProcess
  let channel: FrameChannel
  let directory: String
  private let processes: [Int32]
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let socket = "\(scratch.path)/test.s"
    let listener = try UnixSocket.listen(at: socket)
    coordinator = try ChildProcess(
      command: [
        Probe.path, "coordinate", "hold", "--temporary", scratch.path, "--socket", socket,
      ], environment: ["PATH=/usr/bin:/bin"], directory: "/", log: "\(scratch.path)/log")
    try #require(Poll.readable([listener.number], milliseconds: 10_000)[0])
    channel = try FrameChannel(UnixSocket.accept(from: listener), limit: .seconds(20))
    let parts = String(decoding: try channel.receive(), as: UTF8.self).split(separator: " ")
    directory = String(try #require(parts.first))
    processes = parts.dropFirst().compactMap { Int32($0) }
    try #require(processes.count == 3)
  }

  func send(_ signal: String) {
    let numbers: [String: Int32] = ["HUP": 1, "INT": 2, "KILL": 9, "TERM": 15]
    coordinator.signal(numbers[signal] ?? 0)
  }

  func expectNothingLeft() throws {
    for process in processes { expectEnd(of: process) }
    #expect(try FileSystem.status(of: directory) == nil, "the private directory is left")
    #expect(try FileSystem.names(in: scratch.path) == ["log", "test.s"])
  }
}
