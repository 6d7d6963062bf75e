import ClusterCore

/// What came of one variant of a scenario, for comparing.
package struct VariantOutcome: Sendable {
  package let variant: VariantName
  package let verdict: Verdict
  package let checks: [CheckResult]
  package let cloud: NodeState
  package let devices: [NodeID: NodeState]
  /// The fields of which a device asks its user which of two values is to stay.
  package let asking: [NodeID: Set<FieldPath>]

  package init(
    variant: VariantName, verdict: Verdict, checks: [CheckResult], cloud: NodeState,
    devices: [NodeID: NodeState], asking: [NodeID: Set<FieldPath>] = [:]
  ) {
    self.variant = variant
    self.verdict = verdict
    self.checks = checks
    self.cloud = cloud
    self.devices = devices
    self.asking = asking
  }
}

/// The variants of a scenario in the same weather: field × rule × outcome.
package struct CompareTable {
  private let outcomes: [VariantOutcome]

  /// How many lines a heading, the failed checks or a value may take.
  private static let mostLines = 6

  package init(_ outcomes: [VariantOutcome]) {
    self.outcomes = outcomes
  }

  /// On one line: `2 variants: by-stamp pass, last-arrival fail`.
  package var verdicts: String {
    Wording.count(outcomes.count, "variant", "variants") + ": "
      + outcomes.map { "\($0.variant) \($0.verdict.rawValue)" }.joined(separator: ", ")
  }

  package func lines(_ style: TextStyle) -> [String] {
    let paths = Set(
      outcomes.flatMap { outcome in
        outcome.cloud.keys + outcome.devices.values.flatMap(\.keys)
      }
    ).sorted()
    let verdicts = outcomes.map { outcome in
      let mark = VerdictMark(outcome.verdict, style)
      return Grid.Cell(
        text: mark.sign + " " + SafeText(outcome.verdict.rawValue, style), ink: mark.ink)
    }
    let failures = outcomes.map { outcome in
      let names = outcome.checks.filter { $0.verdict == .fail }.map(\.name.rawValue)
      return names.isEmpty
        ? Grid.Cell(text: style.glyphs.absent)
        : Grid.Cell(text: SafeText(names.joined(separator: ", "), style), ink: .bad)
    }
    let fields = paths.map { path in
      [Grid.Cell(text: SafeText(path.description, style))]
        + outcomes.map { cell($0, path, style) }
    }
    let grid = Grid(
      header: [""] + outcomes.map { SafeText($0.variant.string, style) },
      rows: [[Grid.Cell(text: "verdict")] + verdicts, [Grid.Cell(text: "failed")] + failures]
        + fields, mostLines: CompareTable.mostLines)
    return grid.lines(style)
  }

  /// What the cloud holds, then the devices that show something else.
  private func cell(_ outcome: VariantOutcome, _ path: FieldPath, _ style: TextStyle) -> Grid.Cell {
    let others = outcome.devices.keys.sorted().filter {
      outcome.devices[$0]?[path] != outcome.cloud[path]
    }
    let parts = others.map { device in
      let isAsking = outcome.asking[device]?.contains(path) == true
      let name = SafeText(device.string, style)
      return (isAsking ? name + " asks: " : style.glyphs.notEqual + " " + name + " ")
        + value(outcome.devices[device]?[path], style)
    }
    let isWrong = others.contains { outcome.asking[$0]?.contains(path) != true }
    return Grid.Cell(
      text: SafeText.joined([value(outcome.cloud[path], style)] + parts, by: " "),
      ink: isWrong ? .bad : others.isEmpty ? .plain : .warning)
  }

  private func value(_ value: FieldValue?, _ style: TextStyle) -> SafeText {
    value.map { SafeText(Wording.value($0), style) } ?? style.glyphs.absent
  }
}

extension CompareTable: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.array(outcomes) { json, outcome in
      json.object { json in
        json.member("variant", outcome.variant)
        json.member("verdict", outcome.verdict.rawValue)
        json.member("checks", outcome.checks.map(CheckJSON.init))
        json.member("cloud", outcome.cloud)
        json.member("devices", outcome.devices)
      }
    }
  }
}
