import ClusterCore
import ClusterReport
import ClusterTransport

/// `cluster bench`: how fast the cluster is here, each figure beside its yardstick in the same run.
struct BenchCommand: Command {
  static let name = "bench"
  static let usage = "[ROW…]"
  static let summary = "how fast the cluster is on this machine, beside its yardsticks"
  private static let quick = Option(
    "quick", help: "a tenth of the work, three times: to see that it works")
  private static let repetitions = Option(
    "repetitions", "N", help: "how often each row is taken; left out: 7, quick: 3")
  private static let list = Option("list", help: "name the rows, and measure nothing")
  static let options = [quick, repetitions, list]

  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
    let rows = try Self.rows(arguments.words)
    if arguments.has(Self.list) {
      console.conclude(rows.map { "\($0.name)  \($0.what)" }.joined(separator: "\n"))
      return .asExpected
    }
    let isQuick = arguments.has(Self.quick)
    let size = BenchSize(
      repetitions: try arguments.number(Self.repetitions, in: 1...100) ?? (isQuick ? 3 : 7),
      divisor: isQuick ? 10 : 1)
    let executor = try Executor()
    var figures: [BenchFigure] = []
    for row in rows {
      try executor.checkSignals()
      console.progress("\(row.name): \(row.what)")
      figures.append(try await row.figure(size))
    }
    console.progress("")
    try Self.check(figures)
    let table = BenchTable(figures)
    console.conclude(table.lines(console.style).joined(separator: "\n"))
    console.json(table.json)
    return .asExpected
  }

  /// All rows, or those in whose name one of the words stands.
  private static func rows(_ words: [String]) throws(UserMessage) -> [BenchRow] {
    let all = BenchRow.all
    for word in words where !all.contains(where: { $0.name.contains(word) }) {
      throw UserMessage(
        what: "bench has no row \"\(word)\"",
        cause: Suggestion.among(all.map(\.name), for: word), next: "cluster bench --list")
    }
    return words.isEmpty
      ? all : all.filter { row in words.contains { row.name.contains($0) } }
  }

  /// The same work comes to the same thing however often it is done.
  private static func check(_ figures: [BenchFigure]) throws(BenchDefect) {
    for figure in figures where figure.work == nil && !figure.samples.isEmpty {
      throw BenchDefect(row: figure.name, works: figure.samples.map(\.work))
    }
  }
}

/// Repetitions of one row that came to different things.
private struct BenchDefect: Error, CustomStringConvertible {
  let row: String
  let works: [String]

  var description: String {
    "bench: \(row) came to different things: \(works.joined(separator: ", "))"
  }
}
