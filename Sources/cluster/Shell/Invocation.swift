import ClusterReport
import ClusterTransport

/// What the user typed to start the tool, so that hints can be typed as they stand, in the folder in
/// which they are printed.
enum Invocation {
  /// `run-cluster.sh` says in `CLUSTER_COMMAND` how it was started itself.
  private static let path: String = {
    let given = Terminal.environment("CLUSTER_COMMAND") ?? ""
    return given.isEmpty ? CommandLine.arguments.first ?? "cluster" : given
  }()

  static let command = RunOptions.quoted(path)

  /// The whole command line, for those who want the same again.
  static var again: String {
    line(Array(CommandLine.arguments.dropFirst()))
  }

  /// The command line with another value of an option; nil where the option does not stand there
  /// and the environment gave the value.
  static func again(_ option: Option, _ value: String) -> String? {
    let (name, words) = ("--\(option.name)", Array(CommandLine.arguments.dropFirst()))
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var changed = words
    for index in words.indices.prefix(end) {
      if words[index].hasPrefix(name + "=") { changed[index] = "\(name)=\(value)" }
      if words[index] == name, index + 1 < words.endIndex { changed[index + 1] = value }
    }
    return changed == words ? nil : line(changed)
  }

  /// The command line with another word where this one stands.
  static func again(_ word: String, replacedBy other: String) -> String {
    line(CommandLine.arguments.dropFirst().map { $0 == word ? other : $0 })
  }

  private static func line(_ words: [String]) -> String {
    ([command] + words.map(RunOptions.quoted)).joined(separator: " ")
  }

  /// A hint, which speaks of `cluster COMMAND` and of the files that come with the tool, with the
  /// names that the user would type here.
  static func named(_ hint: String) -> String {
    var words = hint.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices.dropLast() where isCommand(words[index + 1]) {
      if words[index] == "cluster" { words[index] = command }
      if words[index] == "`cluster" { words[index] = "`" + command }
    }
    return words.map(placed).joined(separator: " ")
  }

  private static func isCommand(_ word: String) -> Bool {
    let name = String(word.prefix { $0.isLetter })
    return name == "help" || Main.commands.contains { $0.name == name }
  }

  /// What stands beside the tool, and not here, is named where it stands.
  private static func placed(_ word: String) -> String {
    for name in ["cluster.json", "Scenarios"] where word == name || word == name + "`" {
      guard Files.kind(of: name) == nil else { continue }
      let there = "\(Files.folder(of: path))/\(name)"
      guard Files.kind(of: there) != nil else { continue }
      return RunOptions.quoted(there) + word.dropFirst(name.count)
    }
    return word
  }
}

extension UserMessage {
  /// The message in the words of who started the tool.
  var asTyped: UserMessage {
    UserMessage(
      what: what, cause: Invocation.named(cause), next: Invocation.named(next))
  }
}
