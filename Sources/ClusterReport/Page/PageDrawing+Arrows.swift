import ClusterCore

// An arrow in the row of its arrival: its line, its end, its words and its name.
extension PageDrawing {
  func write(_ arrow: PageLayout.Arrow, to page: inout Markup) {
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
