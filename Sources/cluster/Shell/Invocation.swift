import ClusterReport
import ClusterTransport

/// What the user typed to start the tool, so that hints can be typed as they stand.
enum Invocation {
  /// `run-cluster.sh` says in `CLUSTER_COMMAND` how it was started itself.
  static let command: String = {
    let given = Terminal.environment("CLUSTER_COMMAND") ?? ""
    return given.isEmpty ? "cluster" : given
  }()

  /// The whole command line, for those who want the same again.
  static var again: String {
    (["./run-cluster.sh"] + CommandLine.arguments.dropFirst().map(RunOptions.quoted))
      .joined(separator: " ")
  }

  /// A hint, which speaks of `cluster COMMAND`, with the name that the user typed.
  static func named(_ hint: String) -> String {
    var words = hint.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices.dropLast() where isCommand(words[index + 1]) {
      if words[index] == "cluster" { words[index] = command }
      if words[index] == "`cluster" { words[index] = "`" + command }
    }
    return words.joined(separator: " ")
  }

  private static func isCommand(_ word: String) -> Bool {
    let name = String(word.prefix { $0.isLetter })
    return name == "help" || Main.commands.contains { $0.name == name }
  }
}

extension UserMessage {
  /// The message in the words of who started the tool.
  var asTyped: UserMessage {
    UserMessage(
      what: what, cause: Invocation.named(cause), next: Invocation.named(next))
  }
}
