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
  func write(_ kind: ChartArrow.Kind, _ fate: ArrowFate, to page: inout Markup) {
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
