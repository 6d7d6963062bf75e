/// How text is laid out for a terminal, a log or a file.
package struct TextStyle: Hashable, Sendable {
  /// Columns; no chart, panel or table has a longer line.
  package let width: Int
  /// Plain ASCII where false, whatever names and values hold.
  package let isUnicode: Bool
  /// Whether ANSI colours are added; nothing is said by colour alone.
  package let isColoured: Bool

  /// A narrower terminal is treated as one of so many columns.
  package static let narrowest = 40

  package init(width: Int = 100, isUnicode: Bool = true, isColoured: Bool = false) {
    self.width = max(width, TextStyle.narrowest)
    self.isUnicode = isUnicode
    self.isColoured = isColoured
  }

  var glyphs: Glyphs { isUnicode ? .unicode : .ascii }

  /// A text with everything made harmless that could move a cursor or hide a letter.
  package func safe(_ text: String) -> String { SafeText(text, self).string }
}
