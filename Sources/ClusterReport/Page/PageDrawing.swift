import ClusterCore

/// Writes a layout as SVG, a picture for each chunk.
///
/// Shapes carry what colours say too: requests are solid, answers dashed, pushes dotted; what is
/// lost ends in a cross, a copy is a double line.
struct PageDrawing {
  let layout: PageLayout
  /// What stands before the steps' ids, so that two runs fit one page.
  let prefix: StaticString
  /// Which of a page's runs this is; nil where there is one.
  let run: Int?

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
        page.open("g", ["role": "img", "data-lane": .text(lane.node.string)])
        page.element("<title>lane of ", lane.node.string, "")
        page.add(lane.node == .cloud ? ", the server" : ", a process")
        page.close("title")
      } else {
        page.open("g", ["aria-hidden": "true"])
      }
      let next = layout.lanes.first { $0.x > lane.x }?.x ?? layout.width
      write(
        text: PageGeometry.fitted(lane.node.string, in: next - lane.x - 16), class: "ln",
        x: lane.x, y: 15, to: &page)
      page.close("g")
    }
  }

  private func write(_ run: PageLayout.Run, to page: inout Markup) {
    let name: StaticString =
      switch run.state {
      case .running: "l"
      case .cutOff: "l cut"
      case .dead: "l dead"
      }
    page.shape(
      "path", ["class": .word(name), "d": .path([.move(run.x, run.from), .down(run.to)])])
  }

  private func write(_ band: PageLayout.Band, to page: inout Markup) {
    let isToken = if case .token = band.kind { true } else { false }
    page.open(
      "rect",
      [
        "class": .word(band.kind.name), "x": .number(band.x - (isToken ? 32 : 5)),
        "y": .number(band.from), "width": .number(isToken ? 16 : 10),
        "height": .number(max(0, band.to - band.from)),
      ])
    page.element("<title>", band.kind.words, "</title>")
    page.close("rect")
    guard case .token(let token) = band.kind, band.to - band.from > 13 else { return }
    write(
      text: Markup.safe("\(token.number)"), class: "gn", x: band.x - 24, y: band.from + 12,
      to: &page)
  }

  private func write(_ stroke: PageLayout.Stroke, to page: inout Markup) {
    let names: [StaticString] =
      switch stroke.kind {
      case .flight(let kind, let fate): names(kind, fate)
      case .retry: ["tr"]
      case .timer: ["tt"]
      }
    page.shape(
      "path",
      [
        "class": .words(names),
        "d": .path([.move(stroke.fromX, stroke.fromY), .line(stroke.toX, stroke.toY)]),
      ])
  }

  /// The classes of an arrow's line.
  func names(_ kind: ChartArrow.Kind, _ fate: ArrowFate) -> [StaticString] {
    let line: StaticString =
      switch kind {
      case .request: "q"
      case .answer: "w"
      case .push: "p"
      }
    return switch fate {
    case .delivered: ["a", line]
    case .late: ["a", line, "late"]
    case .copy: ["a", line, "copy"]
    case .lost, .refused, .unheard: ["a", line, "lost"]
    case .held: ["a", line, "held"]
    }
  }

  func write(
    text: SafeText, class name: StaticString, x: Int, y: Int, to page: inout Markup
  ) {
    guard !text.string.isEmpty else { return }
    page.open("text", ["class": .word(name), "x": .number(x), "y": .number(y)])
    page.text(text)
    page.close("text")
  }
}

extension PageLayout.Band.Kind {
  fileprivate var name: StaticString {
    switch self {
    case .cutOff: "bc"
    case .suspended: "bs"
    case .locked: "bl"
    case .token(let token): token.shade == 0 ? "g0" : token.shade == 1 ? "g1" : "g2"
    }
  }

  fileprivate var words: String {
    switch self {
    case .cutOff: "cut off from the cloud"
    case .suspended: "suspended"
    case .locked: "locked"
    case .token(let token): "the vault holds access#\(token.number)"
    }
  }
}
