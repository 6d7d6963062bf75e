import ClusterCore
import Testing

@testable import ClusterTransport

extension Processes {
  @Suite struct Misbehaviour {
    private static let patient = HostLimits()
    private static let short = HostLimits(frame: .milliseconds(300), end: .milliseconds(300))

    struct Case: CustomTestStringConvertible, Sendable {
      let kind: String
      let reason: String
      var lastFrame = ""
      var errorOutput = ""
      var limits = Misbehaviour.patient

      var testDescription: String { kind }
    }

    private static let ready = #"{"type":"ready","protocol":1}"#

    static let atStart = [
      Case(
        kind: "exits", reason: "exited with status 3 before it connected",
        errorOutput: "no battery\n"),
      Case(
        kind: "never-connects", reason: "did not connect within 0.2 seconds",
        limits: HostLimits(connect: .milliseconds(200))),
      Case(
        kind: "garbage",
        reason: #"answered "init" with something that is no JSON: no value stands here, at byte 0"#,
        lastFrame: #"\x01this is no JSON\n"#),
      Case(
        kind: "half-then-exits", reason: "exited with status 4 in the middle of a frame",
        lastFrame: #"{"type":"rea"#),
      Case(
        kind: "half-then-hangs",
        reason:
          "sent only 12 bytes of a frame within 0.3 seconds, when its answer to \"init\" was due",
        lastFrame: #"{"type":"rea"#, limits: short),
      Case(
        kind: "too-long",
        reason: "sent a frame longer than 1048576 bytes, when its answer to \"init\" was due",
        lastFrame: "…" + String(repeating: "x", count: 200)),
      Case(
        kind: "one-byte-too-long",
        reason: "sent a frame longer than 1048576 bytes, when its answer to \"init\" was due",
        lastFrame: "…" + String(repeating: " ", count: 200)),
      Case(
        kind: "unknown-type",
        reason:
          "answered \"init\" with a frame that breaks the protocol at type: \"hello\" is none of "
          + "the words that can stand here; allowed: ready, effects, state",
        lastFrame: #"{"type":"hello"}\n"#),
      Case(
        kind: "two-frames",
        reason: "sent more than one frame, when its answer to \"init\" was due",
        lastFrame: #"\#(ready)\n\#(ready)\n"#),
      Case(
        kind: "silent",
        reason: "sent no frame within 0.3 seconds, when its answer to \"init\" was due",
        limits: short),
      Case(
        kind: "other-version", reason: "speaks protocol 2, not 1",
        lastFrame: #"{"type":"ready","protocol":2}\n"#),
      Case(
        kind: "closes", reason: "closed its socket when its answer to \"init\" was due"),
    ]

    @Test(arguments: atStart)
    func `a device that breaks a rule at its start is named with the rule`(_ test: Case) throws {
      try withGroup(limits: test.limits) { group in
        let host = group.makeHost(for: "phone", program: Probe.misbehaving(test.kind))
        let failure = #expect(throws: HostFailure.self) { _ = try host.start(.toy) }
        #expect(failure?.device == "phone")
        #expect(failure?.reason == test.reason)
        #expect(failure?.lastFrame == test.lastFrame)
        #expect(failure?.errorOutput == test.errorOutput)
        #expect(host.processIdentifier == nil)
        let names = try FileSystem.names(in: group.directory.path)
        #expect(names == ["phone.d"])
      }
    }

    static let atEvent = [
      Case(
        kind: "wrong-number", reason: "answered event 0 with the number 7",
        lastFrame: #"{"type":"effects","number":7,"effects":[],"pending":0}\n"#),
      Case(
        kind: "wrong-type", reason: "answered event 0 with another frame than \"effects\"",
        lastFrame: #"\#(ready)\n"#),
      Case(
        kind: "unknown-effect",
        reason: "answered event 0 with a frame that breaks the protocol at effects[0].kind: "
          + "\"explode\" is none of the words that can stand here; "
          + "allowed: send, cancel, store, show, setTimer, cancelTimer, answer, push, "
          + "transfer, moveFile, notify, setBadge, vault",
        lastFrame:
          #"{"type":"effects","number":0,"effects":[{"kind":"explode"}],"pending":0}\n"#),
      Case(
        kind: "dies-in-event",
        reason: "was ended by SIGABRT when its answer to event 0 was due"),
    ]

    @Test(arguments: atEvent)
    func `a device that breaks a rule at an event is named with the rule`(_ test: Case) throws {
      try withGroup(limits: test.limits) { group in
        let host = group.makeHost(for: "phone", program: Probe.misbehaving(test.kind))
        _ = try host.start(.toy)
        let failure = #expect(throws: HostFailure.self) {
          _ = try host.handle(.edit, number: 0, clock: .zero, cut: nil)
        }
        #expect(failure?.reason == test.reason)
        #expect(failure?.lastFrame == test.lastFrame)
        #expect(host.processIdentifier == nil)
      }
    }

    static let atKill = [
      Case(
        kind: "clings-to-life",
        reason: "was told to kill itself and still lives after 0.3 seconds",
        limits: short),
      Case(
        kind: "exits-when-killed", reason: "was told to kill itself and exited with status 0"),
      Case(kind: "overdoes", reason: "did 3 effects, and was to be killed after 1"),
    ]

    @Test(arguments: atKill)
    func `a device that does not die as told is named with what it did`(_ test: Case) throws {
      try withGroup(limits: test.limits) { group in
        let host = group.makeHost(for: "phone", program: Probe.misbehaving(test.kind))
        _ = try host.start(.toy)
        let failure = #expect(throws: HostFailure.self) {
          _ = try host.handle(.edit, number: 0, clock: .zero, cut: Cut(afterEffects: 1))
        }
        #expect(failure?.reason == test.reason)
        #expect(host.processIdentifier == nil)
      }
    }

    @Test func `the longest frame that is allowed is taken`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.misbehaving("longest"))
        let note = try host.start(.toy)
        #expect(note == nil)
      }
    }

    @Test func `a program that is not there is named`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: .own(["/does/not/exist"]))
        let failure = #expect(throws: HostFailure.self) { _ = try host.start(.toy) }
        #expect(
          failure?.reason
            == "cannot be started: start /does/not/exist: No such file or directory")
      }
    }

    @Test func `a damaged store is refused by the device with the place`() throws {
      try withGroup { group in
        let host = group.makeHost(for: "phone", program: Probe.device)
        _ = try host.start(.toy)
        _ = try host.handle(.edit, number: 1, clock: .zero, cut: nil)
        host.stop()
        let path = "\(group.directory.path)/phone.d/journal"
        var bytes = try FileSystem.read(path)
        bytes[3] ^= 1
        try Descriptor(opening: path, .replace).write(bytes)
        let failure = #expect(throws: HostFailure.self) { _ = try host.start(.toy) }
        #expect(failure?.reason == "exited with status 65 when its answer to \"init\" was due")
        #expect(failure?.errorOutput.contains("is damaged at byte 0") == true)
      }
    }
  }
}
