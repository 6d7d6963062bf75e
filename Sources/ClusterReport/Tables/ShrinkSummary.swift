import ClusterCore

/// What shrinking came to.
package struct ShrinkSummary {
  private let before: (entries: Int, fates: Int)
  private let entries: Int
  private let fates: Int
  private let devices: Int
  private let checks: [CheckResult]
  private let confirmed: Bool
  private let runs: Int
  private let isMinimal: Bool
  private let others: [String]
  private let file: String
  private let scenario: JSONNode

  /// - Parameters:
  ///   - before: how many entries and schedule lines the failing run had.
  ///   - fates: the schedule lines that are left.
  ///   - others: signatures of failures that were met and not followed.
  package init(
    before: (entries: Int, fates: Int), entries: Int, fates: Int, devices: Int,
    checks: [CheckResult], confirmed: Bool, runs: Int, isMinimal: Bool, others: [String],
    file: String, scenario: JSONNode
  ) {
    self.before = before
    self.entries = entries
    self.fates = fates
    self.devices = devices
    self.checks = checks
    self.confirmed = confirmed
    self.runs = runs
    self.isMinimal = isMinimal
    self.others = others
    self.file = file
    self.scenario = scenario
  }

  /// In one sentence: `7 entries and 60 fates became 2 and 1, on 2 devices, in 90 runs`.
  package var claim: String {
    "\(Wording.count(before.entries, "entry", "entries")) and "
      + "\(Wording.count(before.fates, "fate", "fates")) became "
      + "\(Wording.count(entries)) and \(Wording.count(fates)), on "
      + "\(Wording.count(devices, "device", "devices")), in \(Wording.count(runs, "run", "runs"))"
  }

  package func lines(_ style: TextStyle) -> [String] {
    var lines = Canvas.lines(claim, .strong, style)
    if !isMinimal { lines += Canvas.lines("the time was up: it may go smaller", .warning, style) }
    for check in checks {
      lines += Canvas.lines("\(check.name.rawValue): \(check.explanation)", .bad, style, indent: 2)
    }
    if !others.isEmpty {
      let words = "met on the way and not followed: " + others.joined(separator: "; ")
      lines += Canvas.lines(words, .dim, style, indent: 2)
    }
    let confirmation =
      confirmed ? "confirmed on processes" : "NOT confirmed on processes: a fault of this tool"
    lines += Canvas.lines(confirmation, confirmed ? .good : .bad, style)
    return lines + ["written to " + style.safe(file)]
  }
}

extension ShrinkSummary: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("entries", entries)
      json.member("fates", fates)
      json.member("devices", devices)
      json.member("checks", checks.map(CheckJSON.init))
      json.member("confirmed", confirmed)
      json.member("runs", runs)
      json.member("complete", isMinimal)
      json.key("others")
      json.array(others) { $0.string($1) }
      json.member("file", file)
      json.member("scenario", scenario)
    }
  }
}
