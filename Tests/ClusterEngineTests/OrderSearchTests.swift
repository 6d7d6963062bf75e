import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

@Suite struct OrderSearchTests {
  /// Each device writes the title once, one after the other or all at one instant.
  private static func writers(
    _ devices: [String], cloud: String, isTie: Bool = false, links: String = "{}",
    calm: String = "{}"
  ) throws -> Scenario {
    try Sample.scenario(
      devices: devices, links: links, cloud: cloud, calm: calm,
      policy: #"{"stamp": "deviceClock"}"#,
      timeline: devices.enumerated().map { index, device in
        Sample.write("w\(index)", at: "\(isTie ? 1 : index + 1)s", device, "title \(index)")
      })
  }

  private static func search(
    _ scenario: Scenario, _ budget: OrderBudget = OrderBudget(), states: Int = 1_000_000
  ) async throws -> OrderSummary {
    var search = OrderSearch(scenario, budget: budget, stateLimit: states)
    return try await search.search()
  }

  struct Case: Sendable {
    let rule: String
    var isTie = false
    let ends: Int
    let states: Int
  }

  /// Under last arrival any of the writes may arrive last. Distinct stamps decide whatever the
  /// order; equal ones leave it to the arrival, or to the name of the device.
  @Test(arguments: [
    Case(rule: #""rule": "lastArrival""#, ends: 2, states: 638),
    Case(rule: #""rule": "highestStamp""#, ends: 1, states: 539),
    Case(rule: #""rule": "highestStamp", "tie": "arrival""#, isTie: true, ends: 2, states: 549),
    Case(rule: #""rule": "highestStamp", "tie": "device""#, isTie: true, ends: 1, states: 449),
  ])
  func twoDevicesWriteOneField(_ example: Case) async throws {
    let scenario = try Self.writers(
      ["phone", "tablet"], cloud: "{\(example.rule), \"pushes\": \"none\"}", isTie: example.isTie)
    let summary = try await Self.search(scenario)
    #expect(summary.isComplete)
    #expect(summary.ends.count == example.ends)
    #expect(summary.progress.states == example.states)
    #expect(summary.isOrderSensitive == (example.ends > 1))
    #expect(summary.isRepetitionSensitive == false)
  }

  /// On links that keep their order, since the number of ends does not depend on what else is
  /// under way between a device and the cloud, and the number of states does.
  @Test(arguments: [
    Case(rule: #""rule": "lastArrival""#, ends: 3, states: 3258),
    Case(rule: #""rule": "highestStamp""#, ends: 1, states: 2790),
    Case(rule: #""rule": "highestStamp", "tie": "arrival""#, isTie: true, ends: 3, states: 2064),
    Case(rule: #""rule": "highestStamp", "tie": "device""#, isTie: true, ends: 1, states: 1686),
  ])
  func threeDevicesWriteOneField(_ example: Case) async throws {
    let scenario = try Self.writers(
      ["phone", "tablet", "watch"], cloud: "{\(example.rule), \"pushes\": \"none\"}",
      isTie: example.isTie, links: #"{"default": {"order": "fifo"}}"#)
    let summary = try await Self.search(scenario)
    #expect(summary.isComplete)
    #expect(summary.ends.count == example.ends)
    #expect(summary.progress.states == example.states)
    #expect(summary.isOrderSensitive == (example.ends > 1))
  }

  /// A copy of the older write that arrives behind the newer one wins under last arrival.
  @Test func aCopyMattersUnderLastArrival() async throws {
    let scenario = try Self.writers(
      ["phone", "tablet"], cloud: #"{"rule": "lastArrival", "pushes": "none"}"#,
      links: #"{"default": {"order": "fifo"}}"#)
    let summary = try await Self.search(scenario, OrderBudget(duplicates: 1))
    #expect(summary.isOrderSensitive == true)
    #expect(summary.isRepetitionSensitive == true)
    #expect(summary.ends.count == 2)
    #expect(summary.progress.states == 668)
  }

  @Test func aUnionMindsNothing() async throws {
    let scenario = try Sample.scenario(
      links: #"{"default": {"order": "fifo"}}"#,
      cloud: #"{"sets": "union", "pushes": "none"}"#,
      timeline: [
        #"{"id": "a", "at": "1s", "device": "phone", "add": {"note-1": {"tags": ["x"]}}}"#,
        #"{"id": "b", "at": "2s", "device": "tablet", "add": {"note-1": {"tags": ["y"]}}}"#,
      ])
    let summary = try await Self.search(scenario, OrderBudget(duplicates: 1))
    #expect(summary.isOrderSensitive == false)
    #expect(summary.isRepetitionSensitive == false)
    #expect(summary.ends.count == 1)
    #expect(summary.progress.states == 449)
  }

  @Test func aSearchThatGivesUpClaimsNothing() async throws {
    let scenario = try Self.writers(["phone", "tablet"], cloud: "{}")
    let summary = try await Self.search(scenario, states: 100)
    #expect(summary.stop == .states)
    #expect(summary.isOrderSensitive == nil)
    #expect(summary.isRepetitionSensitive == nil)
  }

  /// Nobody asks for more than the search gives: it is asked, and stops.
  @Test func whoeverAsksMayStopIt() async throws {
    let scenario = try Self.writers(["phone", "tablet"], cloud: "{}")
    var search = OrderSearch(scenario)
    let summary = try await search.search { $0.states < 300 }
    #expect(summary.stop == .given)
  }
}

/// The search beside one that matches no states and goes every way to its end: whatever ends and
/// failures there are, both find.
@Suite struct OrderMatchingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var devices = ["phone", "tablet"]
    var cloud = "{}"
    var policy = "\"sound\""
    var links = "{}"
    var budget = OrderBudget()
    let timeline: [String]
    /// Ways from the beginning to the calm.
    let ways: Int
    /// Whether it is only gone through with `CLUSTER_FULL=1`.
    var isLong = false

    var testDescription: String { name }
  }

  /// While orders are searched no time passes, so nothing may be asked for by an instant.
  private static let naive = #"{"preset": "naive", "cursorFrom": "server"}"#

  static let cases = [
    Case(
      name: "one device, one loss", devices: ["phone"], cloud: #"{"pushes": "none"}"#,
      budget: OrderBudget(drops: 1), timeline: [Sample.write("a", at: "1s", "phone", "1")],
      ways: 40),
    Case(
      name: "one device, one copy", devices: ["phone"], cloud: #"{"pushes": "none"}"#,
      budget: OrderBudget(duplicates: 1),
      timeline: [
        Sample.write("a", at: "1s", "phone", "1"), Sample.write("b", at: "2s", "phone", "2"),
      ], ways: 2532, isLong: true),
    Case(
      name: "one device, one kill", devices: ["phone"], cloud: #"{"pushes": "none"}"#,
      policy: OrderMatchingTests.naive, budget: OrderBudget(kills: 1),
      timeline: [Sample.write("a", at: "1s", "phone", "1")], ways: 345),
    Case(
      name: "one device, one early timer", devices: ["phone"], cloud: #"{"pushes": "none"}"#,
      budget: OrderBudget(early: 1), timeline: [Sample.write("a", at: "1s", "phone", "1")],
      ways: 45),
    Case(
      name: "one device, all at once, last arrival", devices: ["phone"],
      cloud: #"{"rule": "lastArrival", "pushes": "none"}"#,
      policy: #"{"records": "naive", "stamp": "deviceClock"}"#,
      timeline: [
        Sample.write("a", at: "1s", "phone", "1"), Sample.write("b", at: "2s", "phone", "2"),
      ], ways: 280),
    Case(
      name: "two devices that keep their order",
      cloud: #"{"rule": "lastArrival", "pushes": "none"}"#, policy: OrderMatchingTests.naive,
      links: #"{"default": {"order": "fifo"}}"#,
      timeline: [
        Sample.write("a", at: "1s", "phone", "1"), Sample.write("b", at: "1s", "tablet", "2"),
      ], ways: 936),
    Case(
      name: "one device that orders", devices: ["phone"], cloud: #"{"pushes": "none"}"#,
      policy: OrderMatchingTests.naive, budget: OrderBudget(drops: 1),
      timeline: [#"{"id": "o", "at": "1s", "device": "phone", "order": "book"}"#], ways: 40),
    Case(
      name: "one device that searches", devices: ["phone"], policy: OrderMatchingTests.naive,
      timeline: [
        #"{"id": "s", "at": "1s", "device": "phone", "search": "z"}"#,
        #"{"id": "t", "at": "2s", "device": "phone", "search": "zo"}"#,
      ], ways: 280),
  ]

  @Test(arguments: cases.filter { Extent.isFull || !$0.isLong })
  func matchingLosesNoEndAndNoFailure(_ example: Case) async throws {
    let scenario = try Sample.scenario(
      devices: example.devices, links: example.links, cloud: example.cloud,
      calm: #"{"at": "40s"}"#, policy: example.policy, timeline: example.timeline)
    var every = EveryWay(scenario, example.budget)
    try every.go()
    var search = OrderSearch(scenario, budget: example.budget)
    let summary = try await search.search()
    var matched: Set<EveryWay.Finding> = []
    for end in summary.ends {
      for outcome in end.outcomes {
        matched.insert(
          EveryWay.Finding(state: end.state, failures: outcome.failures.map(\.signature)))
      }
    }
    #expect(summary.isComplete)
    #expect(matched == every.found)
    #expect(every.ways == example.ways)
    #expect(every.ways > summary.progress.runs, "nothing was matched, so nothing was tried")
  }
}

@Suite struct OrderScheduleTests {
  /// An ordinary run with the schedule hands over the same events in the same order, and ends
  /// alike.
  @Test(arguments: OrderMatchingTests.cases)
  func eachEndIsReachedByAnOrdinaryRun(_ example: OrderMatchingTests.Case) async throws {
    let scenario = try Sample.scenario(
      devices: example.devices, links: example.links, cloud: example.cloud,
      policy: example.policy, timeline: example.timeline)
    var search = OrderSearch(scenario, budget: example.budget)
    for end in try await search.search().ends {
      for outcome in end.outcomes {
        let written = try #require(
          try OrderSchedule(outcome.path, of: scenario, budget: example.budget))
        let setup = RunSetup(
          written.scenario, drawsWeather: false, added: written.schedule)
        var order: [String] = []
        var isCalm = false
        let run = try JudgedRun.inMemory(setup) { event in
          if case .calm = event.kind { isCalm = true }
          if let step = event.step, !isCalm { order.append("\(step.node) \(step.name)") }
        }
        #expect(order == written.order)
        #expect(
          EndState(devices: run.checker.shown, cloud: run.checker.cloud) == end.state)
        let failures = run.checker.results().filter { $0.verdict == .fail }
        #expect(failures.map(\.signature) == outcome.failures.map(\.signature))
      }
    }
  }

  /// The phone's clock is an hour ahead, so that the tablet's write wins only where it was made
  /// after the phone's had been seen: by three deliveries within the millisecond between them.
  @Test func anOrderThatNoDelaysCanSayHasNone() async throws {
    let text = """
      {"format": 1, "name": "sample",
       "devices": [{"name": "phone", "clock": {"offset": "1h"}}, {"name": "tablet"}],
       "links": {"default": {"order": "fifo"}}, "cloud": {"pushes": "none"},
       "timeline": [\(Sample.write("a", at: "1000ms", "phone", "1")),
        \(Sample.write("b", at: "1001ms", "tablet", "2"))]}
      """
    let scenario = try ScenarioFile(Array(text.utf8)).scenario()
    var search = OrderSearch(scenario)
    let ends = try await search.search().ends
    let titles = ends.map { $0.state.nodes[.cloud]?[FieldPath("note-1", "title")] }
    #expect(Set(titles) == [.scalar(.text("1")), .scalar(.text("2"))])
    for end in ends {
      let path = try #require(end.shortest?.path)
      let schedule = try OrderSchedule(path, of: scenario, budget: OrderBudget())
      let isLast = end.state.nodes[.cloud]?[FieldPath("note-1", "title")] == .scalar(.text("2"))
      if isLast { #expect(schedule == nil) }
    }
  }
}
