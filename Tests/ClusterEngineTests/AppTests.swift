import ClusterCore
import ClusterEngine
import Testing

/// Orders, searches and pushes in whole runs.
@Suite struct AppTests {
  private func run(
    _ entries: String..., cloud: String = "{}", policy: String = "\"sound\""
  ) throws -> RecordedRun {
    let scenario = try Sample.scenario(
      devices: ["phone"], cloud: cloud, calm: #"{"at": "60s"}"#, policy: policy, timeline: entries)
    return try RecordedRun(RunSetup(scenario))
  }

  private func requests(_ kind: MessageKind, in run: RecordedRun) -> [String] {
    run.steps.compactMap { step in
      guard step.node == .cloud, case .request(let request, _) = step.event, request.kind == kind
      else { return nil }
      return step.name.description
    }
  }

  private func shown(in run: RecordedRun) -> [String] {
    run.steps.flatMap { step in
      step.effects.flatMap { performed -> [String] in
        guard case .show(let changes) = performed.effect else { return [] }
        return changes.compactMap { shown in
          guard case .order(let intent, let status) = shown else { return nil }
          return "\(intent) \(status.rawValue)"
        }
      }
    }
  }

  private static let order = #"{"id": "o1", "at": "1s", "device": "phone", "order": "book"}"#

  @Test func `an order is stored, then shown, then sent`() throws {
    let run = try run(Self.order)
    let step = try #require(run.steps.first { $0.name.description == "o1" })
    let kinds = step.effects.map { performed in
      switch performed.effect {
      case .store(.ordered): "store"
      case .show: "show"
      case .send(.order, _): "send"
      case .send, .cancel, .store, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile,
        .notify, .setBadge, .vault:
        "other"
      }
    }
    #expect(kinds == ["store", "show", "send"])
    #expect(shown(in: run) == ["o1 pending", "o1 placed"])
  }

  @Test func `a retry of an order is the next of its intent, with the same key`() throws {
    let run = try run(
      Self.order, #"{"message": "phone>cloud/order/o1/1/answer", "fate": []}"#)
    #expect(requests(.order, in: run) == ["phone>cloud/order/o1/1", "phone>cloud/order/o1/2"])
    let keys = run.steps.compactMap { step -> Text? in
      guard case .request(.order(let order), _) = step.event else { return nil }
      return order.key
    }
    #expect(keys == ["o1", "o1"])
  }

  @Test func `a user who tries again has the order read first, under the intent it tries`() throws {
    let again =
      #"{"id": "o2", "at": "5s", "device": "phone", "order": {"item": "book", "intent": "o1"}}"#
    let lost = #"{"message": "phone>cloud/order/o1/1/answer", "fate": []}"#
    let sound = try run(Self.order, again, lost)
    #expect(requests(.readOrder, in: sound) == ["phone>cloud/readOrder/o1/1"])
    #expect(requests(.order, in: sound) == ["phone>cloud/order/o1/1"])
    let naive = try run(Self.order, again, lost, policy: #"{"userRetry": "newIntent"}"#)
    #expect(requests(.order, in: naive).contains("phone>cloud/order/o2/1"))
  }

  @Test func `an order that a kill interrupts is taken up again at the restart`() throws {
    let run = try run(
      Self.order,
      #"{"device": "phone", "kill": "system", "during": "o1", "afterEffects": 1, "for": "2s"}"#)
    #expect(shown(in: run) == ["o1 pending", "o1 placed"])
    #expect(requests(.order, in: run) == ["phone>cloud/order/o1/1"])
  }

  @Test func `a scripted error after the order took effect hides it once`() throws {
    let script =
      #"{"at": "0s", "cloud": {"answer": {"kind": "order", "error": "serviceUnavailable", "when": "after"}}}"#
    let run = try run(script, Self.order)
    let answers = run.steps.flatMap { step in
      step.effects.compactMap { performed -> Answer? in
        guard case .answer(let answer) = performed.effect, case .request(.order, _) = step.event
        else { return nil }
        return answer
      }
    }
    #expect(answers == [.refused(.serviceUnavailable), .placed(entry: 1)])
  }

  @Test(arguments: [("before", 2), ("after", 4)])
  func `a scripted answer to a named order is given to it alone, whenever it arrives`(
    when: String, entry: Int
  ) throws {
    let name = "phone>cloud/order/o1/1"
    let script =
      #"{"at": "0s", "cloud": {"answer": {"message": "\#(name)", "error": "rateLimited", "when": "\#(when)"}}}"#
    let run = try run(
      script, Self.order, #"{"id": "o0", "at": "0.9s", "device": "phone", "order": "pen"}"#,
      #"{"message": "\#(name)", "fate": ["100ms", "200ms"]}"#,
      cloud: #"{"orders": {"idempotency": "ignore"}}"#, policy: #"{"retry": "always"}"#)
    let answers = run.steps.filter { $0.node == .cloud }.reduce(into: [String: [Answer]]()) {
      for case .answer(let answer) in $1.effects.map(\.effect) {
        guard case .delivery(let message, _) = $1.name else { continue }
        $0[message.description, default: []].append(answer)
      }
    }
    #expect(answers[name] == [.refused(.rateLimited), .refused(.rateLimited)])
    #expect(answers["phone>cloud/order/o0/1"] == [.placed(entry: 1)])
    // Under `after` each copy is an entry of its own, since keys mean nothing here.
    #expect(answers["phone>cloud/order/o1/2"] == [.placed(entry: entry)])
  }

  @Test func `a cloud that forgets its keys takes a late retry for another order`() throws {
    let run = try run(
      Self.order, #"{"message": "phone>cloud/order/o1/1/answer", "fate": []}"#,
      cloud: #"{"orders": {"idempotency": "forget", "keyLifetime": "5s"}}"#)
    let answers = run.steps.compactMap { step -> Answer? in
      guard case .answer(let answer, _) = step.event, case .placed = answer else { return nil }
      return answer
    }
    #expect(answers == [.placed(entry: 2)])
  }

  @Test func `a push to a dead app sets the badge, runs no code, and the start is told`() throws {
    let run = try run(
      #"{"id": "t", "at": "1s", "device": "phone", "register": "p"}"#,
      #"{"id": "k", "at": "2s", "device": "phone", "kill": "user"}"#,
      #"{"id": "n", "at": "3s", "cloud": {"publish": {"item": "i1"}}}"#,
      #"{"id": "o", "at": "5s", "device": "phone", "open": {"push": "i1"}}"#)
    let badged = run.events.compactMap { event -> Int? in
      guard case .badged("phone", let badge, _) = event.kind else { return nil }
      return badge
    }
    #expect(badged == [1])
    let isHanded = run.steps.contains { step in
      if case .push = step.event { true } else { false }
    }
    #expect(!isHanded)
    let start = try #require(run.steps.first { $0.name.description == "phone.start#2" })
    #expect(start.event == .start(Launch(isLinkUp: true, badge: 1)))
    let opened = try #require(run.events.first { $0.step?.name.description == "o" })
    #expect(opened.at == Instant(5000))
  }

  @Test func `a device with two tokens is sent two pushes, and new ids differ`() throws {
    let run = try run(
      #"{"id": "t1", "at": "1s", "device": "phone", "register": "p"}"#,
      #"{"id": "t2", "at": "2s", "device": "phone", "register": "q"}"#,
      #"{"id": "n", "at": "3s", "cloud": {"publish": {"item": "i1"}}}"#,
      cloud: #"{"notices": {"ids": "new"}}"#)
    let notices = run.steps.compactMap { step -> Text? in
      guard case .push(.notice(let notice)) = step.event else { return nil }
      return notice.id
    }
    #expect(notices == ["i1#1", "i1#2"])
  }

  @Test func `what this area adds to frames, traces and stores is read back as written`() throws {
    let run = try run(
      Self.order, #"{"id": "s", "at": "2s", "device": "phone", "search": "zo"}"#,
      #"{"id": "t", "at": "3s", "device": "phone", "register": "p"}"#,
      #"{"id": "n", "at": "4s", "cloud": {"publish": {"item": "i1", "users": ["u1"]}}}"#,
      #"{"id": "r", "at": "5s", "device": "phone", "markRead": ["i1"]}"#)
    for event in run.events {
      let read = try TraceEvent(JSONReader(try JSONParser.parse(event.json)))
      #expect(read == event)
    }
  }
}
