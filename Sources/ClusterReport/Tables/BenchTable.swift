import ClusterCore

/// What `cluster bench` measured, as a table and as JSON.
package struct BenchTable {
  private let figures: [BenchFigure]

  package init(_ figures: [BenchFigure]) {
    self.figures = figures
  }

  package func lines(_ style: TextStyle) -> [String] {
    let header = ["row", "measured", "yardstick", "ratio", "spread", "reach", "aim"]
    let rows = figures.map { figure in
      [
        cell(figure.name, style),
        cell(figure.value.map { Self.amount($0, figure.unit) }, style),
        cell(figure.yardstickValue.map { Self.amount($0, figure.unit) }, style),
        cell(figure.ratio.map { Self.decimal($0, places: 2) }, style),
        cell(figure.spread.map { "\(Self.decimal($0 * 100, places: 0)) %" }, style),
        goal(figure.reach, figure.isReached, figure, style),
        goal(figure.aim, figure.isAimReached, figure, style),
      ]
    }
    let missing = figures.compactMap { figure in
      figure.missing.map { "\(figure.name) was not measured: \($0)" }
    }
    return Grid(header: header.map { SafeText($0, style) }, rows: rows, indent: 0).lines(style)
      + missing.flatMap { Canvas.lines($0, .warning, style) }
  }

  private func cell(_ text: String?, _ style: TextStyle) -> Grid.Cell {
    Grid.Cell(text: SafeText(text ?? "", style))
  }

  private func goal(
    _ limit: Double?, _ isMet: Bool?, _ figure: BenchFigure, _ style: TextStyle
  ) -> Grid.Cell {
    guard let limit else { return cell(nil, style) }
    let text =
      figure.yardstick == nil ? Self.limit(limit, figure.unit) : Self.decimal(limit, places: 2)
    guard let isMet else { return cell(text, style) }
    return Grid.Cell(
      text: SafeText("\(text) \(isMet ? "yes" : "no")", style), ink: isMet ? .good : .warning)
  }

  private static func amount(_ value: Double, _ unit: BenchFigure.Unit) -> String {
    switch unit {
    case .perSecond: "\(Wording.count(Int(value.rounded()))) \(unit.text)"
    case .seconds: time(value)
    }
  }

  /// A rate without its unit, which stands beside what was measured.
  private static func limit(_ value: Double, _ unit: BenchFigure.Unit) -> String {
    switch unit {
    case .perSecond: Wording.count(Int(value.rounded()))
    case .seconds: time(value)
    }
  }

  /// In the unit that leaves a number people read.
  private static func time(_ seconds: Double) -> String {
    if seconds >= 1 { return "\(decimal(seconds, places: 2)) s" }
    if seconds >= 1e-3 { return "\(decimal(seconds * 1e3, places: 1)) ms" }
    return "\(decimal(seconds * 1e6, places: 2)) µs"
  }

  /// Rounded, with so many digits behind the point.
  fileprivate static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int64((value * scale).rounded())
    guard places > 0 else { return "\(whole)" }
    let digits = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (whole < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}

extension BenchTable: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.array(figures) { json, figure in json.value(Row(figure: figure)) }
  }

  private struct Row: JSONWritable {
    let figure: BenchFigure

    func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("name", figure.name)
        json.member("what", figure.what)
        Self.number("value", figure.value, &json)
        json.member("unit", figure.unit.text)
        Self.number("yardstick", figure.yardstickValue, &json)
        Self.number("ratio", figure.ratio, &json)
        if let beside = figure.yardstick { json.member("beside", beside) }
        Self.number("spread", figure.spread, &json)
        Self.number("reach", figure.reach, &json)
        if let isReached = figure.isReached { json.member("reached", isReached) }
        if let aim = figure.aim { Self.number("aim", aim, &json) }
        if let isReached = figure.isAimReached { json.member("aimReached", isReached) }
        json.member("repetitions", figure.samples.count)
        if let work = figure.work { json.member("work", work) }
        if let missing = figure.missing { json.member("missing", missing) }
      }
    }

    /// Six places below a thousand, so that a time of microseconds is one.
    private static func number(_ name: String, _ value: Double?, _ json: inout JSONWriter) {
      json.key(name)
      guard let value else { return json.null() }
      json.literal(BenchTable.decimal(value, places: value < 1 ? 9 : value < 1000 ? 6 : 0))
    }
  }
}
