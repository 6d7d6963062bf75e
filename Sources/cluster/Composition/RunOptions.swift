import ClusterCore
import ClusterEngine
import ClusterReport

/// What the command line says of how scenarios are to be run.
struct RunOptions {
  static let all: [Option] = [.variant, .seed, .weather, .aimed, .hosts, .store]

  /// Where runs are kept when nothing else is said; a folder of scenarios leaves it out.
  static let standardStore = "store"

  let variant: String?
  let seed: Seed?
  let drawsWeather: Bool
  let isAimed: Bool
  let hosts: HostKind
  let storeRoot: String
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
    hosts = arguments[.hosts].flatMap(HostKind.init(rawValue:)) ?? standard
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
    var words = ["./run-cluster.sh", "run", RunOptions.quoted(path)]
    words += ["--variant", scenario.variant.string, "--seed", "\(seed)"]
    if !drawsWeather { words += ["--weather", "off"] }
    if !isAimed { words += ["--aimed", "off"] }
    if isHostile { words += ["--add", "hostile"] }
    if hosts == .memory && named.hosts { words += ["--hosts", "memory"] }
    if isTwice { words.append("--twice") }
    if named.store && namesStore { words += ["--store", RunOptions.quoted(storeRoot)] }
    return words.joined(separator: " ")
  }

  /// The line that looks for failing seeds of one variant.
  func soak(_ path: String, _ scenario: Scenario, seeds: String) -> String {
    var words = ["./run-cluster.sh", "soak", RunOptions.quoted(path)]
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
