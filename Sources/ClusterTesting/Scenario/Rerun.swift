import ClusterCore

/// How to make one run of a test again.
struct Rerun {
  private let test: ScenarioTest
  private let extent: Verifier.Extent
  private let seed: Seed
  /// Of a search: what deviates in the run.
  private let deviations: [String]

  init(
    _ test: ScenarioTest, _ extent: Verifier.Extent, _ seed: Seed, deviations: [String] = []
  ) {
    self.test = test
    self.extent = extent
    self.seed = seed
    self.deviations = deviations
  }

  /// The Swift call for just that run.
  var call: String {
    switch extent {
    case .own: call(weather + ".verify()")
    case .seeds: call(weather + ".verify(seed: \(seed))")
    case .deviations, .schedule:
      call(".verify(schedule: [\(deviations.map(Self.literal).joined(separator: ", "))])")
    }
  }

  /// The Swift call for the whole search that the run is one of; nil where there was none.
  var search: String? {
    guard case .deviations(let most, _) = extent else { return nil }
    return call(".verify(deviations: \(most))")
  }

  private func call(_ verify: String) -> String { "try \(made)\(clients)\(verify)" }

  private static func literal(_ json: String) -> String { "#\"\(json.asciiJSON)\"#" }

  /// The command that makes the same run; nil where there is no file, or a client is not the
  /// cluster's.
  var command: String? {
    guard case .file(let path, let variant) = test.source, test.clients.isEmpty else { return nil }
    let chosen = variant.map { " --variant \($0)" } ?? ""
    switch extent {
    case .deviations(let most, _): return "cluster explore \(path)\(chosen) --deviations \(most)"
    case .schedule: return nil
    case .own, .seeds:
      let weather =
        switch test.weather {
        case .asWritten: ""
        case .hostile: " --add hostile"
        case .off: " --weather off"
        }
      return "cluster run \(path)\(chosen) --seed \(seed)\(weather)"
    }
  }

  private var made: String {
    switch test.source {
    case .file(let path, let variant):
      "ScenarioTest(file: \"\(path)\"\(variant.map { ", variant: \"\($0)\"" } ?? ""))"
    case .json: "ScenarioTest(json: ...)"
    case .built: "ScenarioTest(...)"
    }
  }

  private var clients: String { test.clients.map { ".client(\"\($0.device)\") { ... }" }.joined() }

  private var weather: String {
    switch test.weather {
    case .asWritten: ""
    case .hostile: ".weather(.hostile)"
    case .off: ".weather(.off)"
    }
  }
}
