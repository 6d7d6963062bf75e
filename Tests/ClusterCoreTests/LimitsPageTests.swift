import ClusterCore
import Foundation
import Testing

/// The page of guarantees has the limits as the code has them.
@Suite struct LimitsPageTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/guarantees.md")

  @Test func theTableIsThatOfTheCode() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let table = try #require(text.split(separator: "| what | limit |\n|---|---|\n").last)
    let rows = table.split(separator: "\n").prefix { $0.hasPrefix("| ") }
    let numbers = try rows.map { row in
      try #require(row.split(separator: "| ").last?.split(separator: " ").first.flatMap { Int($0) })
    }
    #expect(
      numbers == [
        Limit.scenarioFile, Limit.frame, Limit.traceFile, Limit.scheduleFile, Limit.resultFile,
        Limit.journal, Limit.deviceFile, Limit.name, Limit.key, Limit.identifier, Limit.entry,
        Limit.start, Limit.commandPart, Limit.openBrackets,
        Limit.devices, Limit.variants, Limit.entries, Limit.entryValues, Limit.copies,
        Limit.drawnOperations,
        Limit.drawnRecords, Limit.steps, Limit.commandParts, Limit.scenarios, Limit.folders,
        Limit.namesLookedAt, Limit.soakSeed,
        Limit.shards, Limit.count,
      ])
  }
}
