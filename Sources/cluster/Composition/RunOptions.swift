import ClusterCore
import ClusterEngine
import ClusterReport
import ClusterTransport

/// What the command line says of how scenarios are to be run.
struct RunOptions {
  static let all: [Option] = [.variant, .seed, .weather, .aimed, .hosts, .store, .answerLimit]

  /// Where runs are kept when nothing else is said; a folder of scenarios leaves it out.
  static let standardStore = "store"

  let variant: String?
  let seed: Seed?
  let drawsWeather: Bool
  let isAimed: Bool
  /// How long a device may take for one answer.
  let limits: HostLimits
  let storeRoot: String
  /// What is planted around the run.
  let fault: PlantedFault?
  private let askedHosts: HostKind?
  private let standardHosts: HostKind
  /// Whether weather is laid on top of each scenario's own.
  let isHostile: Bool
  let isTwice: Bool
  /// What the user named, so that the line that runs it again names it too.
  private let named: (hosts: Bool, store: Bool)

  init(_ arguments: Arguments, hosts standard: HostKind = .processes) throws(UserMessage) {
    variant = arguments[.variant]
    seed = try arguments.number(.seed, in: 0...Int.max).map { Seed(UInt64($0)) }
    drawsWeather = !arguments.isOff(.weather)
    isAimed = !arguments.isOff(.aimed)
    fault = try arguments[.fault].map { name throws(UserMessage) in
      try PlantedFault.find(name)
    }
    askedHosts = arguments[.hosts].flatMap(HostKind.init(rawValue:))
    if let fault, askedHosts == .processes { throw RunOptions.refusal(of: fault) }
    standardHosts = fault == nil ? standard : .memory
    limits = try HostLimits(arguments)
    storeRoot = arguments[.store] ?? RunOptions.standardStore
    isHostile = arguments.has(.add)
    isTwice = arguments.has(.twice)
    named = (arguments.has(.hosts), arguments.has(.store))
    guard !storeRoot.isEmpty else {
      throw UserMessage(
        what: "--store names no folder", cause: "its value is empty, perhaps an unset variable",
        next: "type --store DIR, or leave it out")
    }
  }

  private static func refusal(of fault: PlantedFault) -> UserMessage {
    UserMessage(
      what: "\(fault.name) cannot be planted around processes",
      cause: "a fault stands around machines that live in the coordinator",
      next: "type --hosts memory, or leave it out; a program of your own bears no --fault")
  }

  /// Where the scenario's devices live: what was asked for, else what the command takes. Other
  /// people's programs live in processes only.
  func hosts(for scenario: Scenario) -> HostKind {
    scenario.hasForeignDevice ? .processes : askedHosts ?? standardHosts
  }

  /// Refuses a scenario whose devices cannot be started as is asked; before anything is.
  func check(_ scenario: Scenario) throws(UserMessage) {
    for device in scenario.devices {
      guard let command = device.command else { continue }
      if let fault { throw RunOptions.refusal(of: fault) }
      guard askedHosts != .memory else {
        throw UserMessage(
          what: "\(scenario.name): --hosts memory cannot host the device \(device.id)",
          cause: "it is a program of its own (\"command\"), which runs as a process only",
          next: "leave out --hosts memory")
      }
      try DeviceCommands.check(
        command, in: scenario.folder, of: "\(scenario.name), device \(device.id)")
    }
  }

  func setup(_ scenario: Scenario, added: Schedule = Schedule()) -> RunSetup {
    RunSetup(
      scenario, seed: seed, drawsWeather: drawsWeather, isAimed: isAimed, added: added)
  }

  /// The scenario with the weather that is added; nil where its file says that it cannot bear any.
  func withAddedWeather(_ scenario: Scenario) -> Scenario? {
    guard isHostile else { return scenario }
    return scenario.isHostileAllowed ? HostileWeather.added(to: scenario) : nil
  }

  /// The line that runs one variant with one seed again.
  ///
  /// - Parameter namesStore: false for one of many runs, whose store may be that of a shard.
  func rerun(
    _ path: String, _ scenario: Scenario, seed: Seed, namesStore: Bool = true
  ) -> String {
    var words = [Invocation.command, "run", RunOptions.quoted(path)]
    words += ["--variant", scenario.variant.string, "--seed", "\(seed)"]
    if !drawsWeather { words += ["--weather", "off"] }
    if !isAimed { words += ["--aimed", "off"] }
    if let fault { words += ["--fault", fault.name] }
    if isHostile { words += ["--add", "hostile"] }
    if hosts(for: scenario) == .memory && named.hosts { words += ["--hosts", "memory"] }
    if isTwice { words.append("--twice") }
    if named.store && namesStore { words += ["--store", RunOptions.quoted(storeRoot)] }
    return words.joined(separator: " ")
  }

  /// The line that looks for failing seeds of one variant.
  func soak(_ path: String, _ scenario: Scenario, seeds: String) -> String {
    var words = [Invocation.command, "soak", RunOptions.quoted(path)]
    words += ["--variant", scenario.variant.string, "--seeds", seeds]
    if !drawsWeather { words += ["--weather", "off"] }
    if !isAimed { words += ["--aimed", "off"] }
    return words.joined(separator: " ")
  }

  static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/".utf8.contains(byte)
    }
    return plain
      ? path
      : "'"
        + path.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}

extension HostLimits {
  /// The usual limits, but for an answer's where the command line gives one.
  init(_ arguments: Arguments) throws(UserMessage) {
    self.init()
    guard let seconds = try arguments.number(.answerLimit, in: 1...86_400) else { return }
    frame = .seconds(seconds)
    connect = .seconds(seconds)
  }
}
