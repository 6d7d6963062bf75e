import ClusterCore
import ClusterEngine
import ClusterTransport

/// What shrinking came to, as a scenario file that fails by itself.
///
/// The file is run like any other, under any seed. Its links draw nothing; what devices draw for
/// their timers is written out where the failure hangs on it.
struct ShrunkScenario {
  private(set) var candidate: Shrinker.Candidate
  private(set) var file: JSONNode
  /// The scenario as the written file is read.
  private(set) var scenario: Scenario
  private let signature: String
  private let name: String
  private let executor: Executor

  /// How many seeds are tried to see whether a failure hangs on what is drawn.
  private static let seeds: ClosedRange<UInt64> = 1...5

  /// What the name, and what the description, of each such scenario begins with.
  static let namePrefix = "shrunk-"
  private static let aboutPrefix = "Made small: "

  /// Whether a file holds such a scenario, and so nothing that cannot be made again.
  static func wrote(_ path: String) -> Bool {
    guard let bytes = try? Files.read(path, atMost: Limit.scenarioFile),
      let file = try? JSONParser.parse(bytes),
      case .string(let name) = file["name"]?.content,
      case .string(let about) = file["about"]?.content
    else { return false }
    return name.hasPrefix(namePrefix) && about.hasPrefix(aboutPrefix)
  }

  /// - Parameters:
  ///   - signature: of the failure that stayed.
  ///   - name: of the new scenario.
  init(
    _ outcome: Shrinker.Outcome, signature: String, name: String, _ executor: Executor
  ) throws {
    self.executor = executor
    self.signature = signature
    self.name = name
    candidate = outcome.candidate
    (file, scenario) = try ShrunkScenario.write(candidate, signature, name, executor)
    if try !failsUnderEverySeed() { try pinTimers(outcome.departures.drawn) }
  }

  /// The file as it is to stand in a folder, from where its commands are seen.
  func bytes(in folder: String) -> [UInt8] {
    let moved = DeviceCommands.moved(file, of: scenario, to: folder)
    return Array((moved.pretty() + "\n").utf8)
  }

  /// Writes out as few timers as make it fail whatever is drawn.
  private mutating func pinTimers(_ timers: [TimerName]) throws {
    let unpinned = self
    let known = Set(candidate.schedule.jitters.map(\.timer))
    let pins = timers.filter { !known.contains($0) }.map { DrawnJitter(timer: $0, jitter: .zero) }
    try take(candidate.schedule.jitters + pins)
    guard try failsUnderEverySeed() else {
      self = unpinned
      return
    }
    for pin in pins.reversed() {
      let before = self
      try take(candidate.schedule.jitters.filter { $0 != pin })
      if try !failsUnderEverySeed() { self = before }
    }
  }

  private mutating func take(_ jitters: [DrawnJitter]) throws {
    candidate.schedule.jitters = jitters
    (file, scenario) = try ShrunkScenario.write(candidate, signature, name, executor)
  }

  private func failsUnderEverySeed() throws -> Bool {
    try ShrunkScenario.seeds.allSatisfy { seed in
      let run = try executor.judgedRun(RunSetup(scenario, seed: Seed(seed)))
      return run.checker.results().contains { $0.verdict == .fail && $0.signature == signature }
    }
  }

  private static func write(
    _ candidate: Shrinker.Candidate, _ signature: String, _ name: String, _ executor: Executor
  ) throws -> (JSONNode, Scenario) {
    let failed = try executor.trial(candidate).results.filter { $0.verdict == .fail }
    let explanation = failed.first { $0.signature == signature }?.explanation ?? ""
    let file = ScenarioWriter(candidate.scenario).file(
      name: name, about: aboutPrefix + explanation, schedule: candidate.schedule,
      isWeatherOff: true, failing: failed.map(\.name.rawValue))
    var scenario = try ScenarioFile(file).scenario()
    scenario.folder = candidate.scenario.folder
    return (file, scenario)
  }
}
