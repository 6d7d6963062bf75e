import ClusterCore

/// How one arrow is drawn: its line, its end, its words and its colour.
struct ArrowStroke {
  let line: SafeText
  /// What stands where it ends.
  let end: SafeText
  let ink: Ink
  private let arrow: ChartArrow
  private let style: TextStyle

  init(_ arrow: ChartArrow, _ style: TextStyle) {
    self.arrow = arrow
    self.style = style
    let glyphs = style.glyphs
    line =
      switch (arrow.end, arrow.kind) {
      case (.arrives(copy: 2...), _): glyphs.copy
      case (_, .request): glyphs.request
      case (_, .answer): glyphs.answer
      case (_, .push): glyphs.push
      }
    switch arrow.end {
    case .arrives(let copy):
      end = arrow.from < arrow.to ? glyphs.headRight : glyphs.headLeft
      ink = arrow.isLate || copy > 1 ? .warning : .plain
    case .lost, .refused, .unheard:
      end = glyphs.lost
      ink = .bad
    case .held:
      end = glyphs.waits
      ink = .warning
    }
  }

  /// The label in at most so many columns, what is odd about this copy never cut.
  func label(room: Int) -> SafeText { text.cut(to: room - oddity.width, style) + oddity }

  /// Whether the label is whole in so many columns.
  func fits(room: Int) -> Bool { text.width + oddity.width <= room }

  /// The whole label and what is odd about this copy.
  var whole: SafeText { text + oddity }

  private var text: SafeText { SafeText(arrow.label, style) }

  private var oddity: SafeText {
    var text = ""
    if case .arrives(let copy) = arrow.end, copy > 1 { text += " ×\(copy)" }
    if arrow.isLate { text += " late" }
    return SafeText(text, style)
  }

  /// What became of a message that does not simply arrive.
  var word: SafeText {
    switch arrow.end {
    case .arrives: ""
    case .lost: "lost"
    case .refused: "refused"
    case .held(let until): "held " + SafeText(until, style, most: style.width)
    case .unheard(let reason): SafeText(reason, style, most: style.width)
    }
  }
}

extension ChartRenderer {
  /// How many lines a note beside the last lane may take.
  static let mostNoteLines = 3
  /// How many lines any text may take.
  static let mostLines = 6

  /// An arrow with its label beside the left lane, and what the receiver made of it.
  func lines(_ row: ChartRow, _ arrow: ChartArrow) -> [String] {
    let stroke = ArrowStroke(arrow, style)
    let left = geometry.lanes[min(arrow.from, arrow.to)]
    let right = geometry.lanes[max(arrow.from, arrow.to)]
    var canvases = [canvas(row)]
    draw(stroke, arrow, from: left, to: right, on: &canvases[0])

    if !stroke.fits(room: labelRoom(left, right)) {
      put(
        limited(stroke.whole, room: style.width - left - 2), at: left + 2, ink: stroke.ink,
        from: 1, on: &canvases, row)
    }
    let notes = notes(stroke, arrow, column: right + 2)
    put(notes, at: right + 2, on: &canvases, row)
    return canvases.map(\.line)
  }

  /// Beside a label stand two signs and two spaces.
  private func labelRoom(_ left: Int, _ right: Int) -> Int { right - left - 5 }

  private func draw(
    _ stroke: ArrowStroke, _ arrow: ChartArrow, from left: Int, to right: Int,
    on canvas: inout Canvas
  ) {
    let label = " " + stroke.label(room: labelRoom(left, right)) + " "
    let isRightward = arrow.from < arrow.to
    let labelColumn = left + (isRightward ? 2 : 3)
    var line = left + 1..<right
    if isRightward {
      canvas.put(glyphs.leavesRight, at: left)
      line = line.lowerBound..<end(arrow, after: labelColumn + label.width, before: right)
      canvas.put(stroke.end, at: line.upperBound, ink: stroke.ink)
    } else {
      canvas.put(glyphs.leavesLeft, at: right)
      canvas.put(stroke.end, at: line.lowerBound, ink: stroke.ink)
      line = line.lowerBound + 1..<right
    }
    for column in line {
      let isCrossing = geometry.lanes.contains(column)
      canvas.put(isCrossing ? glyphs.crossing : stroke.line, at: column, ink: stroke.ink)
    }
    canvas.put(label, at: labelColumn, ink: stroke.ink)
  }

  /// Where an arrow to the right ends: at its receiver, or soon after its label.
  private func end(_ arrow: ChartArrow, after label: Int, before right: Int) -> Int {
    switch arrow.end {
    case .arrives, .unheard: right - 1
    case .lost, .refused, .held: min(label + 1, right - 1)
    }
  }

  private func notes(_ stroke: ArrowStroke, _ arrow: ChartArrow, column: Int) -> [SafeText] {
    let room = style.width - column
    let text = SafeText.joined(
      [stroke.word, SafeText(arrow.note, style, most: style.width)].filter { $0.width > 0 },
      by: "; ")
    let lines = text.wrapped(to: room)
    guard lines.count > ChartRenderer.mostNoteLines else { return lines }
    let last = lines[ChartRenderer.mostNoteLines - 1] + " " + lines[ChartRenderer.mostNoteLines]
    return lines.prefix(ChartRenderer.mostNoteLines - 1) + [last.cut(to: room, style)]
  }

  /// Puts texts below each other, in more lines where they need them.
  ///
  /// - Parameter first: the line of the first one.
  func put(
    _ texts: [SafeText], at column: Int, ink: Ink = .plain, from first: Int = 0,
    on canvases: inout [Canvas], _ row: ChartRow
  ) {
    for (index, text) in texts.enumerated() {
      if first + index == canvases.count { canvases.append(canvas(row, isContinued: true)) }
      canvases[first + index].put(text, at: column, ink: ink)
    }
  }
}
