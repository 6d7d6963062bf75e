import ClusterCore
import ClusterEngine
import SyncModels

/// The measure of the checks as published lines, and as JSON: a row for each check that is to see
/// a fault, or sees it.
struct AuditTable {
  let rows: [AuditRow]

  /// By place of the faults, the naive variants last, each with its counts.
  var lines: [String] {
    var lines: [String] = []
    for (title, rows) in groups where !rows.isEmpty {
      lines += ["# \(title)"] + rows.map { $0.separation.line(labelled: $0.label) }
      lines += SeparationTally(rows.map(\.separation)).lines + [""]
    }
    return lines
  }

  private var groups: [(title: String, rows: [AuditRow])] {
    let told = rows.filter(\.isTold)
    let places = Dictionary(
      uniqueKeysWithValues: PlantedFault.all.map { ($0.name, $0.place) })
    return PlantedFault.Place.allCases.map { place in
      (place.rawValue, told.filter { places[$0.fault] == place })
    } + [("variants", told.filter { places[$0.fault] == nil })]
  }
}

extension AuditRow {
  var separation: Separation {
    Separation(correct: CheckRun(onCorrect), faulty: CheckRun(onFaulty))
  }

  fileprivate var label: String { "\(check.rawValue) \(fault)" }

  /// A check that passes both, and was not meant to see the fault, says nothing.
  fileprivate var isTold: Bool {
    isNamed || accuses || onFaulty.verdict == .fail
  }
}

extension CheckRun {
  /// What a check says of one version; one that cannot tell, or had nothing to judge, did not run.
  fileprivate init(_ result: CheckResult) {
    switch result.verdict {
    case .pass: self.init(output: "\(result.witnesses)-witnesses", verdict: .passed)
    case .fail:
      self.init(output: result.step.map { "step-\($0)" } ?? "differs", verdict: .failed)
    case .notJudged, .unknown: self = .didNotRun
    }
  }
}

extension AuditTable: JSONWritable {
  func write(to json: inout JSONWriter) {
    json.array(rows.filter(\.isTold)) { json, row in
      json.object { json in
        json.member("check", row.check.rawValue)
        json.member("fault", row.fault)
        json.member("onCorrect", row.onCorrect.verdict.rawValue)
        json.member("onFaulty", row.onFaulty.verdict.rawValue)
        json.member("class", row.separation.discrimination?.rawValue ?? Separation.outside)
        json.member("named", row.isNamed)
      }
    }
  }
}
