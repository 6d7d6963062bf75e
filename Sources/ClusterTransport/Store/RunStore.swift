import ClusterCore

/// What a run leaves: `<root>/<scenario>/<UTC ms>-<seed>-<pid>/` and the links to it.
///
/// It takes bytes that are encoded already and knows nothing of what they say. Directories
/// have mode 0700, files 0600.
package final class RunStore {
  /// A file that is written at once.
  package enum WholeFile: String, CaseIterable, Sendable {
    case run = "run.json"
    case results = "results.json"
    case messages = "messages.txt"
    case report = "report.html"
  }

  /// A file that grows as the run goes.
  package enum GrowingFile: String, CaseIterable, Sendable {
    case schedule = "schedule.jsonl"
    case trace = "trace.jsonl"

    /// The most bytes that it may have.
    var limit: Int {
      switch self {
      case .schedule: Limit.scheduleFile
      case .trace: Limit.traceFile
      }
    }
  }

  /// A link to a run beside the runs of its scenario.
  package enum Link: String, CaseIterable, Sendable {
    case latest
    case latestFailure = "latest-failure"
  }

  /// The run's own directory.
  package let directory: String
  private let name: String
  private let scenarioDirectory: String

  /// Makes the run's directory. `startedAt` is milliseconds since 1970, UTC; it is moved on
  /// where a run of that name is there already.
  package init(
    root: String, scenario: String, startedAt: Int64, seed: Seed,
    process: Int32 = CurrentProcess.identifier
  ) throws(StoreError) {
    scenarioDirectory = "\(root)/\(scenario)"
    try StoreError.wrapping(scenarioDirectory) { [scenarioDirectory] () throws(SystemError) in
      try FileSystem.makeDirectories(scenarioDirectory)
    }
    name = try RunStore.claimName(
      in: scenarioDirectory, startedAt: startedAt, rest: "\(seed)-\(process)")
    directory = "\(scenarioDirectory)/\(name)"
    let devices = "\(directory)/devices"
    try StoreError.wrapping(devices) { () throws(SystemError) in
      try FileSystem.makeDirectory(devices)
    }
  }

  /// How many runs of one process, seed and millisecond are told apart.
  private static let mostInOneMoment: Int64 = 1000

  private static func claimName(
    in directory: String, startedAt: Int64, rest: String
  ) throws(StoreError) -> String {
    var moment = startedAt
    while true {
      let name = "\(moment)-\(rest)"
      do {
        try FileSystem.makeDirectory("\(directory)/\(name)")
        return name
      } catch  where error.alreadyExists && moment < startedAt + mostInOneMoment {
        moment += 1
      } catch {
        throw StoreError("\(directory)/\(name)", error)
      }
    }
  }

  package func path(of file: WholeFile) -> String { "\(directory)/\(file.rawValue)" }

  package func path(of file: GrowingFile) -> String { "\(directory)/\(file.rawValue)" }

  /// Where a device's standard error goes.
  package func log(of device: NodeID) -> String { "\(directory)/devices/\(device).log" }

  /// Writes a file, or writes it anew.
  package func write(_ bytes: [UInt8], to file: WholeFile) throws(StoreError) {
    let path = path(of: file)
    try StoreError.wrapping(path) { () throws(SystemError) in
      try Descriptor(opening: path, .replace).write(bytes)
    }
  }

  /// Begins a file with its header line.
  package func begin(_ file: GrowingFile, header: [UInt8]) throws(StoreError) -> LineFile {
    try LineFile(path(of: file), header: header, limit: file.limit)
  }

  /// Points a link at this run; whoever reads it meanwhile finds the old run or this one.
  package func point(_ link: Link) throws(StoreError) {
    let path = "\(scenarioDirectory)/\(link.rawValue)"
    let fresh = "\(path).\(name)"
    let target = name
    try StoreError.wrapping(path) { () throws(SystemError) in
      try FileSystem.removeFile(fresh)
      try FileSystem.makeLink(fresh, to: target)
      try FileSystem.rename(fresh, to: path)
    }
  }

  /// Removes a scenario's runs but for the newest `count`, and says which. A run that a link
  /// points at stays in any case, and so does whatever is not named like a run.
  package static func prune(
    root: String, scenario: String, keep count: Int
  ) throws(StoreError) -> [String] {
    let directory = "\(root)/\(scenario)"
    return try StoreError.wrapping(directory) { () throws(SystemError) in
      guard try FileSystem.status(of: directory) != nil else { return [] }
      let linked = Link.allCases.compactMap {
        FileSystem.target(ofLink: "\(directory)/\($0.rawValue)")
      }
      let runs = try FileSystem.names(in: directory).compactMap(RunName.init)
      let old = runs.sorted().dropLast(max(0, count)).filter { !linked.contains($0.text) }
      for run in old { try FileSystem.removeTree("\(directory)/\(run.text)") }
      return old.map(\.text)
    }
  }
}

/// The name of a run's directory, ordered by when it started.
private struct RunName: Comparable {
  let text: String
  private let moment: Int64

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let moment = Int64(parts[0]), UInt64(parts[1]) != nil,
      Int32(parts[2]) != nil
    else { return nil }
    self.text = text
    self.moment = moment
  }

  static func < (left: RunName, right: RunName) -> Bool {
    left.moment == right.moment
      ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.moment < right.moment
  }
}
