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

  init(_ arguments: Arguments, hosts standard: HostKind = .processes) throws(UserMessage) {
    variant = arguments[.variant]
    seed = try arguments.number(.seed, in: 0...Int.max).map { Seed(UInt64($0)) }
    drawsWeather = !arguments.isOff(.weather)
    isAimed = !arguments.isOff(.aimed)
    hosts = arguments[.hosts].flatMap(HostKind.init(rawValue:)) ?? standard
    storeRoot = arguments[.store] ?? RunOptions.standardStore
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

  /// The line that runs one variant with one seed again.
  func rerun(_ path: String, _ scenario: Scenario, seed: Seed) -> String {
    var words = ["./run-cluster.sh", "run", RunOptions.quoted(path)]
    words += ["--variant", scenario.variant.string, "--seed", "\(seed)"]
    if !drawsWeather { words += ["--weather", "off"] }
    if !isAimed { words += ["--aimed", "off"] }
    if hosts == .memory { words += ["--hosts", "memory"] }
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
