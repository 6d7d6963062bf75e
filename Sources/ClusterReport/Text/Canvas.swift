/// What a piece of text means, for those who see colours.
enum Ink: Sendable {
  case plain, dim, strong, good, bad, warning

  var code: String? {
    switch self {
    case .plain: nil
    case .dim: "2"
    case .strong: "1"
    case .good: "32"
    case .bad: "31"
    case .warning: "33"
    }
  }
}

/// One line of fixed width that text is put on; what does not fit is left out.
struct Canvas {
  private struct Cell {
    /// Empty for the second column of a wide letter.
    var scalar: Unicode.Scalar? = " "
    var ink = Ink.plain
  }

  private var cells: [Cell]
  private let style: TextStyle

  init(_ style: TextStyle) {
    self.style = style
    cells = Array(repeating: Cell(), count: style.width)
  }

  /// Puts text from a column on, over what is there.
  mutating func put(_ text: SafeText, at column: Int, ink: Ink = .plain) {
    var column = column
    for scalar in text.string.unicodeScalars {
      let width = ColumnWidth.of(scalar)
      if column + width > cells.count { return }
      if column >= 0 {
        for place in column..<column + width { clear(place) }
        cells[column] = Cell(scalar: scalar, ink: ink)
        if width == 2 { cells[column + 1] = Cell(scalar: nil, ink: ink) }
      }
      column += width
    }
  }

  /// Puts text so that it ends before a column.
  mutating func put(_ text: SafeText, endingAt column: Int, ink: Ink = .plain) {
    put(text, at: column - text.width, ink: ink)
  }

  /// Fills columns with one sign.
  mutating func fill(_ columns: Range<Int>, with text: SafeText, ink: Ink = .plain) {
    put(text.repeated(columns.count), at: columns.lowerBound, ink: ink)
  }

  /// The line without the spaces at its end.
  var line: String {
    var text = ""
    var ink = Ink.plain
    let end = (cells.lastIndex { $0.scalar != " " } ?? -1) + 1
    for cell in cells[..<end] {
      if style.isColoured, cell.scalar != " ", cell.ink != ink {
        if ink != .plain { text += "\u{1B}[0m" }
        if let code = cell.ink.code { text += "\u{1B}[\(code)m" }
        ink = cell.ink
      }
      if let scalar = cell.scalar { text.unicodeScalars.append(scalar) }
    }
    return ink == .plain ? text : text + "\u{1B}[0m"
  }

  /// Neither half of a wide letter is left standing when the other is overwritten.
  private mutating func clear(_ place: Int) {
    if cells[place].scalar == nil, place > 0 { cells[place - 1] = Cell() }
    if place + 1 < cells.count, cells[place + 1].scalar == nil { cells[place + 1] = Cell() }
    cells[place] = Cell()
  }
}

extension Canvas {
  /// A line of one text, cut to the width.
  static func line(_ text: SafeText, _ ink: Ink, _ style: TextStyle, indent: Int = 0) -> String {
    var canvas = Canvas(style)
    canvas.put(text.cut(to: style.width - indent, style), at: indent, ink: ink)
    return canvas.line
  }

  /// A text in as many lines as it needs.
  static func lines(
    _ text: String, _ ink: Ink, _ style: TextStyle, indent: Int = 0
  ) -> [String] {
    SafeText(text, style).wrapped(to: style.width - indent).map {
      Canvas.line($0, ink, style, indent: indent)
    }
  }
}
