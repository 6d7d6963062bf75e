/// A table that fits the width: columns shrink, the widest first; where even that does not do,
/// each row becomes a block of lines.
struct Grid {
  struct Cell {
    let text: SafeText
    var ink = Ink.plain
  }

  private let header: [SafeText]
  private let rows: [[Cell]]
  private let indent: Int
  private let showsHeader: Bool

  private static let gap = 2
  /// No column shrinks below this.
  private static let narrowestColumn = 9

  init(header: [SafeText], rows: [[Cell]], indent: Int = 2, showsHeader: Bool = true) {
    self.header = header
    self.rows = rows
    self.indent = indent
    self.showsHeader = showsHeader
  }

  func lines(_ style: TextStyle) -> [String] {
    guard let widths = fittedWidths(style) else { return stackedLines(style) }
    let header = header.map { Cell(text: $0, ink: .dim) }
    return ((showsHeader ? [header] : []) + rows).map { row in
      var canvas = Canvas(style)
      var column = indent
      for (cell, width) in zip(row, widths) {
        canvas.put(cell.text.cut(to: width, style), at: column, ink: cell.ink)
        column += width + Grid.gap
      }
      return canvas.line
    }
  }

  /// For each row and column whether ``lines(_:)`` shows less than the whole text.
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
        var canvas = Canvas(style)
        canvas.put(name.cut(to: column - indent * 2 - Grid.gap, style), at: indent * 2, ink: .dim)
        canvas.put(cell.text.cut(to: style.width - column, style), at: column, ink: cell.ink)
        lines.append(canvas.line)
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
