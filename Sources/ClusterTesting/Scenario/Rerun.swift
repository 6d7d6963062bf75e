import ClusterCore

/// How to make one run of a test again.
struct Rerun {
  private let test: ScenarioTest
  private let extent: Verifier.Extent
  private let seed: Seed

  init(_ test: ScenarioTest, _ extent: Verifier.Extent, _ seed: Seed) {
    self.test = test
    self.extent = extent
    self.seed = seed
  }

  /// The Swift call for just that run; of a search, for the whole search, which stops there.
  var call: String {
    let verify =
      switch extent {
      case .own: "verify()"
      case .seeds: "verify(seed: \(seed))"
      case .deviations(let most, _): "verify(deviations: \(most))"
      }
    return "try \(made)\(clients)\(weather).\(verify)"
  }

  /// The command that makes the same run; nil where there is no file, or a client is not the
  /// cluster's.
  var command: String? {
    guard case .file(let path, let variant) = test.source, test.clients.isEmpty else { return nil }
    let chosen = variant.map { " --variant \($0)" } ?? ""
    switch extent {
    case .deviations(let most, _): return "cluster explore \(path)\(chosen) --deviations \(most)"
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
    case .json: "ScenarioTest(json: …)"
    case .built: "ScenarioTest(…)"
    }
  }

  private var clients: String { test.clients.map { ".client(\"\($0.device)\") { … }" }.joined() }

  private var weather: String {
    switch test.weather {
    case .asWritten: ""
    case .hostile: ".weather(.hostile)"
    case .off: ".weather(.off)"
    }
  }
}
