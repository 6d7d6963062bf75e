import ClusterCore
import ClusterReport
import ClusterTransport

@main
enum Main {
  static let version = "0.1"

  /// In the order in which help lists them.
  static let commands: [any Command.Type] = [
    RunCommand.self, DemoCommand.self, ReplayCommand.self, CompareCommand.self, SoakCommand.self,
    ExploreCommand.self, ShrinkCommand.self, ReportCommand.self, ConformCommand.self,
    ListCommand.self, RowsCommand.self, TrialCommand.self, AuditCommand.self,
    BenchCommand.self,
  ]
  /// Started by the cluster itself.
  private static let inner: [any Command.Type] = [
    DeviceCommand.self, SpawnGuardCommand.self, EchoCommand.self,
  ]

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let code = await run(words)
    CurrentProcess.exit(code.rawValue)
  }

  private static func run(_ words: [String]) async -> ExitCode {
    guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
      Terminal.standardOutput.write(help + "\n")
      return words.isEmpty ? .usage : .asExpected
    }
    do {
      guard let command = (commands + inner).first(where: { $0.name == name }) else {
        throw UserMessage(
          what: "there is no command \"\(name)\"",
          cause: Suggestion.among(commands.map { $0.name }, for: name), next: "cluster help")
      }
      return try await run(command, Array(words.dropFirst()))
    } catch {
      return report(error)
    }
  }

  private static func run(_ command: any Command.Type, _ raw: [String]) async throws -> ExitCode {
    if raw.prefix(while: { $0 != "--" }).contains("--help") {
      Terminal.standardOutput.write(command.help + "\n")
      return .asExpected
    }
    let arguments = try Arguments(
      raw, options: command.allOptions, command: command.name, environment: Terminal.environment)
    return try await command.init().run(arguments, Console(arguments))
  }

  /// Says what went wrong and gives the exit status for it.
  private static func report(_ error: any Error) -> ExitCode {
    switch error {
    case let message as UserMessage:
      Console.complain(message)
      return .usage
    case let failure as HostFailure:
      Console.complain(UserMessage(failure, log: nil))
      return .unknown
    case let interrupted as Interrupted:
      Terminal.standardError.write("\n\(interrupted)\n")
      return .interrupted
    case let error as StoreError:
      Console.complain(
        UserMessage(
          what: "\(error)", cause: "the disk is full, or the place is not yours to write to",
          next: "name another place with --store DIR"))
      return .cannotWrite
    default:
      Console.complain(
        UserMessage(
          what: "\(error)",
          cause: "the system refused what the run needs, or this is a fault of the tool",
          next: "run it again; if it stays, report it with the command line"))
      return .internalFault
    }
  }

  static var help: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { command in
      let gap = String(repeating: " ", count: width - command.name.count + 2)
      return "  \(command.name)\(gap)\(command.summary)"
    }
    return """
      cluster: a simulated sync cluster that repeats to the byte

      \(lines.joined(separator: "\n"))

      cluster COMMAND --help tells the options of one.
      Exit status: 0 as expected, 1 not as expected, 2 unknown, 64 usage or a bad file,
      70 internal fault, 74 the store cannot be written, 130 interrupted.
      """
  }
}
