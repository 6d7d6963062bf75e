import ClusterCore
import ClusterEngine
import Testing

/// What only a trial asks of the engine, and that nothing else gets it.
@Suite("Trial: handing over again, and looking in between") struct HandoverTests {
  private static let answer = MessageName(
    sender: "phone", receiver: .cloud, kind: .save, root: "a", count: 1, part: .answer)

  private func deliveries(handsOverAgain: Bool) throws -> [String] {
    let scenario = try Sample.scenario(timeline: [Sample.write("a", at: "1s", "phone", "Milk")])
    let again = Fate(.ordinary, again: [.delivery(Self.answer, copy: 1)])
    let setup = RunSetup(
      scenario, added: Schedule(fates: [NamedFate(message: Self.answer, fate: again)]),
      handsOverAgain: handsOverAgain)
    return try RecordedRun(setup).deliveries.filter { $0.contains("\(Self.answer)") }
  }

  @Test("an answer is handed to its device once more where a trial asks for it")
  func again() throws {
    #expect(
      try deliveries(handsOverAgain: true)
        == ["phone \(Self.answer)", "phone \(Self.answer)~2"])
  }

  @Test("nobody else's fate can double an answer")
  func once() throws {
    #expect(try deliveries(handsOverAgain: false) == ["phone \(Self.answer)"])
    let scenario = try Sample.scenario(timeline: [Sample.write("a", at: "1s", "phone", "Milk")])
    #expect(!RunSetup(scenario).handsOverAgain)
  }

  @Test("a run that was looked at in between goes on as if it had not been")
  func between() throws {
    let scenario = try Sample.scenario(
      links: Sample.stormy,
      timeline: [
        Sample.write("a", at: "1s", "phone", "Milk"), Sample.write("b", at: "2s", "tablet", "Eggs"),
      ])
    let setup = RunSetup(scenario)
    let whole = try RecordedRun(setup)
    var events: [TraceEvent] = []
    var run = Run(setup, hosts: MemoryHost.all(of: scenario)) { events.append($0) }
    try run.start()
    try run.run(until: Instant(1500))
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0.at <= Instant(1500) })
    #expect(try run.holdings(of: "phone").account["shown"]?.json == #"{"note-1.title":"Milk"}"#)
    _ = try run.run()
    #expect(events == whole.events)
  }
}
