import ClusterCore

/// Writes a layout as SVG, a picture for each chunk.
///
/// Shapes carry what colours say too: requests are solid, answers dashed, pushes dotted; what is
/// lost ends in a cross, a copy is a double line.
struct PageDrawing {
  private let layout: PageLayout
  /// What stands before the steps' ids, so that two runs fit one page.
  private let prefix: StaticString
  /// Which of a page's runs this is; nil where there is one.
  private let run: Int?

  init(_ layout: PageLayout, prefix: StaticString = "", run: Int? = nil) {
    self.layout = layout
    self.prefix = prefix
    self.run = run
  }

  func write(chunk index: Int, to page: inout Markup) {
    let chunk = layout.chunks[index]
    page.add("<svg width=\"")
    page.add(layout.width)
    page.add("\" height=\"")
    page.add(chunk.height)
    page.add("\" viewBox=\"0 0 ")
    page.add(layout.width)
    page.add(" ")
    page.add(chunk.height)
    page.add("\" role=\"group\" aria-label=\"")
    if let first = chunk.rows.first, let last = chunk.rows.last {
      page.text("Steps \(first.step) to \(last.step)")
    } else {
      page.add("No step of this run")
    }
    page.add("\">")
    for row in chunk.rows { writeGround(row, to: &page) }
    for band in chunk.bands { write(band, to: &page) }
    for run in chunk.runs { write(run, to: &page) }
    for stroke in chunk.strokes { write(stroke, to: &page) }
    writeHead(isFirst: index == 0, to: &page)
    for row in chunk.rows { write(row, to: &page) }
    page.add("</svg>\n")
  }

  /// The names of the lanes. Only the first time they are said aloud.
  private func writeHead(isFirst: Bool, to page: inout Markup) {
    for lane in layout.lanes {
      if isFirst {
        page.add("<g role=\"img\" data-lane=\"")
        page.text(lane.node.string)
        page.add("\"><title>lane of ")
        page.text(lane.node.string)
        page.add(lane.node == .cloud ? ", the server" : ", a process")
        page.add("</title>")
      } else {
        page.add("<g aria-hidden=\"true\">")
      }
      page.add("<text class=\"ln\" x=\"")
      page.add(lane.x)
      page.add("\" y=\"15\">")
      let next = layout.lanes.first { $0.x > lane.x }?.x ?? layout.width
      page.text(PageGeometry.fitted(lane.node.string, in: next - lane.x - 16))
      page.add("</text></g>")
    }
  }

  private func write(_ run: PageLayout.Run, to page: inout Markup) {
    switch run.state {
    case .running: page.add("<path class=\"l\" d=\"M")
    case .cutOff: page.add("<path class=\"l cut\" d=\"M")
    case .dead: page.add("<path class=\"l dead\" d=\"M")
    }
    page.add(run.x)
    page.add(" ")
    page.add(run.from)
    page.add("V")
    page.add(run.to)
    page.add("\"/>")
  }

  private func write(_ band: PageLayout.Band, to page: inout Markup) {
    var (x, width) = (band.x - 5, 10)
    switch band.kind {
    case .cutOff: page.add("<rect class=\"bc\"")
    case .suspended: page.add("<rect class=\"bs\"")
    case .locked: page.add("<rect class=\"bl\"")
    case .generation(let number):
      page.add(number % 2 == 0 ? "<rect class=\"g0\"" : "<rect class=\"g1\"")
      (x, width) = (band.x - 32, 16)
    }
    page.add(" x=\"")
    page.add(x)
    page.add("\" y=\"")
    page.add(band.from)
    page.add("\" width=\"")
    page.add(width)
    page.add("\" height=\"")
    page.add(max(0, band.to - band.from))
    page.add("\"><title>")
    switch band.kind {
    case .cutOff: page.add("cut off from the cloud")
    case .suspended: page.add("suspended")
    case .locked: page.add("locked")
    case .generation(let number): page.text("the vault holds access#\(number)")
    }
    page.add("</title></rect>")
    guard case .generation(let number) = band.kind, band.to - band.from > 13 else { return }
    page.add("<text class=\"gn\" x=\"")
    page.add(band.x - 24)
    page.add("\" y=\"")
    page.add(band.from + 12)
    page.add("\">")
    page.add(number)
    page.add("</text>")
  }

  private func write(_ stroke: PageLayout.Stroke, to page: inout Markup) {
    switch stroke.kind {
    case .flight(let kind, let fate):
      page.add("<path class=\"")
      write(kind, fate, to: &page)
      page.add("\"")
    case .retry: page.add("<path class=\"tr\"")
    case .timer: page.add("<path class=\"tt\"")
    }
    page.add(" d=\"M")
    page.add(stroke.fromX)
    page.add(" ")
    page.add(stroke.fromY)
    page.add("L")
    page.add(stroke.toX)
    page.add(" ")
    page.add(stroke.toY)
    page.add("\"/>")
  }

  /// The classes of an arrow's line.
  private func write(_ kind: ChartArrow.Kind, _ fate: ArrowFate, to page: inout Markup) {
    switch kind {
    case .request: page.add("a q")
    case .answer: page.add("a w")
    case .push: page.add("a p")
    }
    switch fate {
    case .delivered: break
    case .late: page.add(" late")
    case .copy: page.add(" copy")
    case .lost, .refused, .unheard: page.add(" lost")
    case .held: page.add(" held")
    }
  }
}

// MARK: - Rows

extension PageDrawing {
  /// What is clicked on, and marked where the slider stands; below all lines.
  private func writeGround(_ row: PageLayout.Row, to page: inout Markup) {
    page.add("<rect class=\"h\" id=\"")
    page.add(prefix)
    page.add("h-")
    page.add(row.step)
    page.add("\" y=\"")
    page.add(row.top)
    page.add("\" height=\"")
    page.add(row.height)
    page.add("\"/>")
  }

  private func write(_ row: PageLayout.Row, to page: inout Markup) {
    if let pause = row.pause {
      write(
        text: Markup.safe("+ \(Wording.length(pause))"), class: "tp", x: PageGeometry.atEnd,
        y: row.top - 4, to: &page)
    }
    page.add("<g data-step=\"")
    page.add(row.step)
    if let run {
      page.add("\" data-run=\"")
      page.add(run)
    }
    page.add("\" id=\"")
    page.add(prefix)
    page.add("step-")
    page.add(row.step)
    page.add("\"><title>")
    page.text(row.title)
    page.add("</title>")
    write(
      text: Markup.safe("\(row.step)"), class: "n", x: PageGeometry.numberEnd, y: row.top + 15,
      to: &page)
    write(
      text: Markup.safe(Wording.seconds(row.at)), class: "t", x: PageGeometry.atEnd,
      y: row.top + 15, to: &page)
    for item in row.items { write(item, to: &page) }
    page.add("</g>\n")
  }

  private func write(_ item: PageLayout.Item, to page: inout Markup) {
    switch item {
    case .arrow(let arrow): write(arrow, to: &page)
    case .mark(let mark, let x, let y, let room): write(mark, x: x, y: y, room: room, to: &page)
    case .rule(let text, let y, let isStrong):
      writeRule(text, y: y, class: isStrong ? "rs" : "rw", to: &page)
    case .failure(let text, let y): writeRule("✗ \(text)", y: y, class: "rf", to: &page)
    case .parting(let text, let y): writeRule("≠ \(text)", y: y, class: "rf", to: &page)
    }
  }

  /// Words at the left, and a line behind them across the lanes.
  private func writeRule(
    _ text: String, y: Int, class name: StaticString, to page: inout Markup
  ) {
    let words = PageGeometry.fitted(text, in: layout.width - 170)
    page.add("<path class=\"")
    page.add(name)
    page.add("\" d=\"M122 ")
    page.add(y - 4)
    page.add("h10M")
    page.add(144 + PageGeometry.width(of: words))
    page.add(" ")
    page.add(y - 4)
    page.add("H")
    page.add(layout.width - 4)
    page.add("\"/>")
    write(text: words, class: name, x: 138, y: y, to: &page)
  }

  private func write(
    text: SafeText, class name: StaticString, x: Int, y: Int, to page: inout Markup
  ) {
    guard !text.string.isEmpty else { return }
    page.add("<text class=\"")
    page.add(name)
    page.add("\" x=\"")
    page.add(x)
    page.add("\" y=\"")
    page.add(y)
    page.add("\">")
    page.text(text)
    page.add("</text>")
  }

  private func write(
    _ mark: ChartMark, x: Int, y: Int, room: Int, to page: inout Markup
  ) {
    let sign: (text: StaticString, name: StaticString)? =
      switch mark.kind {
      case .user: ("●", "s")
      case .shows: ("○", "s")
      case .started: ("↻", "s ok")
      case .killed: ("†", "s no")
      case .timer: ("◷", "s")
      case .failed: ("✗", "s no")
      case .plain: nil
      }
    if let sign {
      page.add("<text class=\"")
      page.add(sign.name)
      page.add("\" x=\"")
      page.add(x)
      page.add("\" y=\"")
      page.add(y)
      page.add("\">")
      page.add(sign.text)
      page.add("</text>")
    }
    let text = PageGeometry.fitted(mark.text, in: room)
    page.add("<text class=\"m\" x=\"")
    page.add(x + 12)
    page.add("\" y=\"")
    page.add(y)
    page.add("\">")
    page.text(text)
    if text != Markup.safe(mark.text) { page.element("<title>", mark.text, "</title>") }
    page.add("</text>")
  }
}

// MARK: - Arrows

extension PageDrawing {
  private func write(_ arrow: PageLayout.Arrow, to page: inout Markup) {
    page.add("<g role=\"img\" data-arrow=\"")
    page.text(arrow.arrow.message?.description ?? arrow.arrow.label)
    page.add("\" data-fate=\"")
    page.text(arrow.fate.rawValue)
    page.add("\"><title>")
    page.text(title(arrow))
    page.add("</title>")
    writeLine(arrow, to: &page)
    let name: StaticString =
      switch arrow.fate {
      case .delivered: "b"
      case .late, .copy, .held: "b odd"
      case .lost, .refused, .unheard: "b no"
      }
    write(
      text: PageGeometry.fitted(arrow.label, in: arrow.labelRoom), class: name, x: arrow.labelX,
      y: arrow.labelY, to: &page)
    write(
      text: PageGeometry.fitted(arrow.arrow.note, in: arrow.noteRoom), class: "m", x: arrow.noteX,
      y: arrow.y - 4, to: &page)
    page.add("</g>")
  }

  private func writeLine(_ arrow: PageLayout.Arrow, to page: inout Markup) {
    let sign = arrow.from < arrow.to ? 1 : -1
    let isCopy = arrow.fate == .copy
    for offset in isCopy ? [-2, 1] : [0] {
      page.add("<path class=\"")
      write(arrow.arrow.kind, arrow.fate, to: &page)
      page.add("\" d=\"M")
      page.add(arrow.from)
      page.add(" ")
      page.add(arrow.y + offset)
      page.add("H")
      page.add(arrow.to - sign * 5)
      page.add("\"/>")
    }
    switch arrow.fate {
    case .delivered, .late, .copy:
      page.add("<path class=\"hd\" d=\"M")
      page.add(arrow.to)
      page.add(" ")
      page.add(arrow.y)
      page.add("l")
      page.add(-sign * 9)
      page.add("-4v8z\"/>")
    case .lost, .refused, .unheard:
      page.add("<path class=\"x\" d=\"M")
      page.add(arrow.to - 5)
      page.add(" ")
      page.add(arrow.y - 5)
      page.add("l10 10m0-10l-10 10\"/>")
    case .held:
      page.add("<path class=\"x\" d=\"M")
      page.add(arrow.to)
      page.add(" ")
      page.add(arrow.y - 5)
      page.add("v10\"/>")
    }
  }

  /// What the arrow shows, in one sentence.
  private func title(_ arrow: PageLayout.Arrow) -> String {
    let from = layout.lanes[arrow.arrow.from].node
    let to = layout.lanes[arrow.arrow.to].node
    var words = "\(arrow.arrow.kind.words) from \(from) to \(to): \(arrow.arrow.label)"
    switch arrow.arrow.end {
    case .arrives(let copy):
      if copy > 1 { words += ", delivery \(copy) of the same message" }
      if arrow.arrow.isLate { words += ", late" }
    case .lost: words += ", lost on the way"
    case .refused: words += ", refused at once: the link was known to be down"
    case .held(let until): words += ", held \(until)"
    case .unheard(let reason): words += ", arrived and was not taken: \(reason)"
    }
    if let sent = arrow.sentAt { words += "; sent at step \(sent)" }
    if !arrow.arrow.note.isEmpty { words += "; then: \(arrow.arrow.note)" }
    return words
  }
}

extension ChartArrow.Kind {
  fileprivate var words: String {
    switch self {
    case .request: "request"
    case .answer: "answer"
    case .push: "push"
    }
  }
}
