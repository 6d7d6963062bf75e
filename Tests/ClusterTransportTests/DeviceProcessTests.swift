import ClusterCore
import Testing

@testable import ClusterTransport

extension Processes {
  /// The device's side, with the test as its host.
  @Suite struct Device {
    @Test func `a device whose host vanishes removes its directory and the empty one around it`()
      throws
    {
      let scratch = try Scratch()
      let device = try HandDriven(in: scratch)
      #expect(try device.ask(.initialise(.toy)) == #"{"type":"ready","protocol":1}"#)
      _ = try device.ask(
        .event(.edit, number: 1, surroundings: Surroundings(clock: .zero), cut: nil))
      #expect(try FileSystem.names(in: device.directory) == ["journal"])
      device.channel.close()
      #expect(device.process.wait(atMost: .seconds(5)) == .exited(status: 0))
      #expect(try FileSystem.names(in: scratch.path) == ["log"])
    }

    @Test func `what stands beside the directory of a device stays when its host vanishes`()
      throws
    {
      let scratch = try Scratch()
      let device = try HandDriven(in: scratch)
      try scratch.write([1], to: "private/beside")
      device.channel.close()
      #expect(device.process.wait(atMost: .seconds(5)) == .exited(status: 0))
      #expect(try FileSystem.names(in: "\(scratch.path)/private") == ["beside"])
    }

    @Test func `a stopped device ends and leaves its store`() throws {
      let scratch = try Scratch()
      let device = try HandDriven(in: scratch)
      _ = try device.ask(.initialise(.toy))
      try device.channel.send(Array("\(HostFrame.stop.json)\n".utf8))
      #expect(device.process.wait(atMost: .seconds(5)) == .exited(status: 0))
      #expect(try FileSystem.names(in: device.directory) == ["journal"])
    }

    @Test(arguments: [
      ("{\n", "a key in quotes is missing", "one line of JSON"),
      ("{\"type\":\"inspect\"}\n", "the first frame is not \"init\"", "\"init\" first"),
      (
        "{\"type\":\"even\"}\n", "type: \"even\" is none of the words that can stand here",
        "did you mean \"event\"?"
      ),
      ("{\"type\":\"stop\"}\n{\"type\":\"stop\"}\n", "more than one frame", "one frame at a time"),
    ])
    func `a device names a host's wrong frame, the cause and what to send instead`(
      frame: String, problem: String, remedy: String
    ) throws {
      let scratch = try Scratch()
      let device = try HandDriven(in: scratch)
      try device.channel.send(Array(frame.utf8))
      #expect(device.process.wait(atMost: .seconds(5)) == .exited(status: 65))
      let log = String(decoding: try FileSystem.read("\(scratch.path)/log"), as: UTF8.self)
      let lines = log.split(separator: "\n")
      try #require(lines.count == 3, "\(log)")
      #expect(lines[0].hasPrefix("device: ") && lines[0].contains(problem))
      #expect(lines[1].hasPrefix("likely cause: "))
      #expect(lines[2].hasPrefix("next: send ") && lines[2].contains(remedy))
    }

    @Test func `a device without a host says so`() throws {
      let scratch = try Scratch()
      let process = try ChildProcess(
        command: [Probe.path, "device", "--socket", "/none", "--directory", scratch.path],
        environment: [], directory: "/", log: "\(scratch.path)/log")
      #expect(process.wait(atMost: .seconds(5)) == .exited(status: 65))
      let log = String(decoding: try FileSystem.read("\(scratch.path)/log"), as: UTF8.self)
      #expect(log.hasPrefix("device: no connection to its host: connect /none: No such file"))
    }
  }
}

/// A toy device whose socket the test holds itself.
private final class HandDriven {
  let process: ChildProcess
  let channel: FrameChannel
  let directory: String

  init(in scratch: Scratch) throws {
    directory = "\(scratch.path)/private/phone.d"
    try FileSystem.makeDirectories(directory)
    let socket = "\(scratch.path)/test.s"
    let listener = try UnixSocket.listen(at: socket)
    process = try ChildProcess(
      command: [Probe.path, "device", "--socket", socket, "--directory", directory],
      environment: [], directory: "/", log: "\(scratch.path)/log")
    try #require(Poll.readable([listener.number], milliseconds: 10_000)[0])
    channel = try FrameChannel(UnixSocket.accept(from: listener), limit: .seconds(10))
    try FileSystem.removeFile(socket)
  }

  func ask(_ frame: HostFrame) throws -> String {
    try channel.send(Array("\(frame.json)\n".utf8))
    return String(decoding: try channel.receive(), as: UTF8.self)
  }
}
