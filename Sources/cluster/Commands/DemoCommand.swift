import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport
import SyncModels

/// `cluster demo`: each hazard in turn, first naive, then sound.
struct DemoCommand: Command {
  static let name = "demo"
  static let usage = "[FOLDER or FILE…]"
  static let summary = "a guided tour: each hazard naive, then sound"
  static let options: [Option] = [.hosts, .seed]
  static let usesMainActor = true

  /// The rows of chart that a stop of the tour may take.
  private static let chartRows = 16

  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
    let options = try RunOptions(arguments)
    let sources = try ScenarioLibrary.load(
      arguments.words.isEmpty ? ["Scenarios"] : arguments.words)
    let executor = try Executor()
    var isAsExpected = true
    var stop = 0
    // A regression is a failure of ours, and no hazard of the field.
    for source in sources where source.area != ScenarioLibrary.regressions {
      guard let naive = try Self.naive(of: source) else { continue }
      stop += 1
      let sound = try source.scenario(nil)
      console.say(Self.title(stop, source, naive))
      let bad = try tell(naive, "naive", options, executor, console)
      console.say("  the cure     \(Self.cure(from: naive, to: sound))")
      let good = try tell(sound, "sound", options, executor, console)
      for label in sound.models { try await tell(model: label, console) }
      isAsExpected = isAsExpected && bad && good
      console.say("")
      try executor.checkSignals()
      if !console.isQuiet && !console.printsJSON { Terminal.waitForKey("a key for the next") }
    }
    console.conclude("\(stop) hazards shown" + (isAsExpected ? "" : ", not all as expected"))
    return isAsExpected ? .asExpected : .notAsExpected
  }

  /// The first variant of a file that is made to fail.
  private static func naive(of source: ScenarioSource) throws(UserMessage) -> Scenario? {
    try source.scenarios(named: "all").first { !$0.expect.fail.isEmpty }
  }

  private static func title(
    _ number: Int, _ source: ScenarioSource, _ scenario: Scenario
  ) -> [String] {
    let area = source.area.isEmpty ? "" : "\(source.area): "
    return ["\(number). \(area)\(scenario.name)", "   \(scenario.about)", ""]
  }

  private func tell(
    _ scenario: Scenario, _ word: String, _ options: RunOptions, _ executor: Executor,
    _ console: Console
  ) throws -> Bool {
    try options.check(scenario)
    let run = try executor.run(options.setup(scenario), hosts: options.hosts(for: scenario))
    let telling = RunTelling(run, isSeedGiven: options.seed != nil, store: nil)
    let failed = telling.results.filter { $0.verdict == .fail }
    if !failed.isEmpty {
      console.say(telling.chart(console.style, mostRows: Self.chartRows) + [""])
    }
    for check in failed {
      console.say("  caught by    \(check.name.rawValue): \(console.style.safe(check.explanation))")
    }
    if failed.isEmpty { console.say("  \(word)        every check passes in the same weather") }
    return telling.judgement.asExpected
  }

  /// What the sound way does differently: on the devices, and at the cloud.
  private static func cure(from naive: Scenario, to sound: Scenario) -> String {
    var words: [String] = []
    for device in sound.devices {
      guard let old = naive.device(device.id) else { continue }
      words += changes(from: old.policy, to: device.policy).filter { !words.contains($0) }
      if old.clock != device.clock { words.append("a right clock on \(device.id)") }
      if old.durability != device.durability {
        words.append("durability: \(device.durability.rawValue) on \(device.id)")
      }
    }
    words += changes(from: naive.rules, to: sound.rules)
    return words.isEmpty ? "another weather" : words.joined(separator: ", ")
  }

  /// The members in which two values of a kind differ.
  private static func changes(
    from old: some JSONWritable, to new: some JSONWritable
  ) -> [String] {
    guard let old = try? JSONParser.parse(old.json), let new = try? JSONParser.parse(new.json)
    else { return [] }
    return changes(from: old, to: new, in: "")
  }

  private static func changes(
    from old: JSONNode, to new: JSONNode, in path: String
  ) -> [String] {
    (new.members ?? []).flatMap { member -> [String] in
      let before = old[member.name]
      guard before?.json != member.value.json else { return [] }
      if let before, before.members != nil, member.value.members != nil {
        return changes(from: before, to: member.value, in: "\(path)\(member.name).")
      }
      let was = before.map { " instead of \(plain($0))" } ?? ""
      return ["\(path)\(member.name): \(plain(member.value))\(was)"]
    }
  }

  private static func plain(_ node: JSONNode) -> String {
    if case .string(let text) = node.content { text } else { node.json }
  }

  private func tell(model label: String, _ console: Console) async throws {
    guard let row = Catalogue.row(labelled: label)?.row else {
      throw UserMessage(
        what: "no row of the models is named \"\(label)\"",
        cause: "\"models\" of a scenario names rows of `cluster rows`", next: "cluster rows")
    }
    let trial = try await row.measure()
    console.say("  the model    \(trial.line(labelled: label)) (\(trial.sensitivity.english))")
  }
}
