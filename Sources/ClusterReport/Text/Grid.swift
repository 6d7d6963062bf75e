/// A table that fits the width: columns shrink, the widest first, and their texts are cut or
/// wrapped; where even that does not do, each row becomes a block of lines.
struct Grid {
  struct Cell {
    let text: SafeText
    var ink = Ink.plain
  }

  private let header: [SafeText]
  private let rows: [[Cell]]
  private let indent: Int
  private let showsHeader: Bool
  /// How many lines a text may take before it is cut.
  private let mostLines: Int

  private static let gap = 2
  /// No column shrinks below this.
  private static let narrowestColumn = 9

  init(
    header: [SafeText], rows: [[Cell]], indent: Int = 2, showsHeader: Bool = true,
    mostLines: Int = 1
  ) {
    self.header = header
    self.rows = rows
    self.indent = indent
    self.showsHeader = showsHeader
    self.mostLines = mostLines
  }

  func lines(_ style: TextStyle) -> [String] {
    guard let widths = fittedWidths(style) else { return stackedLines(style) }
    let header = header.map { Cell(text: $0, ink: .dim) }
    return ((showsHeader ? [header] : []) + rows).flatMap { row in
      var column = indent
      let placed = zip(row, widths).map { cell, width in
        defer { column += width + Grid.gap }
        return Placed(cell: cell, column: column, width: width)
      }
      return lines(of: placed, style)
    }
  }

  private struct Placed {
    let cell: Cell
    let column: Int
    let width: Int
  }

  /// Texts beside each other, in as many lines as the longest needs.
  private func lines(of placed: [Placed], _ style: TextStyle) -> [String] {
    let texts = placed.map { fitted($0.cell.text, $0.width, style) }
    return (0..<(texts.map(\.count).max() ?? 0)).map { number in
      var canvas = Canvas(style)
      for (one, text) in zip(placed, texts) where number < text.count {
        canvas.put(text[number], at: one.column, ink: one.cell.ink)
      }
      return canvas.line
    }
  }

  /// A text in lines of that width: one, or as many as it may take, the last one cut.
  private func fitted(_ text: SafeText, _ width: Int, _ style: TextStyle) -> [SafeText] {
    guard mostLines > 1, text.width > width else { return [text.cut(to: width, style)] }
    let lines = text.wrapped(to: width)
    guard lines.count > mostLines else { return lines }
    let last = lines[mostLines - 1] + " " + lines[mostLines]
    return lines.prefix(mostLines - 1) + [last.cut(to: width, style)]
  }

  /// For each row and column whether ``lines(_:)`` shows less than the whole text; of a table
  /// whose texts take one line.
  func cuts(_ style: TextStyle) -> [[Bool]] {
    let widths =
      fittedWidths(style)
      ?? header.indices.map { index in
        style.width - (index == 0 ? indent : stackedColumn(style))
      }
    return rows.map { row in zip(row, widths).map { $0.text.width > $1 } }
  }

  private func fittedWidths(_ style: TextStyle) -> [Int]? {
    var widths = header.map { showsHeader ? $0.width : 0 }
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.text.width) }
    }
    let room = style.width - indent - Grid.gap * (widths.count - 1)
    var used = widths.reduce(0, +)
    while used > room {
      let widest = widths.max() ?? 0
      guard widest > Grid.narrowestColumn, let place = widths.firstIndex(of: widest) else {
        return nil
      }
      widths[place] -= 1
      used -= 1
    }
    return widths
  }

  private func stackedLines(_ style: TextStyle) -> [String] {
    var lines: [String] = []
    let column = stackedColumn(style)
    for row in rows {
      guard let title = row.first else { continue }
      var canvas = Canvas(style)
      canvas.put(
        title.text.cut(to: style.width - indent, style), at: indent, ink: title.ink)
      lines.append(canvas.line)
      for (name, cell) in zip(header, row).dropFirst() {
        lines += self.lines(
          of: [
            Placed(
              cell: Cell(text: name, ink: .dim), column: indent * 2,
              width: column - indent * 2 - Grid.gap),
            Placed(cell: cell, column: column, width: style.width - column),
          ], style)
      }
    }
    return lines
  }

  /// Where the texts stand when each row is a block of lines.
  private func stackedColumn(_ style: TextStyle) -> Int {
    let names = min(header.dropFirst().map(\.width).max() ?? 0, style.width / 3)
    return indent * 2 + names + Grid.gap
  }
}
