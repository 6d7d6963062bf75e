import ClusterReport
import ClusterTransport

/// `cluster spawn-guard -- COMMAND…`: becomes a program that ends with its coordinator.
struct SpawnGuardCommand: DirectCommand {
  static let name = "spawn-guard"
  static let usage = "-- COMMAND…"
  static let summary = "becomes a device's program; started by the coordinator"
  static let options: [Option] = []

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    CurrentProcess.exit(ParentDeathGuard.exec(arguments.words))
  }
}
