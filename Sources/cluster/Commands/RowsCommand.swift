import ClusterCore
import ClusterReport
import SyncModels

/// `cluster rows`: the published rows, measured on the pure models.
struct RowsCommand: Command {
  static let name = "rows"
  static let usage = ""
  static let summary = "the 100 published rows, measured on the pure models"
  private static let counts = Option("counts", help: "the count lines of each group too")
  private static let observations = Option(
    "observations", help: "the ten published observations that are not rows too")
  private static let lesson = Option(
    "lesson", "NAME", help: "one lesson only; a part of its name is enough, Turkish or ASCII")
  static let options = [lesson, counts, observations]
  static let usesMainActor = true

  func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
    let lesson = arguments[Self.lesson]
    do {
      if console.printsJSON {
        let rows = try await RowsReport.rows(lesson: lesson)
        console.json(RowsJSON(rows: rows).json)
      } else {
        let lines = try await RowsReport.lines(
          lesson: lesson, counts: arguments.has(Self.counts),
          observations: arguments.has(Self.observations))
        console.conclude(lines.joined(separator: "\n"))
      }
    } catch let error as UnknownLesson {
      throw UserMessage(
        what: "no lesson is named \"\(error.name)\"",
        cause: "the lessons are " + error.known.joined(separator: ", "),
        next: "cluster rows --lesson esitleme")
    }
    return .asExpected
  }
}

/// The rows as one JSON list.
private struct RowsJSON: JSONWritable {
  let rows: [RowsReport.Row]

  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("lesson", row.lesson)
        json.member("area", row.area.rawValue)
        json.member("group", row.group.rawValue)
        json.member("label", row.label)
        json.member("once", row.trial.once)
        json.member("twice", row.trial.twice)
        json.member("forward", row.trial.forward)
        json.member("backward", row.trial.backward)
        json.member("late", row.trial.late)
        json.member("class", row.trial.sensitivity.rawValue)
        json.member("gloss", row.trial.sensitivity.english)
      }
    }
  }
}
