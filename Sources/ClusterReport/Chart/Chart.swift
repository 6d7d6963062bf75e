import ClusterCore

/// A point of a run that a chart keeps and marks, because a check broke there.
package struct ChartFocus: Hashable, Sendable {
  /// The number of the trace event.
  package let step: Int
  package let text: String

  package init(step: Int, text: String) {
    self.step = step
    self.text = text
  }

  /// Where the checks broke.
  package static func failures(_ checks: [CheckResult]) -> [ChartFocus] {
    checks.compactMap { ChartFocus($0) }
  }

  /// The same for rows that show a message where it arrives: of what breaks a check by being sent
  /// the row stands further down.
  static func failures(_ checks: [CheckResult], in events: [TraceEvent]) -> [ChartFocus] {
    checks.compactMap { check in
      guard let focus = ChartFocus(check) else { return nil }
      guard let sent = check.blamed(in: events) else { return focus }
      let arrival = events.first { $0.step?.delivers(sent) ?? false }
      let place = arrival.map { ", which arrives at step \($0.number)" } ?? ""
      return ChartFocus(
        step: focus.step, text: "\(focus.text): step \(focus.step) sends \(sent)\(place)")
    }
  }

  private init?(_ check: CheckResult) {
    guard check.verdict == .fail, let step = check.step else { return nil }
    self.init(step: step, text: "\(check.name.rawValue) fails here")
  }
}

extension CheckResult {
  /// The message that the step of the breach sent, where the explanation names one.
  fileprivate func blamed(in events: [TraceEvent]) -> MessageName? {
    guard let breach = events.first(where: { $0.number == step })?.step else { return nil }
    let words = Set(explanation.split(separator: " ").map { Text(String($0)) })
    for case .sent(let name, _) in breach.effects.map(\.outcome)
    where words.contains(Text(name.description)) {
      return name
    }
    return nil
  }
}

extension Step {
  fileprivate func delivers(_ message: MessageName) -> Bool {
    guard case .delivery(let name, _) = name else { return false }
    return name == message
  }
}

/// A whole run as a text chart.
package struct Chart {
  package let scenario: Scenario
  /// Nil for the chart in full; else routine rows go, and at most so many rows stay.
  package let mostRows: Int?
  package let focus: [ChartFocus]

  /// What a terminal gets where nothing else is asked for.
  package static let terminalRows = 60
  /// A chart of more rows repeats the names of its columns at its end.
  static let longest = 40

  package init(scenario: Scenario, focus: [ChartFocus] = [], mostRows: Int? = nil) {
    self.scenario = scenario
    self.focus = focus
    self.mostRows = mostRows
  }

  package func rows(of events: [TraceEvent]) -> [ChartRow] {
    var layout = ChartLayout(scenario: scenario)
    var rows: [ChartRow] = []
    for event in events { rows += layout.consume(event) }
    rows = marked(rows + layout.finish())
    guard let mostRows else { return rows }
    var causes: [Int: Int] = [:]
    for event in events { causes[event.number] = event.cause }
    return ChartCut(mostRows: mostRows, focus: Set(focus.map(\.step)), causes: causes).cut(rows)
  }

  /// A chart as lines of text.
  package struct Drawing {
    package let lines: [String]
    /// Whether it has fewer rows than the run.
    package let leavesOut: Bool
  }

  package func lines(_ events: [TraceEvent], style: TextStyle) -> [String] {
    drawing(events, style: style).lines
  }

  package func drawing(_ events: [TraceEvent], style: TextStyle) -> Drawing {
    let rows = rows(of: events)
    let renderer = ChartRenderer(
      lanes: scenario.chartLanes, horizon: events.last?.at ?? .start, style: style)
    var lines = [renderer.header] + rows.flatMap(renderer.lines)
    if rows.count > Chart.longest { lines.append(renderer.header) }
    let leavesOut = rows.contains { row in
      if case .gap = row.content { true } else { false }
    }
    return Drawing(lines: lines + renderer.legend(for: rows), leavesOut: leavesOut)
  }

  /// The rows with a line below each step at which a check broke.
  private func marked(_ rows: [ChartRow]) -> [ChartRow] {
    var result: [ChartRow] = []
    var open = focus.sorted { ($0.step, $0.text) < ($1.step, $1.text) }[...]
    for (index, row) in rows.enumerated() {
      result.append(row)
      let next = index + 1 < rows.count ? rows[index + 1].step : Int.max
      while let first = open.first, first.step < next {
        open.removeFirst()
        result.append(
          ChartRow(
            step: first.step, at: row.at, content: .failure(first.text), lanes: row.lanes))
      }
    }
    return result
  }
}
