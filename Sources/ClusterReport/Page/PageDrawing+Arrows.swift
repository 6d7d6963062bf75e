import ClusterCore

// An arrow in the row of its arrival: its line, its end, its words and its name.
extension PageDrawing {
  func write(_ arrow: PageLayout.Arrow, to page: inout Markup) {
    let message = arrow.arrow.message?.description ?? arrow.arrow.label
    page.open(
      "g", ["role": "img", "data-arrow": .text(message), "data-fate": .text(arrow.fate.rawValue)])
    page.element("<title>", title(arrow), "</title>")
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
    page.close("g")
  }

  private func writeLine(_ arrow: PageLayout.Arrow, to page: inout Markup) {
    let isRightward = arrow.from < arrow.to
    let names = names(arrow.arrow.kind, arrow.fate)
    for offset in arrow.fate == .copy ? [-2, 1] : [0] {
      page.shape(
        "path",
        [
          "class": .words(names),
          "d": .path([
            .move(arrow.from, arrow.y + offset), .across(arrow.to + (isRightward ? -5 : 5)),
          ]),
        ])
    }
    switch arrow.fate {
    case .delivered, .late, .copy:
      let head: StaticString = isRightward ? "l-9-4v8z" : "l9-4v8z"
      end("hd", arrow.to, arrow.y, head, &page)
    case .lost, .refused, .unheard:
      end("x", arrow.to - 5, arrow.y - 5, "l10 10m0-10l-10 10", &page)
    case .held: end("x", arrow.to, arrow.y - 5, "v10", &page)
    }
  }

  private func end(
    _ name: StaticString, _ x: Int, _ y: Int, _ figure: StaticString, _ page: inout Markup
  ) {
    page.shape("path", ["class": .word(name), "d": .path([.move(x, y), .figure(figure)])])
  }

  /// What the arrow shows, in one sentence.
  private func title(_ arrow: PageLayout.Arrow) -> String {
    let from = layout.lanes[arrow.arrow.from].node
    let to = layout.lanes[arrow.arrow.to].node
    var words = "\(arrow.arrow.kind.words) from \(from) to \(to): \(arrow.arrow.label)"
    switch arrow.arrow.end {
    case .arrives(let copy):
      if copy > 1 { words += ", delivery \(copy) of the same message" }
      switch arrow.arrow.lateness {
      case .slow(let travel): words += ", late, after \(Wording.length(travel))"
      case .overtaken: words += ", overtaken by a later one"
      case nil: break
      }
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
