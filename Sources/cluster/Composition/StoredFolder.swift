import ClusterCore
import ClusterReport
import ClusterTransport

/// What a user names as the folder of something stored, or instead of it.
enum StoredFolder {
  private static let parameters = RunStore.WholeFile.run.rawValue
  private static let trace = RunStore.GrowingFile.trace.rawValue

  /// Whether a run has left its files there, be they complete or not.
  static func isRun(_ path: String) -> Bool {
    Files.kind(of: "\(path)/\(parameters)") == .file
      && Files.kind(of: "\(path)/devices") == .directory
  }

  static func hasTrace(_ path: String) -> Bool { Files.kind(of: "\(path)/\(trace)") == .file }

  /// Refuses what is no folder of a stored run or search, and says what was likely meant.
  ///
  /// - Parameter command: the one that takes such a folder.
  static func check(_ path: String, for command: String) throws(UserMessage) {
    switch Files.kind(of: path) {
    case .directory: return
    case .file:
      let folder = Files.folder(of: path)
      throw UserMessage(
        what: "\(path) is a file, and \(command) takes the folder of what is stored",
        cause: isRun(folder) ? "it is a part of a stored run" : "perhaps it is a scenario",
        next: isRun(folder)
          ? "cluster \(command) \(RunOptions.quoted(folder))"
          : "cluster run \(RunOptions.quoted(path))")
    case nil: throw missing(path, command)
    }
  }

  private static func missing(_ path: String, _ command: String) -> UserMessage {
    let failure = "/\(RunStore.Link.latestFailure.rawValue)"
    let place = MissingPath(path) { Files.kind(of: $0) == .directory }
    guard path.hasSuffix(failure), place.nearest == nil else { return astray(path, place) }
    let latest = "\(path.dropLast(failure.utf8.count))/\(RunStore.Link.latest.rawValue)"
    let isThere = Files.kind(of: latest) == .directory
    return UserMessage(
      what: "there is no \(path)",
      cause: isThere
        ? "every stored run of this scenario ended as expected"
        : "no run of this scenario is stored there",
      next: isThere
        ? "cluster \(command) \(RunOptions.quoted(latest))" : "cluster run FILE, then this again")
  }

  /// A path that leads nowhere: what was likely meant, and what stands where it goes astray.
  private static func astray(_ path: String, _ place: MissingPath) -> UserMessage {
    let more = place.names.count - Limit.listedWords
    let list =
      place.names.prefix(Limit.listedWords).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
    let there = list.isEmpty ? nil : place.folder.map { "in \($0) there is \(list)" }
    let cause = [place.nearest.map { "did you mean \($0)?" }, there].compactMap(\.self)
    return UserMessage(
      what: "there is no folder \(path)",
      cause: cause.isEmpty
        ? "the name is wrong, or you are elsewhere" : cause.joined(separator: " "),
      next: place.nearest.map { Invocation.again(path, replacedBy: $0) }
        ?? "name one, such as store/cluster/latest")
  }

  /// Refuses the folder of a stored run where scenarios are looked for.
  ///
  /// - Parameter names: what stands in it.
  static func refuse(_ folder: String, holding names: [String]) throws(UserMessage) {
    guard names.contains(parameters), names.contains("devices") else { return }
    let path = RunOptions.quoted(folder)
    throw UserMessage(
      what: "\(folder) is the folder of a stored run, and holds no scenario file",
      cause: names.contains(trace)
        ? "its scenario stands in its trace" : "its \(trace), where its scenario stood, is gone",
      next: names.contains(trace)
        ? "cluster replay \(path), or cluster shrink \(path)" : "run its scenario's file again")
  }
}
