import ClusterCore
import ClusterNodes
import ClusterReport
import ClusterTransport

/// The device process: started by a coordinator, never by hand.
struct DeviceCommand: DirectCommand {
  static let name = "device"
  static let usage = "--socket PATH --directory DIR"
  static let summary = "a device process, as a coordinator starts it"
  private static let socket = Option("socket", "PATH", help: "where its coordinator listens")
  private static let directory = Option("directory", "DIR", help: "where it keeps its store")
  static let options = [socket, directory]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    guard let socket = arguments[Self.socket], let directory = arguments[Self.directory] else {
      throw UserMessage(
        what: "a device needs --socket and --directory",
        cause: "devices are started by the coordinator, with both",
        next: "cluster run cluster.json")
    }
    CurrentProcess.exit(
      DeviceProcess.run(socket: socket, directory: directory, machine: DeviceMachine.self))
  }
}

extension DeviceMachine: Machine {}
