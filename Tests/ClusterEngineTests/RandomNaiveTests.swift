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

  /// Whatever is drawn, sound devices bear it.
  @Test(arguments: ["sound", "tags", "asked"] as [VariantName])
  func `the sound variants pass`(variant: VariantName) throws {
    let scenario = try RandomScenario.everything(variant == "sound" ? nil : variant)
    for seed in Extent.seeds(12) {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      for failure in run.checker.results() where failure.verdict == .fail {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
    }
  }

  static let table: [Seen] = [
    Seen(check: .causal, variant: "naive", seed: 1),
    Seen(check: .ownEditsShow, variant: "naive", seed: 1),
    Seen(check: .bounded, variant: "naive", seed: 1),
    Seen(check: .settled, variant: "naive", seed: 1),
    Seen(check: .transferOnce, variant: "naive", seed: 1),
    Seen(check: .noLostEdit, variant: "naive", seed: 1),
    Seen(check: .orderOnce, variant: "naive", seed: 3),
    Seen(check: .converged, variant: "naive", seed: 6),
    Seen(check: .badgeTrue, variant: "naive", seed: 8),
    Seen(check: .setUnion, variant: "naive", seed: 11),
    Seen(check: .refreshOnce, variant: "naive", seed: 11),
    Seen(check: .signedIn, variant: "naive", seed: 11),
    Seen(check: .staysDeleted, variant: "naive", seed: 14),
    Seen(check: .signedOut, variant: "naive", seed: 62),
    Seen(check: .shownNewest, variant: "naive", seed: 65),
    Seen(check: .neverGoesBack, variant: "naive", seed: 886),
    Seen(check: .vaultNewest, variant: "naive-lenient", seed: 35),
  ]
}
