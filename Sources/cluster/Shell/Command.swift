import ClusterReport

/// One command of the tool.
protocol Command: SendableMetatype {
  static var name: String { get }
  /// What stands after the name: `FILE…`.
  static var usage: String { get }
  static var summary: String { get }
  /// Its own options, beside those that every command has.
  static var options: [Option] { get }
  /// Whether it awaits something of the main actor.
  static var usesMainActor: Bool { get }

  init()
  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode
}

/// A command that awaits nothing, and so runs on the thread that asks for it.
protocol DirectCommand: Command {
  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode
}

extension Command {
  static var usesMainActor: Bool { false }

  static var allOptions: [Option] { options + Option.everywhere }

  static var help: String {
    let width = allOptions.map { label($0).count }.max() ?? 0
    let lines = allOptions.map { option in
      let label = label(option)
      return "  \(label)\(String(repeating: " ", count: width - label.count))  \(option.help)"
    }
    return "\(Invocation.command) \(name) \(usage)\n  \(summary)\n\n"
      + lines.joined(separator: "\n")
  }

  private static func label(_ option: Option) -> String {
    option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
  }
}
