/// Text that cannot steer a terminal, hide itself or reorder its line, whatever it was made of.
///
/// Names and values come from files and from other people's devices. Whatever is not plainly
/// visible becomes an escape such as `\n` or `\u{1b}`: controls, bidirectional and other
/// format characters, odd spaces, private and unassigned code points. So do the general
/// combining marks, which makes a decomposed letter look different from a composed one. In
/// plain ASCII everything else becomes an escape too.
struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let string: String

  /// Longer text is cut before it is looked at, in scalars.
  static let longest = 4000

  /// Trusts a sign or a word of this program.
  init(stringLiteral value: String) {
    string = value
  }

  private init(trusted string: String) {
    self.string = string
  }

  /// Printable ASCII, a column a byte, which is shown as it is.
  private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  init(_ raw: String, _ style: TextStyle, most: Int = SafeText.longest) {
    if raw.hasOnly(SafeText.isPlain, upTo: most) {
      self.init(trusted: raw)
      return
    }
    var text = ""
    for scalar in raw.unicodeScalars.prefix(most) {
      SafeText.append(scalar, isUnicode: style.isUnicode, to: &text)
    }
    let isCut = raw.unicodeScalars.dropFirst(most).first != nil
    self.init(trusted: isCut ? text + style.glyphs.ellipsis.string : text)
  }

  var description: String { string }

  var width: Int {
    if string.hasOnly(SafeText.isPlain) { return string.utf8.count }
    return string.unicodeScalars.reduce(0) { $0 + ColumnWidth.of($1) }
  }

  static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(trusted: left.string + right.string)
  }

  static func joined(_ texts: [SafeText], by separator: SafeText) -> SafeText {
    SafeText(trusted: texts.map(\.string).joined(separator: separator.string))
  }

  /// The text in at most so many columns, an ellipsis at its end where it was longer.
  func cut(to columns: Int, _ style: TextStyle) -> SafeText {
    guard width > columns else { return self }
    let ellipsis = style.glyphs.ellipsis
    guard columns >= ellipsis.width else { return SafeText(trusted: prefix(columns)) }
    return SafeText(trusted: prefix(columns - ellipsis.width)) + ellipsis
  }

  /// The text and spaces behind it, up to so many columns.
  func padded(to columns: Int) -> SafeText {
    self + SafeText(trusted: String(repeating: " ", count: max(0, columns - width)))
  }

  func repeated(_ count: Int) -> SafeText {
    SafeText(trusted: String(repeating: string, count: max(0, count)))
  }

  /// The text in lines of at most so many columns, broken at spaces where there are any.
  func wrapped(to columns: Int) -> [SafeText] {
    var lines: [SafeText] = []
    var line: SafeText = ""
    for word in string.split(separator: " ").map({ SafeText(trusted: String($0)) }) {
      if !line.string.isEmpty && line.width + 1 + word.width <= columns {
        line = line + " " + word
        continue
      }
      if !line.string.isEmpty { lines.append(line) }
      var rest = word
      while rest.width > columns {
        let head = rest.prefix(max(2, columns))
        lines.append(SafeText(trusted: head))
        rest = SafeText(
          trusted: String(rest.string.unicodeScalars.dropFirst(head.unicodeScalars.count)))
      }
      line = rest
    }
    if !line.string.isEmpty { lines.append(line) }
    return lines
  }

  /// Parts that stay whole, in as many lines as they need.
  static func lines(of parts: [SafeText], separator: SafeText, columns: Int) -> [SafeText] {
    var lines: [SafeText] = []
    for part in parts {
      if let last = lines.last, last.width + separator.width + part.width <= columns {
        lines[lines.count - 1] = last + separator + part
      } else {
        lines.append(part)
      }
    }
    return lines
  }

  private func prefix(_ columns: Int) -> String {
    var kept = String.UnicodeScalarView()
    var used = 0
    for scalar in string.unicodeScalars {
      used += ColumnWidth.of(scalar)
      if used > columns { break }
      kept.append(scalar)
    }
    return String(kept)
  }

  private static func append(_ scalar: Unicode.Scalar, isUnicode: Bool, to text: inout String) {
    switch scalar {
    case " "..."~": text.unicodeScalars.append(scalar)
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where !isUnicode: text += typographic[scalar] ?? escape(scalar)
    case _ where isVisible(scalar): text.unicodeScalars.append(scalar)
    default: text += escape(scalar)
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// What this program's own sentences use beyond ASCII.
  private static let typographic: [Unicode.Scalar: String] = [
    "–": "-", "—": "-", "−": "-", "…": "..", "×": "x", "≠": "!=", "≤": "<=", "≥": ">=", "→": "->",
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "·": "-", "⊆": "within", "✗": "X", "✓": "v",
  ]

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .enclosingMark:
      false
    case .nonspacingMark: !isGeneralMark(scalar)
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Marks of no script in particular, and variation selectors.
  private static func isGeneralMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F,
      0xFE20...0xFE2F, 0xE0100...0xE01EF:
      true
    default: false
    }
  }
}

/// How many columns of a terminal a scalar takes.
enum ColumnWidth {
  /// Two for East Asian wide letters and emoji, else one; never too few, so that no line grows
  /// longer than counted.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    // The second are the lines and blocks of charts, which need not be looked up to the end.
    case 0...0x10FF, 0x2500...0x259F: 1
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
