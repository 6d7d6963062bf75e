import ClusterChecker
import ClusterCore
import ClusterEngine
import Foundation
import Testing

/// A naive variant as its users meet it: ten times the entries, and random weather in the place
/// of the fates that were written for it.
struct InflatedScenario: Sendable, CustomTestStringConvertible {
  /// Below `Scenarios`, without `.json`.
  let path: String
  let variant: String
  let check: String

  var testDescription: String { "\(path), \(variant)" }

  static let factor = 10

  static let named = [
    InflatedScenario(path: "records/lost-answer", variant: "last-arrival", check: "newest-wins"),
    InflatedScenario(path: "records/replaced-set", variant: "replace", check: "set-union"),
    InflatedScenario(
      path: "records/whole-record", variant: "whole-record", check: "no-lost-edit"),
    InflatedScenario(path: "records/equal-stamps", variant: "by-arrival", check: "converged"),
    InflatedScenario(path: "lists/073-older-results-last", variant: "naive", check: "shown-newest"),
    InflatedScenario(
      path: "orders/018-try-again-pays-twice", variant: "naive", check: "order-once"),
    InflatedScenario(path: "push/089-one-push-for-three", variant: "naive", check: "badge-true"),
    InflatedScenario(path: "tokens/002-several-refreshes", variant: "naive", check: "signed-in"),
    InflatedScenario(
      path: "tokens/008-refresh-after-sign-out", variant: "naive", check: "signed-out"),
    InflatedScenario(
      path: "transfers/028-restarted-while-downloading", variant: "naive", check: "transfer-once"),
  ]

  /// The scenario as its author wrote it.
  func handWritten() throws -> Scenario {
    let file = Tool.root.appending(path: "Scenarios/\(path).json")
    return try ScenarioFile(Array(Data(contentsOf: file))).scenario(VariantName(variant))
  }

  /// Why the check fails in a run; nil where it does not.
  func signature(of run: JudgedRun) -> String? {
    run.checker.results().first { $0.name.rawValue == check && $0.verdict == .fail }?.signature
  }

  /// The same entries among nine times as many that write other records, in random weather.
  func file() throws -> JSONNode {
    let scenario = try handWritten()
    var file = scenario.source
    file.remove("defaultVariant")
    file.set("name", to: JSONNode(.string("inflated")))
    file.set("links", to: try Self.node(Self.weather))
    file.set("expect", to: expectation(scenario))
    let entries = scenario.timeline.map(\.json) + Self.noise(scenario)
    file.set("timeline", to: try Self.node("[\(entries.joined(separator: ","))]"))
    return file
  }

  /// Seeds under which the inflated scenario fails as the hand-written one does, from the first.
  func failingSeeds(_ count: Int) throws -> [UInt64] {
    let wanted = signature(of: try JudgedRun.inMemory(RunSetup(try handWritten())))
    let scenario = try ScenarioFile(try file()).scenario()
    var seeds: [UInt64] = []
    for seed: UInt64 in 1...1000 where seeds.count < count {
      let run = try JudgedRun.inMemory(RunSetup(scenario, seed: Seed(seed)))
      if wanted != nil && signature(of: run) == wanted { seeds.append(seed) }
    }
    return seeds
  }

  private static let weather =
    #"{"default": {"delay": {"uniform": ["20ms", "2s"]}, "loss": 0.1, "duplicate": 0.1}}"#

  private static func node(_ text: String) throws -> JSONNode {
    try JSONParser.parse(Array(text.utf8))
  }

  /// What is judged only where it is expected is to be judged here too.
  private func expectation(_ scenario: Scenario) -> JSONNode {
    let name = JSONNode(.array([JSONNode(.string(check))]))
    return JSONNode(.object([JSONNode.Member(name: "pass", value: name)]))
  }

  /// Writes of records that nothing else touches, each by one device alone, spread over the time
  /// before the calm.
  private static func noise(_ scenario: Scenario) -> [String] {
    let last = scenario.timeline.map(\.end).max() ?? .start
    let span = max(scenario.calm.at ?? last, last).milliseconds
    let count = Int64(scenario.timeline.count * (factor - 1))
    return (1...count).map { number in
      let device = scenario.devices[Int(number) % scenario.devices.count].id
      return """
        {"id": "noise-\(number)", "at": "\(span * number / (count + 1))ms", "device": "\(device)",
         "write": {"noise-\(device)-\(number % 7)": {"text": "n\(number)"}}}
        """
    }
  }
}
