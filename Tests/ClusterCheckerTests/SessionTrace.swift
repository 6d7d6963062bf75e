import ClusterCore

@testable import ClusterChecker

/// Words for traces of sessions: phone holds session 1 of u1 from the start.
let signedInAtStart = #""start": {"tokens": {"phone": {"user": "u1"}}}"#

func token(_ kind: Token.Kind, _ number: Int) -> Token {
  Token(kind: kind, number: number, secret: "0123456789abcdef")
}

/// The pair of that number.
func pair(_ number: Int, of user: UserID = "u1", family: Int = 1) -> Session {
  Session(
    user: user, family: family, access: token(.access, number), refresh: token(.refresh, number),
    serial: number, lifetime: 3_600_000, expiresAt: 3_600_000)
}

func refreshName(_ root: RootID, _ count: Int = 1, of device: NodeID = "phone") -> MessageName {
  MessageName(sender: device, receiver: .cloud, kind: .refresh, root: root, count: count)
}

func stores(_ session: Session) -> PerformedEffect {
  PerformedEffect(.vault(VaultItem(session, since: 0)), .done)
}

let emptiesVault = PerformedEffect(.vault(nil), .done)

extension TraceBuilder {
  /// A call on whose behalf the device presents a refresh token.
  @discardableResult
  mutating func refresh(
    _ root: RootID, try count: Int = 1, with number: Int, from device: NodeID = "phone",
    after: Int64 = 10
  ) -> Int {
    let effect = PerformedEffect(
      .send(.refresh(token(.refresh, number)), number: number),
      .sent(refreshName(root, count, of: device), .copies([10])))
    return step(
      device, .entry(root), .operation(.call("feed", preparing: 0), intent: root), [effect],
      root: root, after: after)
  }

  /// The cloud answers a refresh.
  @discardableResult
  mutating func answerRefresh(
    _ root: RootID, try count: Int = 1, with number: Int, _ answer: Answer
  ) -> Int {
    let name = refreshName(root, count)
    return step(
      .cloud, .delivery(name, copy: 1), .request(.refresh(token(.refresh, number)), from: "phone"),
      [PerformedEffect(.answer(answer), .sent(name.answer, .copies([10])))], root: root)
  }

  /// The answer to a refresh comes to its device.
  @discardableResult
  mutating func hearRefresh(
    _ root: RootID, try count: Int = 1, _ answer: Answer, _ effects: [PerformedEffect] = []
  ) -> Int {
    step(
      "phone", .delivery(refreshName(root, count).answer, copy: 1), .answer(answer, to: 1),
      effects, root: root)
  }

  @discardableResult
  mutating func signOut(_ effects: [PerformedEffect] = [emptiesVault]) -> Int {
    step(
      "phone", .entry("out"), .operation(.signOut, intent: "out"), effects, root: "out")
  }

  mutating func die(_ device: NodeID = "phone") {
    add(.died(device: device, .system), root: "k1", after: 0)
  }
}
