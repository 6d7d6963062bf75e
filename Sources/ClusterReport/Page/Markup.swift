/// HTML as it is written.
///
/// Only text of this program's own, a `StaticString`, goes in as markup. Whatever comes from a
/// scenario or a device goes in through ``text(_:)``, which shows what would steer or hide as an
/// escape and takes the meaning from every letter that HTML gives one.
struct Markup {
  private(set) var bytes: [UInt8] = []

  /// A page has room enough for letters beyond ASCII.
  static let style = TextStyle(width: 100, isUnicode: true)

  mutating func add(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  mutating func add(_ part: Markup) { bytes.append(contentsOf: part.bytes) }

  mutating func text(_ raw: String) { text(Markup.safe(raw)) }

  mutating func text(_ safe: SafeText) { escape(safe.string[...]) }

  /// - Parameter safe: a part of a text that shows what could steer or hide as an escape already.
  private mutating func escape(_ safe: Substring) {
    for byte in safe.utf8 {
      switch byte {
      case UInt8(ascii: "<"): add("&lt;")
      case UInt8(ascii: ">"): add("&gt;")
      case UInt8(ascii: "&"): add("&amp;")
      case UInt8(ascii: "\""): add("&#34;")
      case UInt8(ascii: "'"): add("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  /// JSON for a script element, in which no letter can end the element or open a comment.
  ///
  /// Its strings are made safe by who writes them; `<`, `>` and `&` stand in strings only.
  mutating func json(_ json: JSONBytes) {
    for byte in json.bytes {
      switch byte {
      case UInt8(ascii: "<"): add("\\u003c")
      case UInt8(ascii: ">"): add("\\u003e")
      case UInt8(ascii: "&"): add("\\u0026")
      default: bytes.append(byte)
      }
    }
  }

  /// Text with all that could steer or hide shown as an escape.
  static func safe(_ raw: String) -> SafeText { SafeText(raw, style) }
}

/// JSON that has been written, apart from other bytes.
struct JSONBytes {
  let bytes: [UInt8]
}

extension Markup {
  /// An element with text in it.
  mutating func element(_ open: StaticString, _ raw: String, _ close: StaticString) {
    add(open)
    text(raw)
    add(close)
  }

  /// A link to a file beside the page or in a folder beside it.
  ///
  /// It begins with `./`, so that no path can name a scheme or a host, and what a link could not
  /// hold is written by its bytes.
  mutating func link(_ path: String, _ words: StaticString) {
    add("<a href=\"./")
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "/"):
        bytes.append(byte)
      default:
        add("%")
        let digits = String(byte, radix: 16, uppercase: true)
        text(digits.count == 1 ? "0" + digits : digits)
      }
    }
    add("\">")
    add(words)
    add("</a>")
  }

  /// A link to a step, or plain text where there is none.
  mutating func stepLink(_ step: Int, prefix: StaticString = "") {
    add("<a href=\"#")
    add(prefix)
    add("step-")
    add(step)
    add("\">step ")
    add(step)
    add("</a>")
  }

  /// The steps up to the last one that a text names, in its order.
  static func steps(in text: String, upTo lastStep: Int) -> [Int] {
    var steps: [Int] = []
    var rest = text[...]
    while let place = rest.range(of: "step ") {
      let digits = rest[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
      if let step = Int(digits), (1...max(1, lastStep)).contains(step) { steps.append(step) }
      rest = rest[digits.endIndex...]
    }
    return steps
  }

  /// A text in which every `step 17` up to the last step is a link.
  mutating func linkedText(_ raw: String, lastStep: Int, prefix: StaticString = "") {
    var rest = Markup.safe(raw).string[...]
    while let place = rest.range(of: "step ") {
      let digits = rest[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
      escape(rest[..<place.lowerBound])
      if let step = Int(digits), (1...max(1, lastStep)).contains(step) {
        stepLink(step, prefix: prefix)
      } else {
        escape(rest[place.lowerBound..<digits.endIndex])
      }
      rest = rest[digits.endIndex...]
    }
    escape(rest)
  }
}

extension Substring {
  /// Where the word stands first; no Foundation here.
  fileprivate func range(of word: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) { return start..<index(start, offsetBy: word.count) }
      start = index(after: start)
    }
    return nil
  }
}
