import ClusterCore
import Foundation
import Testing

@testable import ClusterEngine

/// A search that goes ways that commute in one order only, and one that goes both: state for state
/// and way for way they come to the same graph. So do one worker and several.
@Suite struct CommutingTests {
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
    "Scenarios/limits/kl03-two-increments.json",
    "Scenarios/limits/pending-across-a-restart.json",
    "Scenarios/lists/073-older-results-last.json",
    "Scenarios/limits/kl22-who-counts-the-badge.json",
    "Scenarios/orders/019-key-of-a-volatile-payload.json",
    "Scenarios/orders/097-seeds-before-the-first-fetch.json",
    "Scenarios/outbox/067-edited-while-a-save-is-under-way.json",
    "Scenarios/push/086-read-elsewhere.json",
    "Scenarios/records/lost-answer.json",
    "Scenarios/sets/045-tag-members-on-two-devices.json",
    "Scenarios/tokens/002-several-refreshes.json",
    "Scenarios/transfers/031-have-it-already.json",
  ]

  /// How many states a file's search has, and that of three writers. `.ci/run` takes 400 and 2,500
  /// (`CLUSTER_FULL=1`); `CLUSTER_LONG=1` goes further.
  private static let states: (file: Int, writers: Int) = {
    let environment = ProcessInfo.processInfo.environment
    if environment["CLUSTER_LONG"] == "1" { return (20_000, 2500) }
    return environment["CLUSTER_FULL"] == "1" ? (400, 2500) : (120, 700)
  }()

  @Test(arguments: files, [OrderBudget(), OrderBudget(drops: 1, duplicates: 1)])
  func aFileHasTheGraphOfTheFullSearch(_ path: String, _ budget: OrderBudget) async throws {
    let file = try ScenarioFile(
      Array(try Data(contentsOf: CommutingTests.root.appending(path: path))))
    try await Self.compare(try file.scenario(), budget, states: Self.states.file)
  }

  @Test(arguments: OrderMatchingTests.cases)
  func aSmallCaseHasTheGraphOfTheFullSearch(_ example: OrderMatchingTests.Case) async throws {
    let scenario = try Sample.scenario(
      devices: example.devices, links: example.links, cloud: example.cloud,
      policy: example.policy, timeline: example.timeline)
    try await Self.compare(scenario, example.budget, states: 4000)
  }

  @Test(arguments: [OrderBudget(), OrderBudget(drops: 1, duplicates: 1)])
  func threeWritersOnOrderedLinksHaveTheGraphOfTheFullSearch(_ budget: OrderBudget) async throws {
    let devices = ["phone", "tablet", "watch"]
    let scenario = try Sample.scenario(
      devices: devices, links: #"{"default": {"order": "fifo"}}"#, cloud: #"{"pushes": "none"}"#,
      timeline: devices.enumerated().map { index, device in
        Sample.write("w\(index)", at: "\(index + 1)s", device, "title \(index)")
      })
    try await Self.compare(scenario, budget, states: Self.states.writers)
  }

  private static func compare(
    _ scenario: Scenario, _ budget: OrderBudget, states: Int
  ) async throws {
    var full = OrderSearch(scenario, budget: budget, stateLimit: states, seesCommuting: false)
    let expected = try await full.search()
    for workers in [1, 3] {
      var search = OrderSearch(scenario, budget: budget, stateLimit: states, workers: workers)
      let summary = try await search.search()
      #expect(search.graph == full.graph)
      #expect(summary.progress.states == expected.progress.states)
      #expect(summary.ends.map(\.state) == expected.ends.map(\.state))
      #expect(
        summary.ends.map { $0.outcomes.map(\.path) }
          == expected.ends.map { $0.outcomes.map(\.path) })
    }
  }
}
