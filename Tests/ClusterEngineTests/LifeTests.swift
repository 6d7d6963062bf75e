import ClusterCore
import ClusterEngine
import Testing

@Suite struct LifeTests {
  private func run(_ entries: String..., seed: UInt64 = 1, links: String = "{}") throws
    -> RecordedRun
  {
    let scenario = try Sample.scenario(
      links: links, calm: #"{"at": "40s"}"#,
      timeline: [Sample.write("a", at: "1s", "phone", "one")] + entries)
    return try RecordedRun(RunSetup(scenario, seed: Seed(seed)))
  }

  private func effects(of name: String, in run: RecordedRun) throws -> [Effect] {
    let step = try #require(run.steps.first { $0.name.description == name })
    return step.effects.map(\.effect)
  }

  @Test(arguments: 0...3)
  func aKillLeavesTheFirstEffectsAndNoOther(count: Int) throws {
    let whole = try effects(of: "a", in: try run())
    #expect(whole.count == 3, "store, show, send")
    let cut = try run(
      #"{"at": "1s", "device": "phone", "kill": "system", "afterEffects": \#(count), "for": "2s"}"#,
      #"{"at": "900ms", "device": "tablet", "sync": true}"#)
    // The kill stands behind the write in the file, so it cuts the next event of the phone.
    #expect(try effects(of: "a", in: cut) == whole)
    let during = try run(
      #"{"device": "phone", "kill": "system", "during": "a", "afterEffects": \#(count), "for": "2s"}"#
    )
    #expect(try effects(of: "a", in: during) == Array(whole.prefix(count)))
    #expect(during.events.contains { $0.kind == .died(device: "phone", .system) })
  }

  @Test func whatWasStoredIsSentAfterTheRestart() throws {
    let run = try run(
      #"{"device": "phone", "kill": "system", "during": "a", "afterEffects": 1, "for": "2s"}"#)
    let start = try #require(run.events.first { $0.step?.name.description == "phone.start#2" })
    #expect(start.at == Instant(3000))
    let sends = try effects(of: "phone.start#2", in: run).contains { effect in
      if case .send(.save, _) = effect { true } else { false }
    }
    #expect(sends)
    guard case .ended(let ending) = run.events.last?.kind else { return }
    #expect(ending.cloud.map(\.state.shown) == [.scalar(.text("one"))])
  }

  @Test func whatWasNotStoredIsGone() throws {
    let run = try run(
      #"{"device": "phone", "kill": "system", "during": "a", "afterEffects": 0, "for": "2s"}"#)
    guard case .ended(let ending) = run.events.last?.kind else { return }
    #expect(ending.cloud.isEmpty)
  }

  @Test func whatWaitedForAFrozenAppIsDroppedWithIt() throws {
    let run = try run(
      #"{"at": "1020ms", "device": "phone", "suspend": true, "for": "10s"}"#,
      #"{"at": "2s", "device": "phone", "kill": "system", "for": "1s"}"#)
    let answer = MessageName(
      sender: "phone", receiver: .cloud, kind: .save, root: "a", count: 1, part: .answer)
    #expect(run.events.contains { $0.kind == .dropped(answer) && $0.at == Instant(2000) })
    #expect(run.outcome.reason == .quiet)
  }

  @Test func answersToADeadAppAreDroppedAndItsTimersAreGone() throws {
    let run = try run(
      #"{"at": "1020ms", "device": "phone", "kill": "user", "for": "10s"}"#)
    let answer = MessageName(
      sender: "phone", receiver: .cloud, kind: .save, root: "a", count: 1, part: .answer)
    #expect(run.events.contains { $0.kind == .dropped(answer) })
    #expect(!run.deliveries.contains("phone \(answer)"))
    #expect(run.deliveries.contains("cloud phone>cloud/save/a/2"), "sent again after the start")
  }

  @Test func nobodyStaysDeadInTheCalm() throws {
    let scenario = try Sample.scenario(
      timeline: [
        Sample.write("a", at: "1s", "phone", "one"),
        #"{"device": "phone", "kill": "user", "during": "calm#1", "afterEffects": 0}"#,
      ])
    let run = try RecordedRun(RunSetup(scenario))
    #expect(run.events.contains { $0.kind == .died(device: "phone", .user) })
    #expect(run.outcome.reason == .quiet)
    #expect(run.deliveries.contains("phone phone.start#2"))
  }

  @Test func theUserOfADeadAppIsIgnored() throws {
    let run = try run(
      #"{"at": "2s", "device": "phone", "kill": "user", "for": "10s"}"#,
      Sample.write("b", at: "5s", "phone", "two"))
    #expect(run.events.contains { $0.kind == .ignored(device: "phone", "b") })
  }

  @Test func aReinstallLosesTheStore() throws {
    let run = try run(
      Sample.partition("p", at: "500ms", "phone", traffic: "refuse", for: "20s"),
      #"{"at": "2s", "device": "phone", "reinstall": true}"#)
    #expect(run.events.contains { $0.kind == .died(device: "phone", .reinstall) })
    guard case .ended(let ending) = run.events.last?.kind else { return }
    #expect(ending.cloud.isEmpty, "the edit was pending in the store that is gone")
    let start = try #require(run.steps.first { $0.name.description == "phone.start#2" })
    #expect(start.event == .start(Launch(isLinkUp: false)), "it is told that it is offline")
  }

  @Test func nothingIsHandedToASuspendedAppUntilItResumes() throws {
    let run = try run(
      #"{"at": "1010ms", "device": "phone", "suspend": true, "for": "5s"}"#,
      Sample.write("b", at: "2s", "tablet", "two"))
    let handed = run.events.filter { $0.step?.node == "phone" && $0.at > Instant(1010) }
    let first = try #require(handed.first)
    #expect(first.at == Instant(6010))
    #expect(handed.prefix { $0.at == Instant(6010) }.count >= 2, "all that waited comes at once")
  }

  /// Three saves that fail together leave three retry timers; all are overdue at the resume.
  @Test func overdueTimersFireInAnOrderThatIsDrawnAndCanBeWritten() throws {
    let timeline =
      (1...3).map { Sample.write("w\($0)", at: "\($0)00ms", "phone", "\($0)", field: "f\($0)") } + [
        #"{"at": "10500ms", "device": "phone", "suspend": true, "for": "9s"}"#
      ] + (1...3).map { #"{"message": "phone>cloud/save/w\#($0)/1", "fate": []}"# }
    let scenario = try Sample.scenario(
      calm: #"{"at": "40s"}"#, policy: #"{"send": "allAtOnce", "retry": "always"}"#,
      timeline: timeline)
    func order(_ run: RecordedRun) -> [String] {
      run.events.filter { $0.at == Instant(19_500) }.compactMap(\.step?.name.description)
        .filter { $0.contains("/timer/") }
    }
    let runs = try (1...20).map { try RecordedRun(RunSetup(scenario, seed: Seed($0))) }
    #expect(runs.allSatisfy { order($0).count == 3 })
    #expect(Set(runs.map(order)).count == 6, "every order is drawn by some seed")
    for run in runs {
      let again = RunSetup(scenario, drawsWeather: false, added: run.outcome.schedule)
      #expect(try RecordedRun(again).hash == run.hash)
    }
  }

  @Test func aKilledRunIsTheSameEachTimeAndFromItsSchedule() throws {
    for seed: UInt64 in 1...20 {
      let entries =
        #"{"at": "1s", "device": "tablet", "kill": "system", "afterEffects": 1, "for": "3s"}"#
      let first = try run(entries, seed: seed, links: Sample.stormy)
      #expect(try run(entries, seed: seed, links: Sample.stormy).hash == first.hash)
      let setup = RunSetup(
        try Sample.scenario(
          links: Sample.stormy, calm: #"{"at": "40s"}"#,
          timeline: [Sample.write("a", at: "1s", "phone", "one"), entries]),
        drawsWeather: false, added: first.outcome.schedule)
      #expect(try RecordedRun(setup).hash == first.hash)
    }
  }
}
