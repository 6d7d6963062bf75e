import ClusterCore
import ClusterEngine
import Testing

/// Whom an item is for, and what the system does with a push where no app runs.
@Suite struct NoticeTests {
  private func run(
    _ entries: String..., devices: [String] = ["phone", "tablet"], start: String = "{}"
  ) throws -> RecordedRun {
    let scenario = try Sample.scenario(
      devices: devices, start: start, calm: #"{"at": "60s"}"#, timeline: entries)
    return try RecordedRun(RunSetup(scenario))
  }

  private static let tokens =
    #"{"tokens": {"phone": {"user": "u1"}, "tablet": {"user": "u2"}}}"#

  private func register(_ device: String) -> String {
    #"{"id": "t-\#(device)", "at": "1s", "device": "\#(device)", "register": "p"}"#
  }

  /// The notices that were sent, as `phone 2`: to whom, and the badge.
  private func sent(by entry: String, in run: RecordedRun) -> [String] {
    run.steps.filter { $0.name.description == entry }.flatMap { step in
      step.effects.compactMap { performed in
        guard case .push(.notice(let notice), let device) = performed.effect else { return nil }
        return "\(device) \(notice.badge ?? -1)"
      }
    }
  }

  /// The last answer to the question what is unread for a device.
  private func unread(for device: NodeID, in run: RecordedRun) -> [Text]? {
    run.steps.compactMap { step -> [Text]? in
      guard step.node == device, case .answer(.unread(let items), _) = step.event else {
        return nil
      }
      return items
    }.last
  }

  @Test func `an item is pushed to its users' devices and unread there alone`() throws {
    let run = try run(
      register("phone"), register("tablet"),
      #"{"id": "all", "at": "2s", "cloud": {"publish": {"item": "i0"}}}"#,
      #"{"id": "one", "at": "3s", "cloud": {"publish": {"item": "i1", "users": ["u1"]}}}"#,
      #"{"id": "both", "at": "4s", "cloud": {"publish": {"item": "i2", "users": ["u2", "u1"]}}}"#,
      #"{"id": "other", "at": "5s", "cloud": {"publish": {"item": "i3", "users": ["u9"]}}}"#,
      start: Self.tokens)
    #expect(sent(by: "all", in: run) == ["phone 1", "tablet 1"])
    #expect(sent(by: "one", in: run) == ["phone 2"])
    #expect(sent(by: "both", in: run) == ["phone 3", "tablet 2"])
    #expect(sent(by: "other", in: run) == [])
    #expect(unread(for: "phone", in: run) == ["i0", "i1", "i2"])
    #expect(unread(for: "tablet", in: run) == ["i0", "i2"])
  }

  @Test func `what a user reads stays unread for another user`() throws {
    let run = try run(
      register("phone"), register("tablet"),
      #"{"id": "n", "at": "2s", "cloud": {"publish": {"item": "i1", "users": ["u1", "u2"]}}}"#,
      #"{"id": "r", "at": "3s", "device": "phone", "markRead": ["i1"]}"#, start: Self.tokens)
    #expect(unread(for: "phone", in: run) == [])
    #expect(unread(for: "tablet", in: run) == ["i1"])
  }

  @Test func `after a sign-out or a revocation a device has nothing of the user`() throws {
    for end in [
      #"{"id": "e", "at": "3s", "device": "phone", "signOut": true}"#,
      #"{"id": "e", "at": "3s", "cloud": {"revoke": {"user": "u1"}}}"#,
    ] {
      let run = try run(
        register("phone"),
        #"{"id": "n1", "at": "2s", "cloud": {"publish": {"item": "i1", "users": ["u1"]}}}"#, end,
        #"{"id": "n2", "at": "5s", "cloud": {"publish": {"item": "i2", "users": ["u1"]}}}"#,
        start: Self.tokens)
      #expect(sent(by: "n1", in: run) == ["phone 1"])
      #expect(sent(by: "n2", in: run) == [], "\(end)")
      #expect(unread(for: "phone", in: run) == [])
    }
  }

  @Test func `who signs in next has the items of that user`() throws {
    let run = try run(
      register("phone"),
      #"{"id": "n1", "at": "2s", "cloud": {"publish": {"item": "i1", "users": ["u1"]}}}"#,
      #"{"id": "n2", "at": "2s", "cloud": {"publish": {"item": "i2", "users": ["u2"]}}}"#,
      #"{"id": "out", "at": "3s", "device": "phone", "signOut": true}"#,
      #"{"id": "in", "at": "4s", "device": "phone", "signIn": "u2"}"#, start: Self.tokens)
    #expect(unread(for: "phone", in: run) == ["i2"])
  }

  private func badged(in run: RecordedRun) -> [String] {
    run.events.compactMap { event in
      guard case .badged(let device, let badge, _) = event.kind else { return nil }
      return "\(device) \(badge) at \(event.at)"
    }
  }

  @Test func `a push to a suspended app sets the badge at once; the app hears at the resume`()
    throws
  {
    let run = try run(
      register("phone"),
      #"{"id": "s", "at": "2s", "device": "phone", "suspend": true, "for": "10s"}"#,
      #"{"id": "n", "at": "3s", "cloud": {"publish": {"item": "i1"}}}"#, devices: ["phone"])
    #expect(badged(in: run) == ["phone 1 at \(Instant(3050))"])
    let handed = run.events.filter { event in
      if case .push = event.step?.event { true } else { false }
    }
    #expect(handed.map(\.at) == [Instant(12_000)])
  }

  private func pushToKilled(_ manner: String) throws -> RecordedRun {
    try run(
      #"{"id": "k", "at": "2s", "device": "phone", "kill": "\#(manner)"}"#,
      Sample.write("w", at: "3s", "tablet", "Milk"),
      #"{"id": "o", "at": "30s", "device": "phone", "open": true}"#)
  }

  /// What a user does with an app that the system kills while it starts comes to nothing.
  @Test func anAppThatIsKilledAsItIsOpenedIsHandedNothing() throws {
    let run = try run(
      #"{"id": "k", "at": "2s", "device": "phone", "kill": "system"}"#,
      #"{"id": "o", "at": "30s", "device": "phone", "open": true}"#,
      #"""
      {"id": "k2", "device": "phone", "kill": "system", "during": "phone.start#2",
       "afterEffects": 0, "for": "5s"}
      """#)
    let (opened, restarted) = (Instant(30_000), Instant(35_000))
    #expect(starts(in: run) == ["phone.start#2 at \(opened)", "phone.start#3 at \(restarted)"])
    #expect(
      run.events.contains {
        if case .ignored("phone", "o") = $0.kind { $0.at == opened } else { false }
      })
  }

  private func starts(in run: RecordedRun) -> [String] {
    run.events.compactMap { event in
      guard event.step?.node == "phone", case .start = event.step?.event, event.at > .start else {
        return nil
      }
      return "\(event.root) at \(event.at)"
    }
  }

  @Test func `a silent push starts an app that the system killed, and it fetches`() throws {
    let run = try pushToKilled("system")
    #expect(starts(in: run) == ["phone.wake#1 at \(Instant(5100))"])
    #expect(run.deliveries.contains("cloud phone>cloud/pull/phone.wake#1/1"))
  }

  @Test func `after a user's kill no silent push starts the app until it is opened`() throws {
    let run = try pushToKilled("user")
    #expect(starts(in: run) == ["phone.start#2 at \(Instant(30_000))"])
    let push = MessageName(sender: .cloud, receiver: "phone", kind: .push, root: "w", count: 1)
    #expect(run.events.contains { $0.kind == .dropped(push) })
  }
}
