import ClusterCore
import Foundation
import Testing

@testable import ClusterEngine

/// A search whose states are rows of parts, and one whose states are whole: state for state and way
/// for way they come to the same graph, and every run has the same end. So do one worker and
/// several.
@Suite struct LaneTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Of each area that can be searched, by the parts of a device and of the cloud it moves.
  private static let files = [
    "cluster.json",
    "Scenarios/clocks/035-remote-wins-a-tie.json",
    "Scenarios/conflicts/042-queued-with-an-old-version.json",
    "Scenarios/conflicts/060-no-room-for-the-parent.json",
    "Scenarios/cursors/082-restored-from-a-backup.json",
    "Scenarios/deletes/049-deleted-and-made-again.json",
    "Scenarios/limits/ag9-known-not-arrived.json",
    "Scenarios/limits/es01-between-check-and-write.json",
    "Scenarios/limits/kl03-two-increments.json",
    "Scenarios/limits/pending-across-a-restart.json",
    "Scenarios/lists/073-older-results-last.json",
    "Scenarios/limits/kl22-who-counts-the-badge.json",
    "Scenarios/orders/019-key-of-a-volatile-payload.json",
    "Scenarios/orders/097-seeds-before-the-first-fetch.json",
    "Scenarios/outbox/067-edited-while-a-save-is-under-way.json",
    "Scenarios/push/086-read-elsewhere.json",
    "Scenarios/records/lost-answer.json",
    "Scenarios/regressions/store-outlives-kills.json",
    "Scenarios/sets/045-tag-members-on-two-devices.json",
    "Scenarios/tokens/002-several-refreshes.json",
    "Scenarios/transfers/031-have-it-already.json",
  ]

  /// How many states a file's search has, and that of three writers. `.ci/run` takes 400 and 2,500
  /// (`CLUSTER_FULL=1`); `CLUSTER_LONG=1` goes further.
  private static let states: (file: Int, writers: Int) = {
    let environment = ProcessInfo.processInfo.environment
    if environment["CLUSTER_LONG"] == "1" { return (20_000, 2500) }
    return Extent.isFull ? (400, 2500) : (80, 500)
  }()

  private static let budgets = [
    OrderBudget(), OrderBudget(drops: 1, duplicates: 1), OrderBudget(early: 1),
    OrderBudget(kills: 1),
  ]

  /// Each file with one of the budgets in turn, so that each has a quarter of the files; with
  /// `CLUSTER_FULL=1` each file with all.
  private static let budgetedFiles = files.indices.flatMap { index in
    budgets.indices.filter { Extent.isFull || $0 == index % budgets.count }
      .map { (files[index], budgets[$0]) }
  }

  @Test(arguments: budgetedFiles)
  func aFileHasTheGraphOfWholeStates(_ path: String, _ budget: OrderBudget) async throws {
    let file = try ScenarioFile(
      Array(try Data(contentsOf: LaneTests.root.appending(path: path))))
    try await Self.compare(try file.scenario(), budget, states: Self.states.file, workers: [])
  }

  @Test(arguments: OrderMatchingTests.cases)
  func aSmallCaseHasTheGraphOfWholeStates(_ example: OrderMatchingTests.Case) async throws {
    let scenario = try Sample.scenario(
      devices: example.devices, links: example.links, cloud: example.cloud,
      policy: example.policy, timeline: example.timeline)
    try await Self.compare(
      scenario, example.budget, states: 4000, workers: Extent.isFull ? [3] : [])
  }

  @Test(arguments: [OrderBudget(), OrderBudget(drops: 1, duplicates: 1)])
  func threeWritersOnOrderedLinksHaveTheGraphOfWholeStates(_ budget: OrderBudget) async throws {
    let devices = ["phone", "tablet", "watch"]
    let scenario = try Sample.scenario(
      devices: devices, links: #"{"default": {"order": "fifo"}}"#, cloud: #"{"pushes": "none"}"#,
      timeline: devices.enumerated().map { index, device in
        Sample.write("w\(index)", at: "\(index + 1)s", device, "title \(index)")
      })
    try await Self.compare(scenario, budget, states: Self.states.writers)
  }

  /// A push to a device that is cut off takes the place of the one before, whoever had it sent.
  @Test func pushesThatAreKeptForOneDeviceComeFromSeveral() async throws {
    let scenario = try Sample.scenario(
      devices: ["phone", "tablet", "watch"], links: #"{"default": {"order": "fifo"}}"#,
      timeline: [
        #"{"id": "p", "at": "500ms", "partition": ["watch"], "for": "5s"}"#,
        Sample.write("a", at: "1s", "phone", "1"), Sample.write("b", at: "1s", "tablet", "2"),
      ])
    try await Self.compare(scenario, OrderBudget(), states: 3000, workers: [])
  }

  /// Put together again, the lanes are the run as it would be without them: along the first way,
  /// along the last, and along those between.
  @Test(arguments: OrderMatchingTests.cases)
  func theLanesOfAStateAreItsRun(_ example: OrderMatchingTests.Case) throws {
    let scenario = try Sample.scenario(
      devices: example.devices, links: example.links, cloud: example.cloud,
      policy: example.policy, timeline: example.timeline)
    let plan = Shared(OrderPlan(scenario, seed: nil, example.budget))
    let trace = OrderTrace()
    for pick in 0..<5 {
      var whole = try OrderWorld(plan)
      var lanes = try LaneWorld(LaneTable(plan))
      var taken = 0
      while let choice = Self.choice(pick, taken, of: whole.choices) {
        #expect(lanes.choices == whole.choices)
        try whole.go(choice, trace)
        let events = trace.events.map(\.kind)
        try lanes.go(choice, trace)
        #expect(trace.events.map(\.kind) == events)
        #expect(Self.weight(of: lanes.joined, plan) == Self.weight(of: whole.run, plan))
        taken += 1
      }
      #expect(taken > 3)
    }
  }

  private static func choice(_ pick: Int, _ taken: Int, of choices: [Choice]) -> Choice? {
    choices.isEmpty ? nil : choices[(pick * (taken + 1)) % choices.count]
  }

  private static func weight(of run: Run, _ plan: Shared<OrderPlan>) -> Fingerprint {
    var (run, state) = (run, StateDigest())
    run.weigh(into: &state, plan.value.scope, until: plan.value.calm)
    return state.fingerprint
  }

  /// - Parameter workers: so many go on from whole states too.
  private static func compare(
    _ scenario: Scenario, _ budget: OrderBudget, states: Int, workers: [Int] = [3]
  ) async throws {
    var whole = OrderSearch(scenario, budget: budget, stateLimit: states, takesApart: false)
    let expected = try await whole.search()
    for (workers, takesApart) in [(1, true)] + workers.map({ ($0, false) }) {
      var search = OrderSearch(
        scenario, budget: budget, stateLimit: states, workers: workers, takesApart: takesApart)
      let summary = try await search.search()
      #expect(search.graph == whole.graph)
      #expect(summary.progress.states == expected.progress.states)
      #expect(summary.ends.map(\.state) == expected.ends.map(\.state))
      #expect(
        summary.ends.map { $0.outcomes.map(\.path) }
          == expected.ends.map { $0.outcomes.map(\.path) })
      #expect(
        summary.ends.map { $0.outcomes.map(\.results) }
          == expected.ends.map { $0.outcomes.map(\.results) })
    }
  }
}
