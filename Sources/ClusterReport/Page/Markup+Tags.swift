extension Markup {
  /// What an attribute may be set to. Whatever a scenario or a device says goes in as ``text``.
  enum Value: ExpressibleByStringLiteral {
    case word(StaticString)
    /// Several, with spaces between.
    case words([StaticString])
    case number(Int)
    /// A name of this program's own before a number, such as a step's id.
    case numbered(StaticString, StaticString, Int)
    case text(String)
    case path([PathPart])

    init(stringLiteral word: StaticString) { self = .word(word) }
  }

  /// A piece of an SVG path, in pixels.
  enum PathPart {
    case move(Int, Int)
    case line(Int, Int)
    case across(Int)
    case down(Int)
    /// A fixed figure from where the path stands.
    case figure(StaticString)
  }

  /// The beginning of an element.
  mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, Value> = [:]) {
    begin(name, attributes)
    add(">")
  }

  mutating func close(_ name: StaticString) {
    add("</")
    add(name)
    add(">")
  }

  /// An element of a drawing without anything in it.
  mutating func shape(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, Value>) {
    begin(name, attributes)
    add("/>")
  }

  private mutating func begin(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, Value>
  ) {
    add("<")
    add(name)
    for (key, value) in attributes {
      add(" ")
      add(key)
      add("=\"")
      write(value)
      add("\"")
    }
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .word(let word): add(word)
    case .words(let words):
      for (index, word) in words.enumerated() {
        if index > 0 { add(" ") }
        add(word)
      }
    case .number(let number): add(number)
    case .numbered(let prefix, let name, let number):
      add(prefix)
      add(name)
      add(number)
    case .text(let raw): text(raw)
    case .path(let parts): for part in parts { write(part) }
    }
  }

  private mutating func write(_ part: PathPart) {
    switch part {
    case .move(let x, let y): write("M", x, y)
    case .line(let x, let y): write("L", x, y)
    case .across(let x):
      add("H")
      add(x)
    case .down(let y):
      add("V")
      add(y)
    case .figure(let figure): add(figure)
    }
  }

  private mutating func write(_ letter: StaticString, _ x: Int, _ y: Int) {
    add(letter)
    add(x)
    add(" ")
    add(y)
  }
}
