import ClusterCore

/// Draws the rows of a chart: lanes as columns, time downwards, arrows between them.
///
/// Where there are more lanes than fit the width, each row is a sentence instead.
package struct ChartRenderer {
  let names: [SafeText]
  let style: TextStyle
  let geometry: ChartGeometry
  var glyphs: Glyphs { style.glyphs }

  /// `horizon` is about when the run will end; it only decides how wide the times are.
  package init(lanes: [NodeID], horizon: Instant = Instant(999_999), style: TextStyle) {
    names = lanes.map { SafeText($0.string, style) }
    self.style = style
    geometry = ChartGeometry(laneCount: lanes.count, horizon: horizon, width: style.width)
  }

  /// The names above the columns.
  package var header: String {
    var canvas = Canvas(style)
    canvas.put("#", endingAt: geometry.numberEnd, ink: .dim)
    canvas.put("sent", endingAt: geometry.sentEnd, ink: .dim)
    canvas.put("at", endingAt: geometry.atEnd, ink: .dim)
    for (name, column) in zip(names, geometry.lanes) {
      canvas.put(name.cut(to: geometry.distance - 1, style), at: column, ink: .strong)
    }
    return canvas.line
  }

  /// The lines of one row, most often one.
  package func lines(for row: ChartRow) -> [String] {
    switch row.content {
    case .rule(let text, let isStrong): [rule(row, text, isStrong: isStrong)]
    case .failure(let text): [failure(text)]
    case .gap(_, let last): [gap(to: last, row)]
    case .arrow(let arrow):
      geometry.lanes.isEmpty ? sentence(row, arrow) : lines(row, arrow)
    case .marks(let marks):
      geometry.lanes.isEmpty ? marks.flatMap { sentence(row, $0) } : lines(row, marks)
    }
  }

  /// What the signs mean that these rows use.
  package func legend(for rows: [ChartRow]) -> [String] {
    var seen: Set<ChartSign> = []
    for row in rows { ChartSign.collect(from: row, into: &seen) }
    return legend(for: seen)
  }

  func legend(for seen: Set<ChartSign>) -> [String] {
    let parts = ChartSign.allCases.filter(seen.contains).map { $0.meaning(glyphs) }
    return SafeText.lines(of: parts, separator: "   ", columns: style.width - 2).map { text in
      var canvas = Canvas(style)
      canvas.put(text, at: 2, ink: .dim)
      return canvas.line
    }
  }
}

// MARK: - Parts of a line

extension ChartRenderer {
  /// A line with the step's number, the instants and the lanes' lines.
  func canvas(_ row: ChartRow, isContinued: Bool = false) -> Canvas {
    var canvas = Canvas(style)
    if !isContinued {
      if !row.isFollowUp {
        canvas.put(SafeText(String(row.step), style), endingAt: geometry.numberEnd, ink: .dim)
        canvas.put(SafeText(Wording.seconds(row.at), style), endingAt: geometry.atEnd)
      }
      if let sent = row.sent {
        canvas.put(
          SafeText(Wording.seconds(sent), style), endingAt: geometry.sentEnd, ink: .dim)
      }
    }
    for (state, column) in zip(row.lanes, geometry.lanes) {
      canvas.put(lifeline(state), at: column, ink: state == .cutOff ? .warning : .dim)
    }
    return canvas
  }

  func lifeline(_ state: ChartRow.LaneState) -> SafeText {
    switch state {
    case .running: glyphs.lifeline
    case .cutOff: glyphs.cutOff
    case .dead: " "
    }
  }

  private func rule(_ row: ChartRow, _ text: String, isStrong: Bool) -> String {
    var canvas = canvas(row)
    let sign = isStrong ? glyphs.strongRule : glyphs.rule
    canvas.fill(geometry.textColumn..<style.width, with: sign, ink: .dim)
    let words: SafeText = " " + SafeText(text, style, most: style.width) + " "
    canvas.put(words, at: geometry.textColumn + 2, ink: .strong)
    return canvas.line
  }

  private func failure(_ text: String) -> String {
    var canvas = Canvas(style)
    canvas.put(glyphs.bad, at: 0, ink: .bad)
    canvas.fill(2..<style.width, with: glyphs.rule, ink: .bad)
    let words: SafeText = " " + SafeText(text, style, most: style.width) + " "
    canvas.put(
      words.cut(to: style.width - geometry.textColumn - 2, style), at: geometry.textColumn + 2,
      ink: .bad)
    return canvas.line
  }

  /// Of which steps rows are left out, below the steps' numbers.
  private func gap(to last: Int, _ row: ChartRow) -> String {
    var canvas = canvas(row, isContinued: true)
    let steps = row.step == last ? "\(last)" : "\(row.step) to \(last)"
    canvas.put(glyphs.ellipsis + " " + SafeText("\(steps) left out", style), at: 2, ink: .dim)
    return canvas.line
  }

  /// Signs on their lanes; words that do not fit beside one go on below.
  private func lines(_ row: ChartRow, _ marks: [ChartMark]) -> [String] {
    var canvases = [canvas(row)]
    for mark in marks {
      let column = geometry.lanes[mark.lane] + 2
      if let sign = sign(mark.kind) { canvases[0].put(sign, at: column - 2, ink: ink(mark.kind)) }
      let room = marks.count == 1 ? style.width - column : geometry.distance - 3
      let text = SafeText(mark.text, style)
      // Beside the last lane there is little room: what would stand there in many lines is told
      // across the lanes below.
      let isTold = marks.count == 1 && text.wrapped(to: room).count > ChartRenderer.mostNoteLines
      let place = isTold ? geometry.lanes[0] + 2 : column
      put(
        limited(text, room: isTold ? style.width - place : room), at: place, ink: ink(mark.kind),
        from: isTold && place < column ? 1 : 0, on: &canvases, row)
    }
    return canvases.map(\.line)
  }

  /// A text in lines, the last one cut where there would be too many.
  func limited(_ text: SafeText, room: Int) -> [SafeText] {
    // Wrapping takes spaces that belong to a value.
    guard text.width > room else { return [text] }
    let lines = text.wrapped(to: room)
    guard lines.count > ChartRenderer.mostLines else { return lines }
    let last = lines[ChartRenderer.mostLines - 1] + " " + lines[ChartRenderer.mostLines]
    return lines.prefix(ChartRenderer.mostLines - 1) + [last.cut(to: room, style)]
  }

  private func sign(_ kind: ChartMark.Kind) -> SafeText? {
    switch kind {
    case .user: glyphs.user
    case .cloud: glyphs.cloud
    case .system: glyphs.system
    case .shows: glyphs.shows
    case .started: glyphs.started
    case .killed: glyphs.killed
    case .timer: glyphs.timer
    case .failed: glyphs.lost
    case .plain: nil
    }
  }

  private func ink(_ kind: ChartMark.Kind) -> Ink {
    switch kind {
    case .user, .cloud: .strong
    case .shows, .started: .plain
    case .killed, .failed: .bad
    case .timer, .system, .plain: .warning
    }
  }
}

// MARK: - Without lanes

extension ChartRenderer {
  /// `phone ─ save w1 ─► cloud  title="Milk"`.
  private func sentence(_ row: ChartRow, _ arrow: ChartArrow) -> [String] {
    let stroke = ArrowStroke(arrow, style)
    let head = if case .arrives = arrow.end { glyphs.headRight } else { stroke.end }
    let tail = SafeText.joined(
      [stroke.word, SafeText(arrow.note, style)].filter { $0.width > 0 }, by: "  ")
    let text =
      names[arrow.from] + " " + stroke.line + " " + stroke.whole + " " + stroke.line + head + " "
      + names[arrow.to] + (tail.width > 0 ? "  " + tail : "")
    return sentence(row, text, ink: stroke.ink)
  }

  private func sentence(_ row: ChartRow, _ mark: ChartMark) -> [String] {
    let sign = sign(mark.kind).map { " " + $0 + " " } ?? " "
    return sentence(row, names[mark.lane] + sign + SafeText(mark.text, style), ink: ink(mark.kind))
  }

  private func sentence(_ row: ChartRow, _ text: SafeText, ink: Ink) -> [String] {
    var canvases = [canvas(row)]
    let column = geometry.textColumn
    put(limited(text, room: style.width - column), at: column, ink: ink, on: &canvases, row)
    return canvases.map(\.line)
  }
}
