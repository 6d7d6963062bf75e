import ClusterCore
import ClusterEngine
import Testing

@Suite struct SessionTests {
  /// Expires everybody's tokens, so that the next call has to renew.
  private static func expire(_ id: String, at: String) -> String {
    #"{"id": "\#(id)", "at": "\#(at)", "cloud": {"expireTokens": {"user": "u1"}}}"#
  }

  private static func call(
    _ id: String, at: String, _ device: String = "phone"
  ) -> String {
    #"{"id": "\#(id)", "at": "\#(at)", "device": "\#(device)", "call": "feed"}"#
  }

  private func run(
    _ entries: [String], tokens: String = "{}", start: String = #"{"user": "u1"}"#,
    policy: String = "\"sound\"", actors: String = "", seed: UInt64 = 1, calm: String = "1000s"
  ) throws -> RecordedRun {
    let text = """
      {"format": 1, "name": "sample", "cloud": {"tokens": \(tokens)},
       "devices": [{"name": "phone", "timeout": "5s", "policy": \(policy)\(actors)}],
       "start": {"tokens": {"phone": \(start)}}, "calm": {"at": "\(calm)"},
       "timeline": [\(entries.joined(separator: ","))]}
      """
    return try RecordedRun(
      RunSetup(ScenarioFile(Array(text.utf8)).scenario(), seed: Seed(seed)))
  }

  /// What became of each call.
  private func calls(of run: RecordedRun) -> [IntentID: CallStatus] {
    var calls: [IntentID: CallStatus] = [:]
    for case .show(let changes) in run.steps.flatMap(\.effects).map(\.effect) {
      for case .call(let intent, let status) in changes { calls[intent] = status }
    }
    return calls
  }

  /// What the devices put into the vault: the numbers of the access tokens, 0 for nothing.
  private func vault(of run: RecordedRun) -> [Int] {
    run.steps.flatMap(\.effects).map(\.effect).compactMap { effect in
      if case .vault(let item) = effect { item?.session.access.number ?? 0 } else { nil }
    }
  }

  private func presented(in run: RecordedRun) -> [Int] {
    run.steps.flatMap(\.effects).map(\.effect).compactMap { effect in
      if case .send(.refresh(let token), _) = effect { token.number } else { nil }
    }
  }

  private func answers(in run: RecordedRun, to kind: MessageKind) -> [Answer] {
    run.steps.filter { $0.node == .cloud }.flatMap(\.effects).compactMap { performed in
      guard case .sent(let name, _) = performed.outcome, name.kind == kind,
        case .answer(let answer) = performed.effect
      else { return nil }
      return answer
    }
  }

  @Test func `a refused call renews the session and is done`() throws {
    let run = try run([Self.expire("x", at: "1s"), Self.call("q1", at: "2s")])
    #expect(calls(of: run) == ["q1": .done])
    #expect(vault(of: run) == [2])
    #expect(presented(in: run) == [1])
  }

  /// The next user has signed in, the cloud has not heard of it, and the answer for the one before
  /// comes: until then the vault is his, and his old pair is used up.
  @Test func `while a sign-in is not answered the vault keeps the newest pair of the one before`()
    throws
  {
    let run = try run([
      Self.expire("x", at: "1s"), Self.call("q1", at: "2s"),
      #"{"id": "in", "at": "2150ms", "device": "phone", "signIn": "u2"}"#,
      #"{"message": "phone>cloud/signIn/in/1", "fate": []}"#,
    ])
    #expect(vault(of: run) == [2, 3])
    #expect(calls(of: run) == ["q1": .failed, "in": .done])
  }

  @Test func `so it does while the phone is locked`() throws {
    let run = try run([
      Self.expire("x", at: "1s"), Self.call("q1", at: "2s"),
      #"{"id": "pocket", "at": "2120ms", "device": "phone", "lock": true, "for": "5s"}"#,
      #"{"id": "in", "at": "2150ms", "device": "phone", "signIn": "u2"}"#,
      #"{"message": "phone>cloud/signIn/in/1", "fate": []}"#,
    ])
    #expect(vault(of: run) == [2, 3])
  }

  @Test func `a token is renewed ahead of its end, and no call is refused`() throws {
    // Lives 100 s, so that half of it is the margin.
    let run = try run(
      [Self.call("q1", at: "10s"), Self.call("q2", at: "60s")],
      tokens: #"{"accessLifetime": "100s"}"#, policy: #"{"upkeep": "onUse"}"#)
    #expect(calls(of: run) == ["q1": .done, "q2": .done])
    #expect(presented(in: run) == [1])
    #expect(!answers(in: run, to: .call).contains(.refused(.unauthorized)))
  }

  @Test func `within the grace a used token is answered with the same pair, later with a refusal`()
    throws
  {
    let lost = #"{"message": "phone>cloud/refresh/q1/1/answer", "fate": []}"#
    let entries = [Self.expire("x", at: "1s"), Self.call("q1", at: "2s"), lost]
    let lenient = try run(entries, tokens: #"{"refreshGrace": "30s"}"#)
    #expect(presented(in: lenient) == [1, 1])
    #expect(vault(of: lenient) == [2])
    let strict = try run(entries, tokens: #"{"refreshGrace": "1s"}"#)
    #expect(answers(in: strict, to: .refresh).last == .refused(.invalidGrant))
    #expect(vault(of: strict) == [0])
    #expect(calls(of: strict) == ["q1": .failed])
  }

  @Test func `tokens that are not rotated keep their refresh token`() throws {
    let run = try run(
      [
        Self.expire("x", at: "1s"), Self.call("q1", at: "2s"), Self.expire("y", at: "3s"),
        Self.call("q2", at: "4s"),
      ], tokens: #"{"rotation": "off"}"#)
    #expect(presented(in: run) == [1, 1])
    #expect(vault(of: run) == [2, 3])
  }

  @Test func `a busy server is asked again later, and nobody is signed out`() throws {
    let run = try run([
      Self.expire("x", at: "1s"),
      #"{"id": "r", "at": "1s", "cloud": {"rateLimit": {"user": "u1", "for": "4s"}}}"#,
      Self.call("q1", at: "2s"),
    ])
    #expect(answers(in: run, to: .refresh).first == .refused(.rateLimited))
    #expect(vault(of: run) == [2])
    #expect(calls(of: run) == ["q1": .done])
  }

  @Test func `a revoked session ends`() throws {
    let run = try run([
      #"{"id": "r", "at": "1s", "cloud": {"revoke": {"user": "u1"}}}"#, Self.call("q1", at: "2s"),
    ])
    #expect(vault(of: run) == [0])
    #expect(calls(of: run) == ["q1": .failed])
  }

  @Test func `a locked phone cannot read its vault, and signs nobody out for that`() throws {
    let run = try run(
      [
        #"{"id": "l", "at": "1s", "device": "phone", "lock": true, "for": "20s"}"#,
        #"{"id": "k", "at": "2s", "device": "phone", "kill": "system", "for": "1s"}"#,
        Self.call("q1", at: "10s"), Self.call("q2", at: "30s"),
      ])
    let first = try #require(run.steps.first { $0.name.description == "q1" })
    #expect(!first.effects.contains { if case .send = $0.effect { true } else { false } })
    #expect(calls(of: run) == ["q1": .done, "q2": .done])
    #expect(vault(of: run).isEmpty)
  }

  @Test func `a reinstall keeps the vault and loses the store`() throws {
    let run = try run([
      #"{"id": "i", "at": "1s", "device": "phone", "reinstall": true}"#, Self.call("q1", at: "2s"),
    ])
    #expect(calls(of: run) == ["q1": .done])
    #expect(
      !run.steps.contains { step in
        if case .request(.signIn, _) = step.event { true } else { false }
      })
  }

  @Test func `a call that was shown as pending outlives its process`() throws {
    let run = try run([
      #"{"device": "phone", "kill": "system", "during": "q1", "afterEffects": 2, "for": "1s"}"#,
      Self.call("q1", at: "2s"),
    ])
    #expect(calls(of: run) == ["q1": .done])
  }

  /// The app's renewal is answered late; the extension renews twice meanwhile.
  private func overtaken(_ policy: String, tokens: String = "{}") throws -> RecordedRun {
    try run(
      [
        Self.expire("x", at: "1s"), Self.call("a", at: "2s", "phone.app"),
        #"{"message": "phone.app>cloud/refresh/a/1/answer", "fate": ["4s"]}"#,
        Self.call("b", at: "2.5s", "phone.extension"), Self.expire("y", at: "3s"),
        Self.call("c", at: "3.5s", "phone.extension"),
      ], tokens: tokens, policy: policy, actors: #", "actors": ["app", "extension"]"#)
  }

  @Test func `an older pair that comes late does not replace a newer one`() throws {
    // Each for itself: else the extension would wait for the app.
    #expect(vault(of: try overtaken(#"{"refresh": "perRequest"}"#)) == [2, 3])
    let last = try overtaken(#"{"refresh": "perRequest", "vault": "lastWins"}"#)
    #expect(vault(of: last).prefix(3) == [2, 3, 2])
  }

  @Test func `without serials only what answers the vault's own token is newer`() throws {
    let entries = [Self.expire("x", at: "1s"), Self.call("q1", at: "2s")]
    #expect(vault(of: try run(entries, tokens: #"{"serials": false}"#)) == [2])
    // The pair that answers token 1 comes when the vault holds the one that answers token 2.
    let none = #"{"serials": false}"#
    #expect(vault(of: try overtaken(#"{"refresh": "perRequest"}"#, tokens: none)) == [2, 3])
    let last = try overtaken(#"{"refresh": "perRequest", "vault": "lastWins"}"#, tokens: none)
    #expect(vault(of: last).prefix(3) == [2, 3, 2])
  }

  @Test func `two actors renew one after the other, and the second finds the first one's pair`()
    throws
  {
    let run = try run(
      [
        Self.expire("x", at: "1s"), Self.call("a", at: "2s", "phone.app"),
        Self.call("b", at: "2s", "phone.extension"),
      ], actors: #", "actors": ["app", "extension"]"#)
    #expect(presented(in: run) == [1])
    #expect(calls(of: run) == ["a": .done, "b": .done])
  }

  @Test func `an actor does not wait for ever for one that died while it renewed`() throws {
    let run = try run(
      [
        Self.expire("x", at: "1s"), Self.call("a", at: "2s", "phone.app"),
        #"{"id": "k", "at": "2.15s", "device": "phone.app", "kill": "system"}"#,
        Self.call("b", at: "3s", "phone.extension"),
      ], tokens: #"{"refreshGrace": "1h"}"#, actors: #", "actors": ["app", "extension"]"#)
    let done = run.steps.contains { step in
      step.node == "phone.extension"
        && step.effects.contains { $0.effect == .show([.call("b", .done)]) }
    }
    #expect(done && vault(of: run) == [2])
  }

  @Test func `a timer renews the session before its end, again and again`() throws {
    // Lives 200 s, less 90 s of margin: renewed after 110 s each.
    let run = try run([], tokens: #"{"accessLifetime": "200s"}"#, calm: "350s")
    #expect(presented(in: run) == [1, 2, 3])
    let renewals = run.steps.map(\.name.description).filter { $0.contains(">cloud/refresh/") }
    #expect(renewals.contains("phone>cloud/refresh/phone.upkeep#3/1"))
    let onUse = try self.run(
      [], tokens: #"{"accessLifetime": "200s"}"#, policy: #"{"upkeep": "onUse"}"#, calm: "350s")
    #expect(presented(in: onUse).isEmpty)
  }

  /// Wherever a kill cuts the sign-out: it happens wholly and the cloud hears of it, or not at all.
  @Test(arguments: 0...6)
  func `a sign-out that a kill cuts is told to the cloud after the start`(effects: Int) throws {
    let kill = """
      {"device": "phone", "kill": "system", "during": "out", "afterEffects": \(effects),
       "for": "1s"}
      """
    let run = try run(
      [#"{"id": "out", "at": "2s", "device": "phone", "signOut": true}"#, kill])
    let told = run.steps.filter { step in
      if case .request(.signOut, _) = step.event { true } else { false }
    }
    #expect(told.isEmpty == (effects == 0))
    #expect(vault(of: run) == (effects == 0 ? [] : [0]))
  }

  @Test func `secrets are the seed's, and stand in no line of the trace`() throws {
    let entries = [Self.expire("x", at: "1s"), Self.call("q1", at: "2s")]
    let first = try run(entries)
    var secrets: Set<String> = []
    for case .vault(let item?) in first.steps.flatMap(\.effects).map(\.effect) {
      secrets.insert(item.session.access.secret.string)
      secrets.insert(item.session.refresh.secret.string)
    }
    #expect(secrets.count == 2 && secrets.allSatisfy { $0.utf8.count == 16 })
    var encoder = TraceEncoder()
    let lines = first.events.map { String(decoding: encoder.line(for: $0), as: UTF8.self) }
    for secret in secrets { #expect(!lines.contains { $0.contains(secret) }) }
    // Names and events are the same under another seed; only the secrets differ.
    let second = try run(entries, seed: 2)
    #expect(first.hash == second.hash)
    #expect(first.events != second.events)
  }
}
