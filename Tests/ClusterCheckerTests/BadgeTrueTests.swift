import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct BadgeTrueTests {
  @Test func `a badge that says what is unread passes`() throws {
    var trace = try TraceBuilder.app()
    trace.register()
    trace.publish("i1", "n1")
    trace.publish("i2", "n2")
    trace.contact(badge: 2)
    trace.endApp()
    let result = try #require(trace.result(.badgeTrue))
    #expect(result.verdict == .pass)
    #expect(result.witnesses == 2)
  }

  @Test func `a badge that counts one item twice fails, in words`() throws {
    var trace = try TraceBuilder.app()
    trace.register()
    trace.publish("i1", "n1")
    trace.contact(badge: 2)
    trace.endApp()
    let result = try #require(trace.result(.badgeTrue))
    #expect(result.verdict == .fail)
    #expect(result.signature == "badge-true|badge of phone|too high")
    #expect(result.step == 3)
    for word in ["badge of phone says 2", "1 item is unread", "(i1)"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test func `a badge that the system set for an app that is dead counts too`() throws {
    var trace = try TraceBuilder.app()
    trace.register()
    trace.publish("i1", "n1")
    let push = MessageName(sender: .cloud, receiver: "phone", kind: .push, root: "n1", count: 1)
    trace.add(.badged(device: "phone", 1, push))
    trace.contact(badge: nil)
    trace.endApp()
    #expect(trace.verdict(.badgeTrue) == .pass)
  }

  @Test func `what was read on another device is not unread`() throws {
    var trace = try TraceBuilder.app()
    trace.register()
    trace.publish("i1", "n1")
    trace.contact(badge: 1)
    let name = MessageName(
      sender: "tablet", receiver: .cloud, kind: .markRead, root: "r1", count: 1)
    trace.step(
      .cloud, .delivery(name, copy: 1),
      .request(.markRead(["i1"], intent: "r1"), from: "tablet"),
      [PerformedEffect(.answer(.done), .sent(name.answer, .copies([10])))], root: "r1")
    trace.contact(badge: nil, "c2")
    trace.endApp()
    #expect(trace.result(.badgeTrue)?.signature == "badge-true|badge of phone|too high")
  }

  @Test func `an item for users is unread where one of them is signed in, until the sign-out`()
    throws
  {
    func badge(of user: UserID, signsOut: Bool = false) throws -> [Text] {
      var trace = try TraceBuilder(
        #""start": {"tokens": {"phone": {"user": "u1"}}}, "timeline": [{"id": "n1", "at": "1s", "#
          + #""cloud": {"publish": {"item": "i1"}}}]"#)
      trace.publish("i1", "n1", to: [user])
      if signsOut {
        let name = TraceBuilder.message(.signOut, "out", 1)
        trace.step(
          .cloud, .delivery(name, copy: 1),
          .request(.signOut(token(.refresh, 1), intent: "out"), from: "phone"),
          [PerformedEffect(.answer(.done), .sent(name.answer, .copies([10])))], root: "out")
      }
      return trace.checker.run.unread.unread(for: "phone")
    }
    #expect(try badge(of: "u1") == ["i1"])
    #expect(try badge(of: "u2") == [])
    #expect(try badge(of: "u1", signsOut: true) == [])
  }

  @Test func `an item published again is one item`() throws {
    var trace = try TraceBuilder.app()
    trace.register()
    trace.publish("i1", "n1")
    trace.publish("i1", "n2")
    trace.contact(badge: 1)
    trace.endApp()
    #expect(trace.verdict(.badgeTrue) == .pass)
  }

  @Test func `a device without pushes, and one that was not in contact since, judge nothing`()
    throws
  {
    var unregistered = try TraceBuilder.app()
    unregistered.publish("i1", "n1")
    unregistered.contact(badge: nil)
    unregistered.endApp()
    #expect(unregistered.verdict(.badgeTrue) == .notJudged)

    var outOfReach = try TraceBuilder.app()
    outOfReach.register()
    outOfReach.publish("i1", "n1")
    outOfReach.endApp()
    #expect(outOfReach.verdict(.badgeTrue) == .notJudged)
  }
}
