import ClusterChecker
import ClusterCore
import ClusterEngine
import Testing

/// Under the naive policies every check but three fails for some seed: they see what random
/// workloads do. `matches-model`, `final` and `newest-wins` judge the cloud and what a file expects.
@Suite struct RandomNaiveTests {
  struct Seen: Sendable, CustomTestStringConvertible {
    let check: CheckName
    let variant: VariantName
    /// A seed that shows it: the first one.
    let seed: UInt64

    var testDescription: String { "\(check.rawValue) of \(variant), seed \(seed)" }
  }

  private static let blindByNature: [CheckName] = [
    .matchesModel, .final, .newestWins, .deterministic,
  ]

  @Test func `every check stands in the table`() {
    let judged = Set(Self.table.map(\.check)).union(Self.blindByNature)
    #expect(Set(CheckName.allCases).subtracting(judged) == [])
  }

  @Test(arguments: table)
  func `a naive variant fails it`(seen: Seen) throws {
    let scenario = try RandomScenario.everything(seen.variant)
    #expect(scenario.expect.sometimes.contains(seen.check.rawValue))
    let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seen.seed)))
    let result = try #require(run.checker.results().first { $0.name == seen.check })
    #expect(result.verdict == .fail)
  }

  /// The same seeds: whatever is drawn, sound devices bear it.
  @Test(arguments: ["sound", "tags", "asked"] as [VariantName])
  func `the sound variants pass with the same seeds`(variant: VariantName) throws {
    let scenario = try RandomScenario.everything(variant == "sound" ? nil : variant)
    for seed in Set(Self.table.map(\.seed)).sorted() {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      for failure in run.checker.results() where failure.verdict == .fail {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
    }
  }

  static let table: [Seen] = [
    //TABLE
  ]
}
