import ClusterCore
import Testing

@testable import ClusterChecker

/// What `matches-model` says of pushes, sessions and notices.
@Suite struct ServiceAnswersTests {
  private func push(_ push: Push, to device: NodeID) -> PerformedEffect {
    let name = MessageName(sender: .cloud, receiver: device, kind: .push, root: "w1", count: 1)
    return PerformedEffect(.push(push, to: device), .sent(name, .copies([10])))
  }

  private func change(_ pushes: [PerformedEffect]) throws -> CheckResult {
    var trace = try TraceBuilder(third: true, pushes: .changes)
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit])
    let name = TraceBuilder.save("phone", "w1")
    trace.step(
      .cloud, .delivery(name, copy: 1), .request(.save([milkEdit]), from: "phone"),
      [PerformedEffect(.answer(.saved([kept("w1", milk)])), .sent(name.answer, .copies([10])))]
        + pushes,
      root: "w1")
    trace.end(title: milk)
    return try #require(trace.result(.matchesModel))
  }

  @Test func `every other device is told of a change`() throws {
    let both = [
      push(.changed(intent: "w1"), to: "laptop"), push(.changed(intent: "w1"), to: "tablet"),
    ]
    #expect(try change(both).verdict == .pass)
    for wrong in [[], [both[0]], [both[0], push(.changed(intent: "w2"), to: "tablet")]] {
      #expect(try change(wrong).signature == "matches-model|pushes|other pushes")
    }
  }

  private func answer(_ request: Request, _ answer: Answer) throws -> CheckResult {
    var trace = try TraceBuilder(signedInAtStart)
    let name = MessageName(
      sender: "phone", receiver: .cloud, kind: request.kind, root: "q", count: 1)
    trace.step(
      .cloud, .delivery(name, copy: 1), .request(request, from: "phone"),
      [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: "q")
    trace.end([])
    return try #require(trace.result(.matchesModel))
  }

  @Test(arguments: [
    (1, Answer.done, Verdict.pass), (1, .refused(.unauthorized), .fail),
    (7, .refused(.unauthorized), .pass), (7, .done, .fail),
  ])
  func `an access token lets in as long as it is good`(
    number: Int, said: Answer, verdict: Verdict
  ) throws {
    let call = Request.call("feed", intent: "q", access: token(.access, number))
    #expect(try answer(call, said).verdict == verdict)
  }

  @Test func `a refresh hands out the next pair`() throws {
    let refresh = Request.refresh(token(.refresh, 1))
    #expect(try answer(refresh, .session(pair(2))).verdict == .pass)
    #expect(
      try answer(refresh, .session(pair(3))).signature == "matches-model|answer|another session")
    #expect(
      try answer(refresh, .refused(.invalidGrant)).signature
        == "matches-model|answer|another session")
  }

  @Test func `what is unread is what was published and not read`() throws {
    let start = #""start": {"unread": {"phone": ["i1", "i2"]}}"#
    for (items, verdict) in [(["i2"], Verdict.pass), (["i1", "i2"], .fail)] {
      var trace = try TraceBuilder(start)
      let requests: [(Request, Answer)] = [
        (.markRead(["i1"], intent: "r"), .done), (.unread, .unread(items.map { Text($0) })),
      ]
      for (request, answer) in requests {
        let name = MessageName(
          sender: "phone", receiver: .cloud, kind: request.kind, root: "r", count: 1)
        trace.step(
          .cloud, .delivery(name, copy: 1), .request(request, from: "phone"),
          [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: "r")
      }
      trace.end([])
      #expect(trace.verdict(.matchesModel) == verdict)
    }
  }
}
