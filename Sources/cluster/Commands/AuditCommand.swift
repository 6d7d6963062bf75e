import ClusterCore
import ClusterEngine
import ClusterReport
import SyncModels

/// `cluster audit`: which check sees which fault.
struct AuditCommand: DirectCommand {
  static let name = "audit"
  static let usage = "[FILE or FOLDER…]"
  static let summary = "the checks themselves, measured on planted faults and naive variants"
  private static let list = Option("list", help: "name the faults, and measure nothing")
  static let options = [Option.fault, list]

  func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
    if arguments.has(Self.list) {
      console.conclude(Self.names(try Self.faults(arguments)).joined(separator: "\n"))
      return .asExpected
    }
    let isWhole = arguments[.fault] == nil
    // Where faults are named only files that are named too are measured beside them.
    let sources =
      isWhole || !arguments.words.isEmpty ? try Self.sources(arguments.words) : []
    let executor = try Executor()
    var rows: [AuditRow] = []
    var correct = Audit.CorrectVersions()
    for fault in try Self.faults(arguments) {
      try executor.checkSignals()
      rows += try Audit.measure(fault, beside: &correct)
    }
    for source in sources {
      try executor.checkSignals()
      let name = source.area.isEmpty ? source.file.name : "\(source.area)/\(source.file.name)"
      rows += try Audit.measure(try source.scenarios(named: "all"), file: name)
    }
    let defects = rows.defects(isWhole: isWhole)
    console.json(AuditTable(rows: rows).json)
    console.say(AuditTable(rows: rows).lines)
    console.conclude(Self.conclusion(rows, defects))
    return defects.isEmpty ? .asExpected : .notAsExpected
  }

  /// Scenarios whose naive and sound variants are measured: those named, or all there are.
  private static func sources(_ paths: [String]) throws(UserMessage) -> [ScenarioSource] {
    try ScenarioLibrary.load(paths.isEmpty ? ["Scenarios"] : paths)
  }

  private static func faults(_ arguments: Arguments) throws(UserMessage) -> [PlantedFault] {
    guard let names = arguments[.fault] else { return PlantedFault.all }
    var faults: [PlantedFault] = []
    for name in names.split(separator: ",") { faults.append(try PlantedFault.find(String(name))) }
    return faults
  }

  private static func names(_ faults: [PlantedFault]) -> [String] {
    let width = faults.map(\.name.count).max() ?? 0
    return faults.map { fault in
      fault.name + String(repeating: " ", count: width - fault.name.count + 2) + fault.about
    }
  }

  private static func conclusion(_ rows: [AuditRow], _ defects: [String]) -> String {
    guard defects.isEmpty else {
      return defects.map { "✗ \($0)" }.joined(separator: "\n")
    }
    let faults = Set(rows.map(\.fault))
    let planted = PlantedFault.all.count { faults.contains($0.name) }
    let checks = Set(rows.filter(\.discriminates).map(\.check)).count
    return "✓ \(planted) planted faults and \(faults.count - planted) naive variants, each seen; "
      + "\(checks) checks that see one; none accuses a correct version"
  }
}

extension PlantedFault {
  static func find(_ name: String) throws(UserMessage) -> PlantedFault {
    guard let fault = named(name) else {
      throw UserMessage(
        what: "there is no planted fault \"\(name)\"",
        cause: Suggestion.among(all.map(\.name), for: name), next: "cluster audit --list")
    }
    return fault
  }
}
