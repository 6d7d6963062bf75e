import ClusterCore

// A row of a page: its ground, its number and instant, and what stands on the lanes.
extension PageDrawing {
  /// What is clicked on, and marked where the slider stands; below all lines.
  func writeGround(_ row: PageLayout.Row, to page: inout Markup) {
    page.shape(
      "rect",
      [
        "class": "h", "id": .numbered(prefix, "h-", row.step), "y": .number(row.top),
        "height": .number(row.height),
      ])
  }

  func write(_ row: PageLayout.Row, to page: inout Markup) {
    if let pause = row.pause {
      write(
        text: Markup.safe("+ \(Wording.length(pause))"), class: "tp", x: PageGeometry.atEnd,
        y: row.top - 4, to: &page)
    }
    let id = Markup.Value.numbered(prefix, "step-", row.step)
    if let run {
      page.open("g", ["data-step": .number(row.step), "data-run": .number(run), "id": id])
    } else {
      page.open("g", ["data-step": .number(row.step), "id": id])
    }
    page.element("<title>", row.title, "</title>")
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
    page.shape(
      "path",
      [
        "class": .word(name),
        "d": .path([
          .move(122, y - 4), .figure("h10"),
          .move(144 + PageGeometry.width(of: words), y - 4), .across(layout.width - 4),
        ]),
      ])
    write(text: words, class: name, x: 138, y: y, to: &page)
  }

  private func write(
    _ mark: ChartMark, x: Int, y: Int, room: Int, to page: inout Markup
  ) {
    if let sign = PageSign(mark.kind) {
      page.open("text", ["class": .word(sign.name), "x": .number(x), "y": .number(y)])
      page.add(sign.text)
      page.close("text")
    }
    let text = PageGeometry.fitted(mark.text, in: room)
    page.open("text", ["class": "m", "x": .number(x + 12), "y": .number(y)])
    page.text(text)
    if text != Markup.safe(mark.text) { page.element("<title>", mark.text, "</title>") }
    page.close("text")
  }
}

/// The sign before a mark, and how it looks.
private struct PageSign {
  let text: StaticString
  let name: StaticString

  init?(_ kind: ChartMark.Kind) {
    switch kind {
    case .user: (text, name) = ("●", "s")
    case .cloud: (text, name) = ("◆", "s")
    case .system: (text, name) = ("◇", "s")
    case .shows: (text, name) = ("○", "s")
    case .started: (text, name) = ("↻", "s ok")
    case .killed: (text, name) = ("†", "s no")
    case .timer: (text, name) = ("◷", "s")
    case .failed: (text, name) = ("✗", "s no")
    case .plain: return nil
    }
  }
}
