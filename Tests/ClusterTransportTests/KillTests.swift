import ClusterCore
import Testing

@testable import ClusterTransport

extension Processes {
  /// An edit makes the toy machine store 1, show, store 2, send; the first entry of its journal
  /// is 48 bytes long: 17 of header, 30 of `{"kind":"cursor","cursor":1}`… and a newline.
  @Suite struct Kill {
    @Test(arguments: [(0, "[]"), (1, "[1]"), (2, "[1]"), (3, "[1,2]"), (4, "[1,2]"), (9, "[1,2]")])
    func `a kill after k effects leaves just the stores among them`(
      count: Int, restored: String
    ) throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let process = try #require(host.processIdentifier)
        let reply = try host.handle(
          .edit, number: 1, clock: .zero, cut: Cut(afterEffects: count))
        #expect(reply.effects.count == min(count, 4))
        #expect(host.processIdentifier == nil)
        expectEnd(of: process)
        #expect(try host.start(.toy) == nil)
        #expect(try host.inspect()["restored"]?.json == restored)
      }
    }

    /// A device that finds its host gone removes its directory; a killed one must not get so far.
    @Test func `a kill between events leaves the store as it is, however often`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: nil)
        for _ in 0..<50 {
          try host.kill()
          _ = try host.start(.toy)
          #expect(try host.inspect()["restored"]?.json == "[1,2]")
        }
      }
    }

    /// Two entries an edit: after 129 edits there are 258, two more than a journal has room for.
    @Test func `a journal that has grown too long is written anew between two events`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let journal = "\(group.directory.path)/phone.d/journal"
        func entries() throws -> Int {
          try FileSystem.read(journal).count { $0 == UInt8(ascii: "\n") }
        }
        for number in 1...129 {
          #expect(try entries() == 2 * (number - 1))
          _ = try host.handle(.edit, number: number, clock: .zero, cut: nil)
        }
        #expect(try entries() == 2)
        _ = try host.handle(.edit, number: 130, clock: .zero, cut: nil)
        try host.kill()
        #expect(try host.start(.toy) == nil)
        #expect(try host.inspect()["restored"]?.json == "[257,258,259,260]")
      }
    }

    @Test(arguments: [(Durability.process, "[]"), (.power, "[1,2]")])
    func `a power loss leaves what was synced`(durability: Durability, restored: String) throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        let setup = DeviceInit(
          device: "phone", policy: .sound, rules: .standard, seed: 1, start: [],
          durability: durability)
        _ = try host.start(setup)
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: nil)
        try host.kill()
        try host.losePower()
        _ = try host.start(setup)
        #expect(try host.inspect()["restored"]?.json == restored)
      }
    }

    @Test
    func `a kill in the middle of a store write leaves a torn entry that the next start cuts`()
      throws
    {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let cut = Cut(afterEffects: 2, bytes: 20)
        let reply = try host.handle(.edit, number: 1, clock: .zero, cut: cut)
        #expect(reply.effects.count == 2)
        let entry = 17 + #"{"kind":"cursor","cursor":1}"#.utf8.count + 1
        let journal = "\(group.directory.path)/phone.d/journal"
        #expect(try FileSystem.read(journal).count == entry + 20)
        let note = try #require(try host.start(.toy))
        #expect(note.contains("20 bytes at byte \(entry)"))
        #expect(try FileSystem.read(journal).count == entry)
        #expect(try host.inspect()["restored"]?.json == "[1]")
      }
    }

    @Test func `a torn write never holds the whole entry`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let cut = Cut(afterEffects: 0, bytes: 1000)
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: cut)
        #expect(try host.start(.toy) != nil)
        #expect(try host.inspect()["restored"]?.json == "[]")
      }
    }

    @Test func `bytes of a next effect that is no store write change nothing`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        let cut = Cut(afterEffects: 1, bytes: 5)
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: cut)
        #expect(try host.start(.toy) == nil)
        #expect(try host.inspect()["restored"]?.json == "[1]")
      }
    }

    @Test func `of a foreign device the first effects are kept and it is killed`() throws {
      try withGroup { group in
        let program = DeviceProgram.foreign(
          [Probe.path, "misbehave", "foreign"], relativeTo: "/",
          guardedBy: [Probe.path, "spawn-guard", "--"])
        let host = group.makeHost(for: "theirs", program: program)
        _ = try host.start(.toy)
        let process = try #require(host.processIdentifier)
        let reply = try host.handle(.edit, number: 0, clock: .zero, cut: Cut(afterEffects: 2))
        #expect(reply.effects == [.cancel(1), .cancel(1)])
        expectEnd(of: process)
        _ = try host.start(.toy)
        let whole = try host.handle(.edit, number: 0, clock: .zero, cut: nil)
        #expect(whole.effects.count == 3)
      }
    }

    @Test func `a device that ignores a stop is killed`() throws {
      try withGroup(limits: HostLimits(end: .milliseconds(100))) { group in
        let host = group.makeHost(for: "theirs", program: Probe.misbehaving("foreign"))
        _ = try host.start(.toy)
        let process = try #require(host.processIdentifier)
        host.stop()
        expectEnd(of: process)
      }
    }
  }
}
