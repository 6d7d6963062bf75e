import ClusterCore
import ClusterTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The other ends that the tests of the transport need, each a command of its own.
@main
enum Main {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let command = arguments.popFirst() ?? ""
    let rest = Array(arguments)
    switch command {
    case "device":
      exit(
        DeviceProcess.run(
          socket: option("--socket", in: rest), directory: option("--directory", in: rest),
          machine: ToyMachine.self))
    case "misbehave": Misbehaviour(rest).run()
    case "coordinate": Coordination(rest).run()
    case "spawn-guard": exit(ParentDeathGuard.exec(Array(rest.drop { $0 == "--" })))
    default:
      print("TransportProbe device | misbehave | coordinate | spawn-guard")
      exit(64)
    }
  }

  static func option(_ name: String, in arguments: [String]) -> String {
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return "" }
    return arguments[place + 1]
  }
}
