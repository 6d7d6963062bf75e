import ClusterCore

/// How one arrow is drawn: its line, its end, its words and its colour.
struct ArrowStroke {
  let line: SafeText
  /// What stands where it ends before its receiver.
  let end: SafeText
  let ink: Ink
  private let arrow: ChartArrow

  init(_ arrow: ChartArrow, _ glyphs: Glyphs) {
    self.arrow = arrow
    line =
      switch (arrow.end, arrow.kind) {
      case (.arrives(copy: 2...), _): glyphs.copy
      case (_, .request): glyphs.request
      case (_, .answer): glyphs.answer
      case (_, .push): glyphs.push
      }
    switch arrow.end {
    case .arrives(let copy):
      end = ""
      ink = arrow.isLate || copy > 1 ? .warning : .plain
    case .lost, .refused, .unheard:
      end = glyphs.lost
      ink = .bad
    case .held:
      end = glyphs.waits
      ink = .warning
    }
  }

  /// The label with what is odd about this copy.
  func label(_ style: TextStyle) -> SafeText {
    var text = arrow.label
    if case .arrives(let copy) = arrow.end, copy > 1 { text += " ×\(copy)" }
    if arrow.isLate { text += " late" }
    return SafeText(text, style)
  }

  /// What became of a message that does not simply arrive.
  func word(_ style: TextStyle) -> SafeText {
    switch arrow.end {
    case .arrives: ""
    case .lost: "lost"
    case .refused: "refused"
    case .held(let until): "held " + SafeText(until, style)
    case .unheard(let reason): SafeText(reason, style)
    }
  }
}

extension ChartRenderer {
  /// How many lines a note beside the last lane may take.
  private static let mostNoteLines = 3

  /// An arrow with its label beside the left lane, and what the receiver made of it.
  func lines(_ row: ChartRow, _ arrow: ChartArrow) -> [String] {
    let stroke = ArrowStroke(arrow, glyphs)
    let left = geometry.lanes[min(arrow.from, arrow.to)]
    let right = geometry.lanes[max(arrow.from, arrow.to)]
    let label = stroke.label(style)
    var canvases = [canvas(row)]
    draw(stroke, arrow, label, from: left, to: right, on: &canvases[0])

    let room = right - left - 6
    if label.width > room {
      canvases.append(canvas(row, isContinued: true))
      let full = label.cut(to: style.width - left - 2, style) + " "
      canvases[1].put(full, at: left + 2, ink: stroke.ink)
    }
    put(notes(stroke, arrow, column: right + 2), at: right + 2, on: &canvases, row)
    return canvases.map(\.line)
  }

  private func draw(
    _ stroke: ArrowStroke, _ arrow: ChartArrow, _ label: SafeText, from left: Int, to right: Int,
    on canvas: inout Canvas
  ) {
    let room = right - left - 6
    let label = " " + label.cut(to: room, style) + " "
    let isRightward = arrow.from < arrow.to
    var first = left + 1
    var last = right - 1
    var labelColumn = left + 2
    switch arrow.end {
    case .arrives:
      canvas.put(isRightward ? glyphs.leavesRight : glyphs.leavesLeft, at: isRightward ? left : right)
      canvas.put(
        isRightward ? glyphs.headRight : glyphs.headLeft, at: isRightward ? last : first,
        ink: stroke.ink)
      if isRightward { last -= 1 } else { first += 1 }
      if !isRightward { labelColumn = left + 3 }
    case .lost, .refused, .held, .unheard:
      canvas.put(isRightward ? glyphs.leavesRight : glyphs.leavesLeft, at: isRightward ? left : right)
      var endColumn = isRightward ? min(left + 3 + label.width, last) : first
      if case .unheard = arrow.end, isRightward { endColumn = last }
      canvas.put(stroke.end, at: endColumn, ink: stroke.ink)
      if isRightward { last = endColumn - 1 } else { first = endColumn + 1 }
      if !isRightward { labelColumn = left + 3 }
    }
    guard first <= last else { return }
    for column in first...last {
      let isCrossing = geometry.lanes.contains(column)
      canvas.put(isCrossing ? glyphs.crossing : stroke.line, at: column, ink: stroke.ink)
    }
    canvas.put(label, at: labelColumn, ink: stroke.ink)
  }

  private func notes(_ stroke: ArrowStroke, _ arrow: ChartArrow, column: Int) -> [SafeText] {
    let room = style.width - column
    let text = SafeText.joined(
      [stroke.word(style), SafeText(arrow.note, style)].filter { $0.width > 0 }, by: "; ")
    let lines = text.wrapped(to: room)
    guard lines.count > ChartRenderer.mostNoteLines else { return lines }
    let last = lines[ChartRenderer.mostNoteLines - 1] + " " + lines[ChartRenderer.mostNoteLines]
    return lines.prefix(ChartRenderer.mostNoteLines - 1) + [last.cut(to: room, style)]
  }

  private func put(
    _ notes: [SafeText], at column: Int, on canvases: inout [Canvas], _ row: ChartRow
  ) {
    for (index, note) in notes.enumerated() {
      if index == canvases.count { canvases.append(canvas(row, isContinued: true)) }
      canvases[index].put(note, at: column)
    }
  }
}
