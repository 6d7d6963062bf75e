import ClusterCore
import ClusterEngine
import Testing

@Suite struct DeterminismTests {
  private func scenario() throws -> Scenario {
    try Sample.scenario(
      devices: ["phone", "tablet", "laptop"], links: Sample.stormy,
      timeline: [
        Sample.write("a", at: "1s", "phone", "one"),
        Sample.write("b", at: "1s", "tablet", "two"),
        Sample.partition("p", at: "1500ms", "laptop", traffic: "hold", for: "2s"),
        Sample.write("c", at: "2s", "laptop", "three"),
      ])
  }

  @Test func theSameSeedGivesTheSameTrace() throws {
    let scenario = try scenario()
    for seed in 1...50 {
      let setup = RunSetup(scenario, seed: Seed(UInt64(seed)))
      #expect(try RecordedRun(setup).hash == RecordedRun(setup).hash)
    }
  }

  @Test func anotherSeedGivesAnotherTrace() throws {
    let scenario = try scenario()
    let hashes = try (1...50).map { try RecordedRun(RunSetup(scenario, seed: Seed($0))).hash }
    #expect(Set(hashes).count == 50)
  }

  @Test func aSchedulePastedIntoTheTimelineGivesTheSameTrace() throws {
    let scenario = try scenario()
    for seed in 1...50 {
      let stormy = try RecordedRun(RunSetup(scenario, seed: Seed(UInt64(seed))))
      let written = ScenarioWriter(scenario).file(
        name: "pasted", about: "", schedule: stormy.outcome.schedule, isWeatherOff: false,
        failing: nil)
      let pasted = try ScenarioFile(Array(written.pretty().utf8)).scenario()
      let again = try RecordedRun(RunSetup(pasted, seed: Seed(99), drawsWeather: false))
      #expect(again.hash == stormy.hash, "seed \(seed)")
      #expect(again.outcome.unused.isEmpty)
    }
  }
}

@Suite struct NetworkTests {
  private func deliveries(_ fate: String) throws -> [String] {
    let scenario = try Sample.scenario(
      calm: #"{"at": "30s"}"#,
      timeline: [
        Sample.write("a", at: "1s", "phone", "one"), Sample.write("b", at: "2s", "tablet", "two"),
        fate,
      ])
    return try RecordedRun(RunSetup(scenario)).deliveries
  }

  private let first = "cloud phone>cloud/save/a/1"
  private let second = "cloud tablet>cloud/save/b/1"

  @Test func aLostRequestIsSentAgainAfterItsTimeout() throws {
    let order = try deliveries(#"{"message": "phone>cloud/save/a/1", "fate": []}"#)
    #expect(!order.contains(first))
    #expect(order.contains("phone phone>cloud/save/a/1/failure"))
    #expect(order.contains("cloud phone>cloud/save/a/2"))
  }

  @Test func aLostAnswerLeavesTheRequestHandledTwice() throws {
    let order = try deliveries(#"{"message": "phone>cloud/save/a/1/answer", "fate": []}"#)
    #expect(order.contains(first))
    #expect(order.contains("cloud phone>cloud/save/a/2"))
    #expect(!order.contains("phone phone>cloud/save/a/1/answer"))
  }

  @Test func twoCopiesAreHandledAndOneIsAnswered() throws {
    let order = try deliveries(
      #"{"message": "phone>cloud/save/a/1", "fate": ["10ms", "300ms"]}"#)
    #expect(order.contains(first))
    #expect(order.contains(first + "~2"))
    #expect(order.filter { $0 == "phone phone>cloud/save/a/1/answer" }.count == 1)
  }

  @Test func aHeldMessageComesRightAfterWhatItWaitedFor() throws {
    let order = try deliveries(
      #"{"message": "phone>cloud/save/a/1", "after": "tablet>cloud/save/b/1"}"#)
    let place = try #require(order.firstIndex(of: second))
    #expect(order[place + 1] == first)
  }

  @Test func aMessageHeldForNothingIsLostAndReported() throws {
    let scenario = try Sample.scenario(
      timeline: [
        Sample.write("a", at: "1s", "phone", "one"),
        #"{"message": "phone>cloud/save/a/1", "after": "tablet>cloud/save/never/1"}"#,
      ])
    let run = try RecordedRun(RunSetup(scenario))
    guard case .ended(let ending) = run.events.last?.kind else {
      Issue.record("the trace has no end")
      return
    }
    #expect(ending.neverReleased.map(\.description) == ["phone>cloud/save/a/1"])
    #expect(ending.reason == .quiet)
  }

  @Test func oneMoreCopyFollowsTheNamedEvent() throws {
    let order = try deliveries(
      #"{"message": "phone>cloud/save/a/1", "again": ["tablet>cloud/save/b/1"]}"#)
    let place = try #require(order.firstIndex(of: second))
    #expect(order[place + 1] == first + "~2")
  }

  @Test func theLastCopyIsAnsweredWhereAFateWantsIt() throws {
    let order = try deliveries(
      #"{"message": "phone>cloud/save/a/1", "fate": ["10ms", "300ms"], "answers": "last"}"#)
    let answer = try #require(order.firstIndex(of: "phone phone>cloud/save/a/1/answer"))
    let copy = try #require(order.firstIndex(of: first + "~2"))
    #expect(answer > copy)
  }

  @Test(arguments: ["drop", "hold", "refuse"])
  func aPartitionIsJudgedAtSending(traffic: String) throws {
    let scenario = try Sample.scenario(
      timeline: [
        Sample.partition("p", at: "1s", "phone", traffic: traffic, for: "5s"),
        Sample.write("a", at: "2s", "phone", "one"),
        Sample.write("b", at: "3s", "tablet", "two"),
      ])
    let run = try RecordedRun(RunSetup(scenario))
    let arrival = try #require(
      run.events.first { $0.step?.name.description.hasPrefix("phone>cloud/save/a/") == true })
    #expect(arrival.at >= Instant(6000), "nothing of the phone's arrives before the end")
    let pushes = run.deliveries.filter { $0.hasPrefix("phone cloud>phone/push/") }
    #expect(pushes == ["phone cloud>phone/push/b/1"], "the last push is kept for it")
    #expect(run.deliveries.contains("phone phone.linkDown#1") == (traffic == "refuse"))
  }

  @Test func onAFirstInFirstOutLinkNothingOvertakes() throws {
    let links = """
      {"default": {"delay": {"uniform": ["1ms", "900ms"]}},
       "phone>cloud": {"delay": {"uniform": ["1ms", "900ms"]}, "order": "fifo"}}
      """
    let timeline = (0..<20).map {
      Sample.write("w\($0)", at: "\(1000 + $0 * 10)ms", "phone", "\($0)")
    }
    let scenario = try Sample.scenario(
      links: links, policy: #"{"send": "allAtOnce"}"#, timeline: timeline)
    for seed in 1...20 {
      let run = try RecordedRun(RunSetup(scenario, seed: Seed(UInt64(seed))))
      let arrived = run.deliveries.filter { $0.hasPrefix("cloud phone>cloud/save/") }
      #expect(arrived == (0..<20).map { "cloud phone>cloud/save/w\($0)/1" })
    }
  }

  @Test func withEveryMessageLostTheRunEndsAtItsLimit() throws {
    let scenario = try Sample.scenario(
      links: #"{"default": {"loss": 1}}"#, calm: #"{"links": "keep", "limit": "60s"}"#,
      timeline: [Sample.write("a", at: "1s", "phone", "one")])
    let outcome = try RecordedRun(RunSetup(scenario)).outcome
    #expect(outcome.reason == .limit)
    #expect(outcome.end == Instant(61_000))
  }

  @Test func aRunOfTooManyStepsIsGivenUp() throws {
    let scenario = try Sample.scenario(timeline: [Sample.write("a", at: "1s", "phone", "one")])
    let outcome = try RecordedRun(RunSetup(scenario, stepLimit: 5)).outcome
    #expect(outcome.reason == .tooManySteps)
    #expect(outcome.steps == 5)
  }
}

@Suite struct ClockTests {
  /// An edit's stamp under `deviceClock` is the wall clock it was made by.
  private func stamps(clock: String, timeline: [String]) throws -> [Int64] {
    let text = """
      {"format": 1, "name": "clock", "devices": [{"name": "phone", "clock": \(clock),
       "policy": {"stamp": "deviceClock"}}], "timeline": [\(timeline.joined(separator: ","))]}
      """
    let scenario = try ScenarioFile(Array(text.utf8)).scenario()
    return try RecordedRun(RunSetup(scenario)).steps.compactMap { step in
      guard case .operation(.write, _) = step.event else { return nil }
      return step.clock?.wall
    }
  }

  private let writes = [
    Sample.write("a", at: "1s", "phone", "one"), Sample.write("b", at: "100s", "phone", "two"),
  ]

  @Test func offsetDriftAndTick() throws {
    #expect(try stamps(clock: #"{"offset": "-1m"}"#, timeline: writes) == [-59_000, 40_000])
    // 1000 ppm: a millisecond gained in each second.
    #expect(try stamps(clock: #"{"drift": 1000}"#, timeline: writes) == [1001, 100_100])
    #expect(
      try stamps(clock: #"{"offset": "-700ms", "tick": "1s"}"#, timeline: writes) == [0, 99_000])
  }

  @Test func aJumpMovesTheWallClockOnly() throws {
    let jump = #"{"at": "50s", "device": "phone", "clock": {"jump": "-1h"}}"#
    let walls = try stamps(clock: "{}", timeline: [writes[0], jump, writes[1]])
    #expect(walls == [1000, 100_000 - 3_600_000])
  }
}

@Suite struct ServerStampTests {
  /// Two values in one operation are two edits; a copy of the save adds neither again.
  @Test func everyValueOfOneOperationIsAddedOnce() throws {
    let scenario = try Sample.scenario(
      policy: #"{"stamp": "server"}"#,
      timeline: [
        #"{"id": "a", "at": "1s", "device": "phone", "add": {"n": {"tags": ["x", "y"]}}}"#,
        #"{"message": "phone>cloud/save/a/1", "fate": ["10ms", "20ms"]}"#,
      ])
    let run = try RecordedRun(RunSetup(scenario))
    guard case .ended(let ending) = run.events.last?.kind else { return }
    #expect(ending.cloud.map(\.state.shown) == [.set([.text("x"), .text("y")])])
    #expect(ending.cloud.first?.state.number == 2, "two changes and no more")
  }
}
