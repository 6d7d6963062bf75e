import ClusterCore
import ClusterEngine
import ClusterReport
import SyncModels

/// `cluster trial`: the published rows that have a counterpart on the network, measured there.
struct TrialCommand: Command {
  static let name = "trial"
  static let usage = "[LABEL…]"
  static let summary = "the rows with a counterpart on the network, measured on real processes"
  static let options: [Option] = [.hosts]
  static let usesMainActor = true

  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
    let hosts = arguments[.hosts].flatMap(HostKind.init(rawValue:)) ?? .processes
    let rows = try Self.rows(arguments.words)
    let executor = try Executor()
    var results: [TrialResult] = []
    for row in rows {
      try executor.checkSignals()
      guard let states = try measure(row, on: hosts, executor, console) else { return .unknown }
      let result = try await TrialResult(row.label, cluster: states)
      console.say(TrialReport.lines(result, console.style))
      results.append(result)
    }
    let report = TrialReport(results: results, hosts: hosts)
    console.conclude(console.style.safe(report.conclusion))
    console.json(report.json)
    return report.agrees ? .asExpected : .notAsExpected
  }

  /// Nil where a device cannot be relied on, which is told.
  private func measure(
    _ row: TrialRow, on hosts: HostKind, _ executor: Executor, _ console: Console
  ) throws -> TrialStates? {
    do {
      return try row.measure { setup, run in try executor.withHosts(hosts, setup, run) }
    } catch let fault as NotForced {
      Console.complain(
        UserMessage(
          what: "\(fault)", cause: "the row's scenario no longer brings that about: a fault here",
          next: "report it with the command line"))
      return nil
    } catch let failure as HostFailure {
      try executor.checkSignals()
      Console.complain(
        UserMessage(
          what: "\(row.label) cannot be measured: \(failure.device) \(failure.reason)",
          cause: failure.errorOutput.isEmpty
            ? "a device's process broke down" : failure.errorOutput,
          next: "cluster trial \(row.label) --hosts memory"))
      return nil
    }
  }

  private static func rows(_ labels: [String]) throws(UserMessage) -> [TrialRow] {
    guard !labels.isEmpty else { return TrialTable.rows }
    var rows: [TrialRow] = []
    for label in labels {
      guard let row = TrialTable.row(labelled: label) else { throw unknown(label) }
      rows.append(row)
    }
    return rows
  }

  private static func unknown(_ label: String) -> UserMessage {
    if Catalogue.row(labelled: label) != nil {
      return UserMessage(
        what: "the row \"\(label)\" has no counterpart on the network",
        cause: "it measures something within one process; only the model has it",
        next: "cluster rows shows it; cluster trial measures those that have one")
    }
    return UserMessage(
      what: "no row is labelled \"\(label)\"",
      cause: Suggestion.among(TrialTable.rows.map(\.label), for: label), next: "cluster trial")
  }
}
