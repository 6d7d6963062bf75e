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

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do throws(SystemError) {
      try prepare(isInner: inner.contains { $0.name == words.first })
    } catch {
      CurrentProcess.exit(report(error).rawValue)
    }
    CurrentProcess.exit(begin(words).rawValue)
  }

  /// A device is ended by its coordinator, and gets no signal of the user's.
  private static func prepare(isInner: Bool) throws(SystemError) {
    try CurrentProcess.prepare()
    guard !isInner else { return }
    CurrentProcess.endOnSignals(status: ExitCode.interrupted.rawValue)
    try CurrentProcess.makeRoomForDescriptors()
  }

  /// Runs what is asked for: on this thread, which coordinators and devices share a core by, or on
  /// the runtime's where a command awaits something.
  private static func begin(_ words: [String]) -> ExitCode {
    guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
      Console.print(help)
      return words.isEmpty ? .usage : .asExpected
    }
    do {
      guard let type = (commands + inner).first(where: { $0.name == name }) else {
        throw UserMessage(
          what: "there is no command \"\(name)\"",
          cause: Suggestion.among(commands.map { $0.name }, for: name), next: "cluster help")
      }
      let raw = Array(words.dropFirst())
      if raw.prefix(while: { $0 != "--" }).contains("--help") {
        Console.print(type.help)
        return .asExpected
      }
      let arguments = try Arguments(
        raw, options: type.allOptions, command: name, environment: Terminal.environment)
      let console = Console(arguments)
      if let direct = type as? any DirectCommand.Type {
        return try direct.init().run(arguments, console)
      }
      guard type.usesMainActor else {
        return MainThread.wait { await finish(type, arguments, console) }
      }
      MainThread.run { await finish(type, arguments, console).rawValue }
    } catch {
      return report(error)
    }
  }

  private static func finish(
    _ type: any Command.Type, _ arguments: Arguments, _ console: Console
  ) async -> ExitCode {
    do {
      return try await type.init().run(arguments, console)
    } catch {
      return report(error)
    }
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
      Console.complain(UserMessage("\(error)", error.advice))
      return .cannotWrite
    case let error as SystemError:
      Console.complain(UserMessage("\(error)", error.advice))
      return .internalFault
    default:
      Console.complain(
        UserMessage(
          what: "\(error)",
          cause: "this is a fault of the tool",
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
