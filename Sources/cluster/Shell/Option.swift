/// An option of a command: `--name VALUE`, or a switch that takes no value.
struct Option {
  let name: String
  /// The word for its value in help; nil for a switch.
  let value: String?
  let help: String
  /// The values that are allowed, where they can be listed.
  let choices: [String]?

  init(_ name: String, _ value: String? = nil, choices: [String]? = nil, help: String) {
    self.name = name
    self.value = value
    self.choices = choices
    self.help = help
  }

  /// The environment variable that says the same: `CLUSTER_SEED`.
  var variable: String {
    "CLUSTER_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

extension Option {
  static let variant = Option(
    "variant", "V", help: "the variant to run; left out: the file's own; all: every one")
  /// Where a command takes one run.
  static let oneVariant = Option(
    "variant", "V", help: "the variant to take; left out: the file's own")
  static let seed = Option("seed", "N", help: "what the weather is drawn from; beats the file's")
  static let weather = Option(
    "weather", "on|off", choices: ["on", "off"], help: "off: nothing is drawn, floor delays")
  static let aimed = Option(
    "aimed", "on|off", choices: ["on", "off"], help: "off: fates and jitters of the file left out")
  static let hosts = Option(
    "hosts", "processes|memory", choices: ["processes", "memory"],
    help: "where the devices live; left out: processes")
  /// Where a command makes many runs.
  static let manyHosts = Option(
    "hosts", "processes|memory", choices: ["processes", "memory"],
    help: "where the devices live; left out: memory, and processes for programs of your own")
  static let store = Option("store", "DIR", help: "where runs are kept; left out: store")
  static let answerLimit = Option(
    "answer-limit", "SECONDS",
    help: "wall clock a device has to connect, and for each answer; left out: 10")
  static let pace = Option(
    "pace", "instant|realtime|Nx",
    help: "a live chart: virtual time as fast as real time, or N times as fast; left out: instant")
  static let add = Option(
    "add", "hostile", choices: ["hostile"],
    help: "loss 0.1, doubling 0.1 and 0–2 s of delay on top of each link's weather")
  static let json = Option("json", help: "print one JSON value instead of text")
  static let quiet = Option(
    "quiet", help: "print the verdict only, and one line for each kind of surprise")
  static let color = Option(
    "color", "auto|always|never", choices: ["auto", "always", "never"],
    help: "never: plain ASCII too; left out: auto; NO_COLOR takes only the colours")
  static let twice = Option("twice", help: "run again on other hosts and compare the traces")
  static let fault = Option(
    "fault", "NAME", help: "with a planted fault, in memory; `cluster audit --list` names them")
  static let help = Option("help", help: "print this")

  /// What every command understands.
  static let everywhere: [Option] = [.json, .quiet, .color, .help]
}
