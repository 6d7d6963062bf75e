import SyncModels
import Testing

/// One of the 118 published rows of checks.
struct SeparationRow {
  let label: String
  let correct: CheckRun
  let faulty: CheckRun
  let discrimination: String

  var line: String {
    if discrimination == "kategori-disi" {
      return "\(label) | dogru=\(correct.output) kusurlu=\(faulty.output) -> kategori-disi"
    }
    let onCorrect = "\(correct.output)/\(correct.verdict.rawValue)"
    let onFaulty = "\(faulty.output)/\(faulty.verdict.rawValue)"
    return "\(label) | dogru=\(onCorrect) kusurlu=\(onFaulty) -> \(discrimination)"
  }

  static func published() throws -> [SeparationRow] {
    try Fixture("separation-rows").rows.map { cells in
      SeparationRow(
        label: try #require(cells["check"]),
        correct: try run(cells["correct"], cells["onCorrect"]),
        faulty: try run(cells["faulty"], cells["onFaulty"]),
        discrimination: try #require(cells["class"]))
    }
  }

  private static func run(_ output: String?, _ verdict: String?) throws -> CheckRun {
    let name = try #require(verdict)
    return CheckRun(
      output: try #require(output), verdict: try #require(CheckRun.Verdict(rawValue: name)))
  }
}
