import ClusterCore
import Testing

@testable import ClusterTransport

extension Processes {
  @Suite struct LockStep {
    @Test func `every event gets the effects of that event`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        let note = try host.start(.toy)
        #expect(note == nil)
        for number in 1...20 {
          let reply = try host.handle(.timer("pull"), number: number, clock: .zero, cut: nil)
          #expect(
            reply.effects == [
              .send(.pull(cursor: 7), number: 7),
              .setTimer(TimerSetting(key: "pull", kind: "retry", after: 1000)),
            ])
        }
        let reply = try host.handle(.link(isUp: true), number: 21, clock: .zero, cut: nil)
        #expect(reply.effects.isEmpty)
      }
    }

    @Test func `a device reads the clock it is handed and no other`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let clock = ClockReading(wall: -123_456, continuous: 9)
        _ = try host.handle(.link(isUp: true), number: 1, clock: clock, cut: nil)
        #expect(try host.inspect()["wall"]?.summary == "the number -123456")
      }
    }

    @Test func `what was pending is told with the effects`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let reply = try host.handle(.edit, number: 1, clock: .zero, cut: nil)
        #expect(reply.pending == 2)
      }
    }

    @Test func `eight devices start together and answer in turn`() throws {
      try withGroup { group in
        let hosts = (0..<8).map { group.makeHost(for: NodeID("d\($0)"), program: Probe.device) }
        let notes = try group.start(hosts.map { ($0, .toy) })
        #expect(notes == [String?](repeating: nil, count: 8))
        for number in 0..<32 {
          let reply = try hosts[number % 8].handle(
            .timer("pull"), number: number, clock: .zero, cut: nil)
          #expect(reply.effects.count == 2)
        }
      }
    }

    @Test func `a stopped device keeps its store for the next start`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: nil)
        host.stop()
        #expect(host.processIdentifier == nil)
        #expect(try host.start(.toy) == nil)
        #expect(try host.inspect()["restored"]?.json == "[1,2]")
      }
    }

    @Test func `a frame of a megabyte less one byte is taken`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        // `{"type":"event","number":1,"wall":0,"continuous":0,"kind":"timer","timer":""}` and a
        // newline are 78 bytes.
        let room = ProtocolVersion.longestFrame - 78
        let key = Text(String(repeating: "k", count: room))
        let reply = try host.handle(.timer(key), number: 1, clock: .zero, cut: nil)
        #expect(reply.effects.count == 2)
        let longer = Text(key.string + "k")
        let failure = #expect(throws: HostFailure.self) {
          _ = try host.handle(.timer(longer), number: 2, clock: .zero, cut: nil)
        }
        #expect(failure?.reason.contains("1048577 bytes") == true)
      }
    }

    @Test func `pinned devices share one core with the coordinator, which is set free again`()
      throws
    {
      let before = try allowedCores(of: "thread-self")
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        guard try group.pin(toCore: 0) else { return }
        #expect(try allowedCores(of: "thread-self") == "0")
        let process = try #require(host.processIdentifier)
        #expect(try allowedCores(of: "\(process)") == "0")
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: Cut(afterEffects: 0))
        _ = try host.start(.toy)
        let next = try #require(host.processIdentifier)
        #expect(try allowedCores(of: "\(next)") == "0")
        try group.end()
      }
      #expect(try allowedCores(of: "thread-self") == before)
    }

    @Test func `a device knows its own places and nothing of the coordinator's environment`()
      throws
    {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let process = try #require(host.processIdentifier)
        let bytes = try FileSystem.read("/proc/\(process)/environ")
        let variables = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let names = variables.compactMap { $0.split(separator: "=").first.map(String.init) }
        #expect(
          names.sorted() == [
            "CLUSTER_COORDINATOR", "CLUSTER_DIRECTORY", "CLUSTER_SOCKET", "HOME", "LANG", "PATH",
            "TMPDIR",
          ])
        let directory = "\(group.directory.path)/phone.d"
        #expect(FileSystem.target(ofLink: "/proc/\(process)/cwd") == directory)
        // Its three streams, its socket and its journal; nothing of the coordinator's.
        #expect(try FileSystem.names(in: "/proc/\(process)/fd").count == 5)
        #expect(FileSystem.target(ofLink: "/proc/\(process)/fd/0") == "/dev/null")
        #expect(FileSystem.target(ofLink: "/proc/\(process)/fd/1") == "\(directory)/stderr.log")
      }
    }

    @Test func `once a device is connected its socket is gone from the directory`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        try host.spawn(.toy)
        #expect(try FileSystem.names(in: group.directory.path) == ["1.s", "phone.d"])
        _ = try host.start(.toy)
        #expect(try FileSystem.names(in: group.directory.path) == ["phone.d"])
      }
    }

    private func allowedCores(of process: String) throws -> String {
      let status = String(
        decoding: try FileSystem.read("/proc/\(process)/status"), as: UTF8.self)
      let line = try #require(
        status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list") })
      return String(line.split(separator: "\t").last ?? "")
    }
  }
}
