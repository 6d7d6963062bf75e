import ClusterCore
import ClusterReport
import ClusterTransport

/// A scenario file that has been found and read.
struct ScenarioSource {
  let path: String
  /// The folder it stands in below the one that was named: its area.
  let area: String
  let file: ScenarioFile
  private let bytes: [UInt8]
  /// That of the file's own variant, which most commands take.
  private var own: Scenario?

  init(path: String, area: String) throws(UserMessage) {
    self.path = path
    self.area = area
    bytes = try UserMessage.reading(
      path, atMost: Limit.scenarioFile,
      cause: "the name is wrong, or the file is not yours to read",
      next: "type `cluster list Scenarios` to see what there is")
    do throws(FormatError) {
      file = try ScenarioFile(bytes)
    } catch {
      throw UserMessage(error, file: path, bytes: bytes)
    }
    // A variant that cannot be meant is told at once, not on the day it is chosen.
    own = try read(nil)
    for name in file.variantNames.dropFirst() { _ = try read(name) }
  }

  /// The scenario of one variant; the file's own where none is named.
  func scenario(_ variant: VariantName?) throws(UserMessage) -> Scenario {
    if let variant, !file.variantNames.contains(variant) {
      let names = file.variantNames.map(\.string)
      let nearest = Suggestion.nearest(of: names, to: variant.string)
      throw UserMessage(
        what: "\(path) has no variant \"\(variant)\"",
        cause: "its variants: \(Suggestion.among(names, for: variant.string))",
        next: Arguments.line(.variant, nearest ?? names.last ?? ""))
    }
    if let own, variant == nil || variant == file.variantNames.first { return own }
    return try read(variant)
  }

  private func read(_ variant: VariantName?) throws(UserMessage) -> Scenario {
    do throws(FormatError) {
      var scenario = try file.scenario(variant)
      scenario.folder = Files.folder(of: path)
      return scenario
    } catch {
      throw UserMessage(error, file: path, bytes: bytes)
    }
  }

  /// The one scenario that a command takes.
  ///
  /// - Parameter variant: as `--variant` has it; `all` is for commands that take several.
  func scenario(of variant: String?, for command: String) throws(UserMessage) -> Scenario {
    let names = file.variantNames
    guard variant != "all" || names.contains("all") else {
      throw UserMessage(
        what: "\(command) takes one variant at a time, and --variant all is every one",
        cause: "\(path) has \(Suggestion.among(names.map(\.string), for: ""))",
        next: "cluster \(command) \(RunOptions.quoted(path)) --variant \(names.last ?? "")")
    }
    return try scenario(variant.map { VariantName($0) })
  }

  /// The scenarios that `--variant` asks for.
  func scenarios(named variant: String?) throws(UserMessage) -> [Scenario] {
    guard variant == "all" else { return [try scenario(variant.map { VariantName($0) })] }
    var scenarios: [Scenario] = []
    for name in file.variantNames { scenarios.append(try scenario(name)) }
    return scenarios
  }
}

extension ScenarioSource {
  /// The scenarios that are asked for, with the weather that is added; what cannot bear it is
  /// left out, and that is said.
  func scenarios(
    named variant: String?, _ options: RunOptions, _ console: Console
  ) throws(UserMessage) -> [Scenario] {
    let all = try scenarios(named: variant)
    let left = all.compactMap { options.withAddedWeather($0) }
    if left.count < all.count { console.say("left out, \"hostile\" is false: \(path)") }
    return left
  }
}

/// Finds scenario files: a file is itself, a folder is every `.json` file in it.
enum ScenarioLibrary {
  /// The folder of what failed once, which is run first, everywhere.
  static let regressions = "regressions"

  static func load(_ paths: [String]) throws(UserMessage) -> [ScenarioSource] {
    guard !paths.isEmpty else {
      throw UserMessage(
        what: "no scenario is named", cause: "the command needs a file or a folder",
        next: "cluster run cluster.json")
    }
    var sources: [ScenarioSource] = []
    for path in paths {
      sources += try load(path, atMost: Limit.scenarios - sources.count)
    }
    return sources.filter(isRegression) + sources.filter { !isRegression($0) }
  }

  /// Whether it stands in a folder of what failed once.
  private static func isRegression(_ source: ScenarioSource) -> Bool {
    source.path.split(separator: "/").dropLast().contains { $0 == regressions }
  }

  private static func load(
    _ path: String, atMost count: Int
  ) throws(UserMessage) -> [ScenarioSource] {
    switch Files.kind(of: path) {
    case .file: return [try ScenarioSource(path: path, area: "")]
    case .directory:
      let sources = try ScenarioSearch.files(below: path, atMost: count)
        .map { file throws(UserMessage) in
          try ScenarioSource(path: file.path, area: file.area)
        }
      guard !sources.isEmpty else {
        throw UserMessage(
          what: "there is no scenario in \(path)", cause: "a scenario is a file named *.json",
          next: "name a file, or another folder")
      }
      return sources
    case nil: throw missing(path)
    }
  }

  private static func missing(_ path: String) -> UserMessage {
    let place = MissingPath(path) { $0.hasSuffix(".json") || Files.isFolder($0) }
    return UserMessage(
      what: "there is no file or folder \(path)",
      cause: place.nearest.map { "did you mean \($0)?" }
        ?? "the name is wrong, or you are elsewhere",
      next: place.nearest.map { Invocation.again(path, replacedBy: $0) }
        ?? "type `cluster list Scenarios` to see what there is")
  }
}
