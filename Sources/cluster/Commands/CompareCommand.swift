import ClusterCore
import ClusterEngine
import ClusterReport

/// `cluster compare`: every variant in the same weather.
struct CompareCommand: DirectCommand {
  static let name = "compare"
  static let usage = "FILE"
  static let summary = "every variant, or every way of one behaviour, in the same weather"
  private static let variant = Option(
    "variant", "V", help: "only this one; left out: every variant")
  private static let policy = Option(
    "policy", "NAME=a,b,c", help: "instead of the variants: one behaviour in each of these ways")
  static let options = [variant, policy, .seed, .weather, .aimed, .hosts, .answerLimit] as [Option]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    let options = try RunOptions(arguments)
    guard arguments.words.count == 1, let source = try ScenarioLibrary.load(arguments.words).first
    else {
      throw UserMessage(
        what: "compare takes one scenario file", cause: "it compares the variants of one",
        next: "cluster compare cluster.json")
    }
    let scenarios =
      if let policy = arguments[Self.policy] {
        try Self.scenarios(
          of: try source.scenario(of: options.variant, for: "\(Self.name) --policy"), policy)
      } else { try source.scenarios(named: options.variant ?? "all") }
    for scenario in scenarios { try options.check(scenario) }
    let executor = try Executor(options.limits)
    let runs = try scenarios.map { scenario in
      try executor.judge(options.setup(scenario), hosts: options.hosts(for: scenario))
    }
    let outcomes = runs.map { run in
      VariantOutcome(
        variant: run.scenario.variant, verdict: run.judgement.verdict, checks: run.results,
        cloud: run.cloud, devices: run.devices, asking: run.asking)
    }
    let table = CompareTable(outcomes)
    console.say(["seed  \(options.setup(scenarios[0]).seed)", ""] + table.lines(console.style))
    if console.isQuiet { console.conclude(console.style.safe(table.verdicts)) }
    console.json(table.json)
    return Self.code(runs, isExpected: arguments[Self.policy] == nil)
  }

  /// - Parameter isExpected: whether the file says what should come of each run. It cannot know
  ///   what another policy does, so then only a run that came to nothing is not as it should be.
  private static func code(_ runs: [Judged], isExpected: Bool) -> ExitCode {
    if runs.contains(where: { $0.judgement.verdict == .unknown }) { return .unknown }
    guard isExpected, runs.contains(where: { !$0.judgement.asExpected }) else { return .asExpected }
    return .notAsExpected
  }

  /// The scenario once for each way of the behaviour, on every device.
  private static func scenarios(
    of scenario: Scenario, _ text: String
  ) throws(UserMessage) -> [Scenario] {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let behaviour = Behaviour.all.first(where: { $0.name == parts[0] })
    else {
      throw UserMessage(
        what: "--policy \(text) names no behaviour",
        cause: Suggestion.among(Behaviour.all.map(\.name), for: parts.first ?? ""),
        next: Arguments.line(policy, Self.nearest(to: parts)))
    }
    var scenarios: [Scenario] = []
    for choice in parts[1].split(separator: ",").map(String.init) {
      guard behaviour.choices.contains(choice) else {
        throw UserMessage(
          what: "\"\(choice)\" is no way to \(behaviour.name)",
          cause: Suggestion.among(behaviour.choices, for: choice),
          next: Arguments.line(policy, Self.every(behaviour)))
      }
      var changed = scenario
      changed.variant = VariantName("\(behaviour.name)=\(choice)")
      for index in changed.devices.indices {
        behaviour.set(choice, in: &changed.devices[index].policy)
      }
      scenarios.append(changed)
    }
    return scenarios
  }

  /// The behaviour that was likely meant, in the ways that were named if it has them, else in all.
  private static func nearest(to parts: [String]) -> String {
    let name = Suggestion.nearest(of: Behaviour.all.map(\.name), to: parts.first ?? "")
    guard let behaviour = Behaviour.all.first(where: { $0.name == name }) else {
      return "stamp=deviceClock,hybrid"
    }
    let ways = parts.dropFirst().first?.split(separator: ",").map(String.init) ?? []
    guard !ways.isEmpty, ways.allSatisfy(behaviour.choices.contains) else {
      return every(behaviour)
    }
    return "\(behaviour.name)=\(ways.joined(separator: ","))"
  }

  private static func every(_ behaviour: Behaviour) -> String {
    "\(behaviour.name)=\(behaviour.choices.joined(separator: ","))"
  }
}
