import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

@Suite struct ShrinkerTests {
  /// The phone saves `a`, and `b` waits behind it; both saves of `a` are lost.
  private static func queued() throws -> Shrinker.Candidate {
    let scenario = try Sample.scenario(timeline: [
      Sample.write("a", at: "1s", "phone", "dark", field: "theme"),
      Sample.write("b", at: "1020ms", "phone", "Milk"),
      Sample.write("c", at: "3s", "tablet", "Eggs"),
    ])
    let lost = ["phone>cloud/save/a/1", "phone>cloud/save/a/2"].compactMap {
      MessageName(parsing: $0)
    }
    return Shrinker.Candidate(
      scenario: scenario,
      schedule: Schedule(fates: lost.map { NamedFate(message: $0, fate: .lost) }))
  }

  private static func departures(of candidate: Shrinker.Candidate) throws -> Departures {
    try Shrinker.Trial.inMemory(candidate).departures
  }

  @Test func aFateGoesOverToWhatTheQueueThenSends() throws {
    let queued = try Self.queued()
    let smaller = queued.without(entries: 0..<1, try Self.departures(of: queued))
    #expect(smaller.map { $0.scenario.timeline.map(\.id) } == [["b", "c"], ["b", "c"]])
    #expect(
      smaller.map { $0.schedule.fates.map(\.message.description) } == [
        [], ["phone>cloud/save/b/1", "phone>cloud/save/b/2"],
      ])
  }

  @Test func withoutAnEntryThatNothingWaitsForNamesStay() throws {
    let queued = try Self.queued()
    let smaller = queued.without(entries: 2..<3, try Self.departures(of: queued))
    #expect(smaller.map(\.schedule) == [queued.schedule])
  }

  /// The calm would begin two seconds earlier without the last entry.
  @Test func theCalmStaysWhereItWas() throws {
    let queued = try Self.queued()
    #expect(queued.scenario.calm.at == Instant(3000))
    let smaller = queued.without(entries: 2..<3, try Self.departures(of: queued))
    #expect(smaller.first?.scenario.calm.at == Instant(3000))
  }

  @Test func linesThatCameToNothingGoUntried() throws {
    var queued = try Self.queued()
    let never = try #require(MessageName(parsing: "phone>cloud/save/zebra/1"))
    queued.schedule.fates.append(NamedFate(message: never, fate: .lost))
    let trial = try Shrinker.Trial.inMemory(queued)
    #expect(!trial.used.fates.contains { $0.message == never })
    #expect(trial.used.fates.count == 2)
  }

  /// What a device holds at the start names it; a file that named one that is gone would be refused.
  @Test func whatADeviceHeldAtTheStartGoesWithIt() throws {
    let scenario = try Sample.scenario(
      start: """
        {"tokens": {"phone": {"user": "u1"}, "tablet": {"user": "u2"}},
         "badges": {"phone": 3}, "unread": {"tablet": ["i1"]}}
        """,
      timeline: [Sample.write("a", at: "1s", "tablet", "Milk")])
    let candidate = Shrinker.Candidate(scenario: scenario, schedule: Schedule())
    let smaller = candidate.without(device: "phone").scenario
    #expect(smaller.start.tokens.map(\.device) == ["tablet"])
    let file = ScenarioWriter(smaller).file(
      name: "smaller", about: "", schedule: Schedule(), isWeatherOff: true, failing: nil)
    let written = try ScenarioFile(Array(file.json.utf8)).scenario()
    #expect(written.start == smaller.start)
    #expect(written.start.badges.isEmpty)
    #expect(written.start.unread == ["tablet": ["i1"]])
  }
}
