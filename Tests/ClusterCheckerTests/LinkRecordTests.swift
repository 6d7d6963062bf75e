import ClusterCore
import Testing

@testable import ClusterChecker

/// `settled` takes nobody's word: it counts along what the links say.
@Suite struct LinkRecordTests {
  /// A save that is sent so and arrives ten milliseconds later.
  private func trace(_ dispatch: Dispatch = .copies([10])) throws -> TraceBuilder {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), shows: [shown("Milk")], sends: [milkEdit],
      dispatch: dispatch)
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    return trace
  }

  private func heard(_ dispatch: Dispatch = .copies([10])) throws -> TraceBuilder {
    var trace = try trace(dispatch)
    trace.hear([kept("w1", milk)], on: "phone")
    return trace
  }

  private func end(_ trace: TraceBuilder) throws -> CheckResult {
    var trace = trace
    trace.end(title: milk)
    return try #require(trace.result(.settled))
  }

  @Test func `what arrives as the links say is settled`() throws {
    #expect(try end(heard()).verdict == .pass)
  }

  @Test(arguments: [
    (Dispatch.copies([10, 900]), "still under way"), (.copies([]), "it was not under way"),
    (.copies([900]), "it was not under way"), (.refused, "it was not under way"),
  ])
  func `what arrives otherwise than the links say is not`(
    dispatch: Dispatch, reason: String
  ) throws {
    let result = try end(heard(dispatch))
    #expect(result.signature.hasSuffix("phone>cloud/save/w1/1|\(reason)"))
    // Whoever prints it says the step.
    #expect(result.step != nil && !result.explanation.lowercased().contains("step"))
  }

  @Test func `a message that is held may arrive at any time, and once`() throws {
    var trace = try heard(.held(until: .entry("shop")))
    #expect(try end(trace).verdict == .pass)
    trace.arrive([milkEdit], from: "phone", copy: 2, answer: [kept("w1", milk)])
    #expect(try end(trace).signature.hasSuffix("it was not under way"))
  }

  @Test func `a further delivery is one that the schedule settles`() throws {
    var trace = try heard()
    trace.arrive([milkEdit], from: "phone", copy: 2, answer: [kept("w1", milk)])
    trace.end(title: milk)
    #expect(trace.verdict(.settled) == .fail)
    let again = NamedFate(
      message: TraceBuilder.save("phone", "w1"), fate: Fate(.ordinary, again: [.entry("w1")]))
    var checker = Checker(scenario: trace.scenario, schedule: Schedule(fates: [again]))
    for event in trace.events { checker.observe(event) }
    #expect(checker.results().first { $0.name == .settled }?.verdict == .pass)
  }

  @Test func `an attempt without an answer or a timeout is not settled`() throws {
    var trace = try TraceBuilder()
    trace.make(
      "phone", "w1", .write([title: text("Milk")]), sends: [milkEdit], dispatch: .copies([]))
    #expect(try end(trace).signature == "settled|phone>cloud/save/w1/1|still open")
    trace.step(
      "phone", .failure(TraceBuilder.save("phone", "w1")), .failure(.timeout, of: 1), [],
      root: "w1")
    #expect(try end(trace).verdict == .pass)
  }

  @Test func `an answer after the end of its attempt is not settled`() throws {
    var trace = try trace()
    trace.step(
      "phone", .failure(TraceBuilder.save("phone", "w1")), .failure(.timeout, of: 1), [],
      root: "w1", after: 0)
    trace.hear([kept("w1", milk)], on: "phone")
    #expect(try end(trace).signature == "settled|phone>cloud/save/w1/1|its attempt was over")
  }

  @Test func `a dead device does nothing before it starts`() throws {
    var trace = try heard()
    trace.add(.died(device: "phone", .system))
    #expect(try end(trace).signature == "settled|phone|still dead")
    var early = trace
    early.step("phone", .entry("x"), .operation(.sync, intent: "x"), [], root: "x")
    #expect(try end(early).signature == "settled|phone|a dead device acts")
    trace.step(
      "phone", .entry("phone.start#2"), .start(Launch(isLinkUp: true)), [], root: "phone.start#2")
    #expect(try end(trace).verdict == .pass)
  }

  private func timer(_ effects: [Effect], after: Int64) throws -> TraceBuilder {
    var trace = try heard()
    let name = TimerName(device: "phone", kind: "retry", root: "w1", count: 1)
    let setting = TimerSetting(key: "k", kind: "retry", after: 500)
    trace.step(
      "phone", .entry("x"), .operation(.sync, intent: "x"),
      [PerformedEffect(.setTimer(setting), .timerSet(name, due: Instant(540)))], root: "x")
    trace.step(
      "phone", .entry("y"), .operation(.sync, intent: "y"),
      effects.map { PerformedEffect($0, .done) }, root: "y", after: after)
    return trace
  }

  @Test func `a timer fires, unless it is cancelled in time`() throws {
    let name = "phone/timer/retry/w1/1"
    #expect(try end(timer([.cancelTimer("k")], after: 10)).verdict == .pass)
    #expect(
      try end(timer([.cancelTimer("k")], after: 900)).signature
        == "settled|\(name)|it did not fire")
    #expect(try end(timer([], after: 10)).signature == "settled|\(name)|it did not fire")
  }

  @Test func `a line that is missing is told`() throws {
    var trace = try heard()
    trace.end(title: milk)
    var checker = Checker(scenario: trace.scenario)
    for event in trace.events where event.number != 2 { checker.observe(event) }
    let result = checker.results().first { $0.name == .settled }
    #expect(result?.signature == "settled|trace|not in order")
    #expect(result?.step == 3)
  }
}
