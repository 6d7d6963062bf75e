import ClusterChecker
import ClusterCore
import ClusterEngine
import Foundation
import Testing

/// Random operations with every fault, under every rule: after the calm the cloud's record, every
/// replica and the pure model say the same.
@Suite struct RandomAgreementTests {
  /// How the cloud merges, as the file says it.
  struct Rules: CustomTestStringConvertible, Sendable {
    let cloud: String
    let policy: String

    var testDescription: String { "\(cloud), \(policy)" }

    static let all: [Rules] = {
      var all: [Rules] = []
      for rule in CloudRules.Scalars.allCases {
        for tie in CloudRules.Tie.allCases {
          for sets in CloudRules.Sets.allCases {
            for deletes in CloudRules.Deletes.allCases {
              let cloud = """
                "rule": "\(rule.rawValue)", "tie": "\(tie.rawValue)", "sets": "\(sets.rawValue)", \
                "deletes": "\(deletes.rawValue)"
                """
              all.append(Rules(cloud: cloud, policy: #""sound""#))
            }
          }
        }
      }
      return all
    }()

    /// Where saves need the tag, the ways of a device that lose nothing.
    static let tagged: [Rules] = CloudRules.Scalars.allCases.flatMap { rule in
      ["rebase", "askUser"].map { way in
        Rules(
          cloud: #""rule": "\#(rule.rawValue)", "saves": "ifTagMatches""#,
          policy: #"{"onConflict": "\#(way)"}"#)
      }
    }
  }

  /// One for each of the rules; `.ci/run` asks for four.
  private static let seeds: ClosedRange<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["CLUSTER_AGREEMENT_SEEDS"].flatMap(UInt64.init)
    return 1...max(1, wanted ?? 1)
  }()

  private static func scenario(_ rules: Rules) throws -> Scenario {
    func device(_ name: String) -> String {
      #"{"name": "\#(name)", "timeout": "10s", "durability": "power", "policy": \#(rules.policy)}"#
    }
    let devices = ["phone", "tablet", "laptop"].map(device).joined(separator: ", ")
    let kinds =
      ["write", "add", "create", "increment", "delete", "sync", "answer", "expireCursors"]
      + (rules.cloud.contains("union") ? [] : ["remove"])
    let text = """
      {"format": 1, "name": "agree", "devices": [\(devices)], "cloud": {\(rules.cloud)},
       "links": {"default": {"delay": {"uniform": ["20ms", "800ms"]}, "loss": 0.1,
                             "duplicate": 0.1}},
       "start": {"records": {"note-1": {"title": "Groceries", "tags": ["home"]}}},
       "random": {"operations": 50, "faultCount": 12, "swarm": false,
                  "kinds": \(kinds)},
       "calm": {"at": "80s"}}
      """
    return try ScenarioFile(Array(text.utf8)).scenario()
  }

  @Test(arguments: Rules.all + Rules.tagged)
  func `cloud, replicas and model agree after the calm`(rules: Rules) throws {
    let scenario = try Self.scenario(rules)
    for seed in Self.seeds {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      #expect(run.outcome.reason == .quiet, "seed \(seed)")
      // Others fail by the rule: under `lastArrival` a late copy may bring back what was replaced.
      let agreeing: [CheckName] = [.converged, .matchesModel, .settled, .ownEditsShow]
      for failure in run.checker.results()
      where failure.verdict == .fail && agreeing.contains(failure.name) {
        Issue.record("seed \(seed): \(failure.signature): \(failure.explanation)")
      }
      let cloud = run.checker.cloud
      #expect(!cloud.isEmpty)
      #expect(run.checker.model == cloud, "seed \(seed)")
      // What a user has been asked of and has not answered shows the device's own value.
      guard !rules.policy.contains("askUser") else { continue }
      for (device, shown) in run.checker.shown {
        #expect(shown == cloud, "seed \(seed), \(device)")
      }
    }
  }
}
