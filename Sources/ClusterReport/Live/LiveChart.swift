import ClusterCore

/// A run's chart as it goes: each row as soon as the events so far make it certain.
///
/// Its rows are those of ``Chart`` in full. What cannot be known yet is not drawn before it is: a
/// message under way has its row when it arrives, is dropped, or was lost at its sending (its cross
/// stands there at once); starts of one instant, which share a row, have it when that instant is
/// over; where a check broke is told at the end, since checks judge the whole run.
package struct LiveChart {
  private let renderer: ChartRenderer
  private var layout: ChartLayout
  private var signs: Set<ChartSign> = []
  private var rowCount = 0
  private var now = Instant.start

  package init(scenario: Scenario, style: TextStyle) {
    layout = ChartLayout(scenario: scenario)
    renderer = ChartRenderer(
      lanes: scenario.chartLanes, horizon: scenario.latestEnd, style: style)
  }

  /// The names above the columns.
  package var header: String { renderer.header }

  /// The rows that the passing of time makes certain; to be called before the first event of a
  /// later instant.
  package mutating func advance(to instant: Instant) -> [String] {
    guard instant > now else { return [] }
    now = instant
    return lines(layout.finish())
  }

  /// The rows that an event makes certain.
  package mutating func consume(_ event: TraceEvent) -> [String] { lines(layout.consume(event)) }

  /// What was kept back, the names again below a long chart, and what the signs mean.
  package mutating func finish() -> [String] {
    let last = lines(layout.finish())
    return last + (rowCount > Chart.longest ? [renderer.header] : []) + renderer.legend(for: signs)
  }

  /// Where the run stands, on one line: `7.120 s  under way: save milk (2), push eggs`.
  package func status(at instant: Instant) -> String {
    let labels = layout.ledger.stillUnderWay
    let flight = labels.isEmpty ? "" : "  under way: " + labels.joined(separator: ", ")
    let style = renderer.style
    // A letter in the last column would make some terminals go on to the next line.
    return SafeText("\(Wording.seconds(instant)) s\(flight)", style)
      .cut(to: style.width - 1, style).string
  }

  private mutating func lines(_ rows: [ChartRow]) -> [String] {
    rowCount += rows.count
    for row in rows { ChartSign.collect(from: row, into: &signs) }
    return rows.flatMap(renderer.lines)
  }
}

extension Scenario {
  /// No run of it goes on longer.
  fileprivate var latestEnd: Instant {
    let last = timeline.map(\.end).max() ?? .start
    return max(calm.at ?? last, last) + calm.limit
  }
}
