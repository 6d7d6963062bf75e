import ClusterCore

/// What a run starts from, printed before it: the seed first, then the parameters.
package struct RunHeader {
  private let scenario: Scenario
  private let seed: Seed
  private let hosts: HostKind
  private let fault: String?
  private let pace: Pace

  private static let column = 10

  /// - Parameters:
  ///   - seed: the one that the run uses, which may differ from the file's.
  ///   - fault: what was planted, as `name: words`.
  package init(
    scenario: Scenario, seed: Seed, hosts: HostKind, fault: String? = nil, pace: Pace = .instant
  ) {
    self.scenario = scenario
    self.seed = seed
    self.hosts = hosts
    self.fault = fault
    self.pace = pace
  }

  package func lines(_ style: TextStyle) -> [String] {
    entries.flatMap { entry in
      let ink: Ink = entry.title == "seed" ? .strong : entry.title == "fault" ? .warning : .plain
      return self.entry(entry.title, entry.text, style, ink: ink)
    }
  }

  /// A word and its text each; without a word it goes on with the one before.
  var entries: [(title: String, text: String)] {
    var entries = [
      ("seed", "\(seed)"),
      ("scenario", "\(scenario.name), variant \(scenario.variant), \(hosts.words)"),
      ("devices", devices),
    ]
    for difference in differences { entries.append(("", difference)) }
    entries.append(("cloud", cloud))
    if let workload { entries.append(("random", workload)) }
    let weather = WeatherWords(scenario.links, devices: scenario.devices.map(\.id))
      .lines(transfers: scenario.transferringDevices)
    for (index, line) in weather.enumerated() { entries.append((index == 0 ? "links" : "", line)) }
    if let fault { entries.append(("fault", fault)) }
    if let words = pace.words { entries.append(("pace", words)) }
    if !scenario.fileAbout.isEmpty { entries.append(("about", scenario.fileAbout)) }
    if !scenario.about.isEmpty {
      entries.append((scenario.fileAbout.isEmpty ? "about" : "variant", scenario.about))
    }
    return entries
  }

  /// A word at the left and its text beside it, in as many lines as that needs.
  private func entry(
    _ title: String, _ text: String, _ style: TextStyle, ink: Ink = .plain
  ) -> [String] {
    let wrapped = SafeText(text, style).wrapped(to: style.width - RunHeader.column)
    return wrapped.enumerated().map { index, line in
      var canvas = Canvas(style)
      if index == 0 { canvas.put(SafeText(title, style), at: 0, ink: .dim) }
      canvas.put(line, at: RunHeader.column, ink: ink)
      return canvas.line
    }
  }

  private var devices: String {
    let names = scenario.devices.map(\.id.string).joined(separator: ", ")
    return names + (differences.isEmpty ? " (all sound)" : "")
  }

  /// What keeps devices from being sound ones with true clocks, equal ones together.
  private var differences: [String] {
    scenario.devices.compactMap { device -> (String, String)? in
      let words = (policy(device.policy) + clock(device.clock)).joined(separator: ", ")
      return words.isEmpty ? nil : (words, device.id.string)
    }.together().map { words, devices in
      let isAll = devices.count == scenario.devices.count && devices.count > 1
      return (isAll ? "all" : devices.joined(separator: ", ")) + ": " + words
    }
  }

  private func policy(_ policy: Policy) -> [String] {
    if policy == .naive { return ["naive"] }
    return PolicyWords.different(in: policy).map { "\($0.name) \($0.value(in: policy))" }
  }

  private func clock(_ clock: ClockSetup) -> [String] {
    var words: [String] = []
    if clock.offset != .zero {
      let length = Wording.length(Milliseconds(abs(clock.offset.count)))
      words.append("clock \(length) \(clock.offset < .zero ? "behind" : "ahead")")
    }
    if clock.drift != 0 {
      words.append("clock drifts \(clock.drift > 0 ? "+" : "")\(clock.drift) ppm")
    }
    if clock.tick > 1 { words.append("clock ticks each \(Wording.length(clock.tick))") }
    return words
  }

  /// How much is drawn from the seed.
  private var workload: String? {
    scenario.random.map { random in
      let faults = Wording.count(random.faultCount, "fault", "faults")
      return "\(Wording.count(random.operations, "operation", "operations")) and \(faults) in "
        + "\(Wording.length(random.length)), of \(random.kinds.count) and \(random.faults.count) "
        + "kinds" + (random.isSwarm ? ", each used in half of all runs" : "")
    }
  }

  private var cloud: String {
    let rules = scenario.rules
    let tie = rules.scalars == .highestStamp ? ", tie \(rules.tie.rawValue)" : ""
    let saves = rules.saves == .merge ? "" : ", saves \(rules.saves.rawValue)"
    return "\(rules.scalars.rawValue)\(tie), sets \(rules.sets.rawValue)\(saves)"
  }
}

extension HostKind {
  fileprivate var words: String {
    switch self {
    case .processes: "each device a process"
    case .memory: "devices in memory"
    }
  }
}
