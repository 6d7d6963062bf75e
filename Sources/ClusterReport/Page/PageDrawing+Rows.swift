import ClusterCore

// A row of a page: its ground, its number and instant, and what stands on the lanes.
extension PageDrawing {
  /// What is clicked on, and marked where the slider stands; below all lines.
  func writeGround(_ row: PageLayout.Row, to page: inout Markup) {
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

  func write(_ row: PageLayout.Row, to page: inout Markup) {
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

  func write(
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
