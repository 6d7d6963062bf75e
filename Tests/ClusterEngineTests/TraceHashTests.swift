import ClusterCore
import ClusterEngine
import Foundation
import Testing

/// What a faster engine may not change: the traces of fixed scenarios under fixed seeds.
///
/// `Golden/trace-hashes.txt` has a line for each variant, with the hash of its trace under the
/// file's own seed and two more. `CLUSTER_RECORD=1 swift test --filter TraceHashTests` writes it
/// anew; whoever does names the reason.
@Suite struct TraceHashTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let table = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/trace-hashes.txt")

  /// One or two of each area, so that every part of a device and of the cloud is in one.
  private static let files = [
    "cluster.json",
    "Scenarios/clocks/074-reply-above-the-question.json",
    "Scenarios/conflicts/060-no-room-for-the-parent.json",
    "Scenarios/conflicts/063-answered-with-the-old-tag.json",
    "Scenarios/cursors/078-cursor-before-the-data.json",
    "Scenarios/cursors/082-restored-from-a-backup.json",
    "Scenarios/deletes/052-tombstone-expired.json",
    "Scenarios/limits/KL15-drifting-clocks.json",
    "Scenarios/limits/pending-across-a-restart.json",
    "Scenarios/lists/073-older-results-last.json",
    "Scenarios/mixed/busy-morning.json",
    "Scenarios/orders/018-try-again-pays-twice.json",
    "Scenarios/outbox/067-edited-while-a-save-is-under-way.json",
    "Scenarios/push/087-handled-twice.json",
    "Scenarios/records/lost-answer.json",
    "Scenarios/regressions/store-outlives-kills.json",
    "Scenarios/sets/045-tag-members-on-two-devices.json",
    "Scenarios/tokens/003-extension-rotates.json",
    "Scenarios/transfers/028-restarted-while-downloading.json",
  ]

  private static let seeds: [Seed?] = [nil, Seed(1001), Seed(1002)]

  @Test func everyTraceIsWhatItWas() throws {
    let lines = try Self.files.flatMap(Self.lines)
    if ProcessInfo.processInfo.environment["CLUSTER_RECORD"] == "1" {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.table)
    }
    let known = String(decoding: try Data(contentsOf: Self.table), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    #expect(lines.count == known.count)
    for (line, expected) in zip(lines, known) { #expect(line == expected) }
  }

  /// A line for each variant of a file.
  private static func lines(_ path: String) throws -> [String] {
    let file = try ScenarioFile(Array(try Data(contentsOf: root.appending(path: path))))
    return try file.variantNames.map { variant in
      let scenario = try file.scenario(variant)
      let hashes = try seeds.map { try RecordedRun(RunSetup(scenario, seed: $0)).hash.description }
      return ([path, variant.string] + hashes).joined(separator: " ")
    }
  }
}
