/// A part of a JSON text and the way to it, read with errors that name both.
package struct JSONReader {
  let tape: JSONTape
  /// Where on the tape the part stands.
  let index: Int
  /// Nil where no way is kept.
  private let place: JSONPlace?

  /// The way from the top; put into words where somebody asks, since nearly nobody does.
  package var path: String { place?.text ?? "" }

  package init(_ tape: JSONTape, path: String = "") {
    self.init(tape, at: 0, .named(path))
  }

  package init(_ node: JSONNode, path: String = "") {
    self.init(JSONTape(node), path: path)
  }

  private init(_ tape: JSONTape, at index: Int, _ place: JSONPlace?) {
    self.tape = tape
    self.index = index
    self.place = place
  }

  /// Reads something that nearly always is as it should be.
  ///
  /// The first time no way is kept, which costs an allocation for each part; where something is
  /// wrong it is read again for an error that says where.
  package static func read<Value>(
    _ tape: JSONTape, _ body: (JSONReader) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    do {
      return try body(JSONReader(tape, at: 0, nil))
    } catch {
      return try body(JSONReader(tape))
    }
  }

  package var kind: JSONTape.Kind { tape.parts[index].kind }

  /// Bytes from the beginning of the text.
  package var offset: Int { Int(tape.parts[index].offset) }

  /// The part as a tree, made anew each time.
  package var node: JSONNode { tape.node(at: index) }

  /// A member of the object that this is; nil where it is no object, or has no such member.
  package func member(_ name: String) -> JSONReader? {
    tape.member(JSONKey(name), at: index).map { member(name, at: $0) }
  }

  private func member(_ name: String, at index: Int) -> JSONReader {
    JSONReader(tape, at: index, place.map { .member(name, of: $0) })
  }

  private func element(_ number: Int, at index: Int) -> JSONReader {
    JSONReader(tape, at: index, place.map { .element(number, of: $0) })
  }

  package func error(_ problem: String, allowed: String) -> FormatError {
    FormatError(path: path, offset: offset, problem: problem, allowed: allowed)
  }

  /// The error of finding something else than `expected` here.
  package func mismatch(expected: String) -> FormatError {
    error("\(node.summary) stands here", allowed: expected)
  }

  package func string() throws(FormatError) -> String {
    try expectText()
    return tape.string(at: index)
  }

  package func text() throws(FormatError) -> Text {
    try expectText()
    return tape.text(at: index)
  }

  /// A text that may be the name of something; a longer one is not kept.
  fileprivate func name() throws(FormatError) -> Text {
    try expectText()
    guard (1...Limit.identifier).contains(Int(tape.parts[index].count)) else {
      throw mismatch(expected: "a name of 1 to \(Limit.identifier) bytes")
    }
    return tape.text(at: index)
  }

  private func expectText() throws(FormatError) {
    guard kind == .string else { throw mismatch(expected: "text in quotes") }
  }

  package func bool() throws(FormatError) -> Bool {
    switch kind {
    case .true: return true
    case .false: return false
    case .null, .number, .string, .array, .object: throw mismatch(expected: "true or false")
    }
  }

  /// Reads a switch that is on where it stands: nothing but true is allowed.
  package func affirmed() throws(FormatError) {
    guard try bool() else { throw mismatch(expected: "true") }
  }

  /// A whole number that has room in 64 bits; nil for anything else.
  var integer: Int64? { kind == .number ? tape.integer(at: index) : nil }

  package func integer(in range: ClosedRange<Int64>) throws(FormatError) -> Int64 {
    guard let value = integer, range.contains(value) else {
      let bounds = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw mismatch(expected: bounds)
    }
    return value
  }

  package func count(in range: ClosedRange<Int> = 0...Limit.count) throws(FormatError) -> Int {
    Int(try integer(in: Int64(range.lowerBound)...Int64(range.upperBound)))
  }

  package func identifier<Kind>() throws(FormatError) -> Identifier<Kind> {
    try Identifier(self)
  }

  package func elements() throws(FormatError) -> [JSONReader] {
    try list { reader throws(FormatError) in reader }
  }

  package func list<Element>(
    _ read: (JSONReader) throws(FormatError) -> Element
  ) throws(FormatError) -> [Element] {
    guard kind == .array else { throw mismatch(expected: "a list") }
    var list: [Element] = []
    list.reserveCapacity(Int(tape.parts[index].count))
    for index in tape.elements(at: index) {
      list.append(try read(element(list.count, at: index)))
    }
    return list
  }

  /// Every member of an object whose keys are names of the user's own.
  package func entries() throws(FormatError) -> [(name: String, value: JSONReader)] {
    guard kind == .object else { throw mismatch(expected: "an object") }
    return tape.keys(at: index).map { key in
      let name = tape.string(at: key)
      return (name, member(name, at: key + 1))
    }
  }

  /// An object with known keys; any other key is an error that names the nearest known one.
  ///
  /// - Parameter keys: quickest in the order in which they are written, since each is looked for
  ///   from behind the one before it.
  package func object(allowing keys: JSONKeys) throws(FormatError) -> JSONObjectReader {
    guard kind == .object else { throw mismatch(expected: "an object") }
    var next = 0
    for key in tape.keys(at: index) {
      guard let found = keys.index(of: key, in: tape, from: next) else {
        throw unknown(key, keys.strings)
      }
      next = found + 1
    }
    return JSONObjectReader(reader: self)
  }

  package func object(allowing keys: [String]) throws(FormatError) -> JSONObjectReader {
    try object(allowing: JSONKeys(keys))
  }

  private func unknown(_ key: Int, _ keys: [String]) -> FormatError {
    let name = tape.string(at: key)
    return FormatError(
      path: extended(by: name), offset: Int(tape.parts[key + 1].offset),
      problem: "the key \"\(name)\" is unknown here", allowed: Suggestion.among(keys, for: name))
  }

  /// An object in which keys may stand that nobody asks for.
  package func openObject() throws(FormatError) -> JSONObjectReader {
    guard kind == .object else { throw mismatch(expected: "an object") }
    return JSONObjectReader(reader: self)
  }

  /// One of an enumeration's names.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type = Choice.self
  ) throws(FormatError) -> Choice where Choice.RawValue == String {
    let text = try string()
    guard let choice = Choice(rawValue: text) else { throw unknown(text, Choice.allCases) }
    return choice
  }

  package func choice<Choice: JSONChoice>(
    _ type: Choice.Type = Choice.self
  ) throws(FormatError) -> Choice {
    guard let choice = try word(Choice.self) else {
      throw unknown(tape.string(at: index), Choice.allCases)
    }
    return choice
  }

  /// Nil where the text is none of the enumeration's names.
  package func word<Choice: JSONChoice>(_ type: Choice.Type) throws(FormatError) -> Choice? {
    try expectText()
    return Choice.words.choice(at: index, of: tape)
  }

  private func unknown<Choice: RawRepresentable>(
    _ text: String, _ choices: some Sequence<Choice>
  ) -> FormatError where Choice.RawValue == String {
    error(
      "\"\(text)\" is none of the words that can stand here",
      allowed: Suggestion.among(choices.map(\.rawValue), for: text))
  }

  func extended(by name: String) -> String {
    place.map { JSONPlace.member(name, of: $0).text } ?? name
  }
}

extension Identifier {
  package init(_ reader: JSONReader) throws(FormatError) {
    self.init(try reader.name())
  }
}
