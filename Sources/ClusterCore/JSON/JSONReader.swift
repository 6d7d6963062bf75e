/// Why a JSON text does not say what it should: where, what is wrong, what is allowed.
package struct FormatError: Error, Hashable {
  /// The way from the top: `timeline[3].at`; empty for the whole text.
  package let path: String
  /// Bytes from the beginning of the text.
  package let offset: Int
  package let problem: String
  package let allowed: String

  package init(path: String, offset: Int, problem: String, allowed: String) {
    self.path = path
    self.offset = offset
    self.problem = problem
    self.allowed = allowed
  }
}

/// A part of a JSON text and the way to it, read with errors that name both.
package struct JSONReader {
  package let node: JSONNode
  /// Nil where no way is kept.
  private let place: JSONPlace?

  /// The way from the top; put into words where somebody asks, since nearly nobody does.
  package var path: String { place?.text ?? "" }

  package init(_ node: JSONNode, path: String = "") {
    self.node = node
    place = .named(path)
  }

  private init(_ node: JSONNode, at place: JSONPlace?) {
    self.node = node
    self.place = place
  }

  /// Reads something that nearly always is as it should be.
  ///
  /// The first time no way is kept, which costs an allocation for each part; where something is
  /// wrong it is read again for an error that says where.
  package static func read<Value>(
    _ node: JSONNode, _ body: (JSONReader) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    do {
      return try body(JSONReader(node, at: nil))
    } catch {
      return try body(JSONReader(node))
    }
  }

  /// A member of the object that this is.
  fileprivate func member(_ name: String, _ value: JSONNode) -> JSONReader {
    JSONReader(value, at: place.map { .member(name, of: $0) })
  }

  package func error(_ problem: String, allowed: String) -> FormatError {
    FormatError(path: path, offset: node.offset, problem: problem, allowed: allowed)
  }

  /// The error of finding something else than `expected` here.
  package func mismatch(expected: String) -> FormatError {
    error("\(node.summary) stands here", allowed: expected)
  }

  package func string() throws(FormatError) -> String {
    guard case .string(let text) = node.content else { throw mismatch(expected: "text in quotes") }
    return text
  }

  package func bool() throws(FormatError) -> Bool {
    guard case .bool(let value) = node.content else { throw mismatch(expected: "true or false") }
    return value
  }

  /// Reads a switch that is on where it stands: nothing but true is allowed.
  package func affirmed() throws(FormatError) {
    guard try bool() else { throw mismatch(expected: "true") }
  }

  package func integer(in range: ClosedRange<Int64>) throws(FormatError) -> Int64 {
    guard case .number(let text) = node.content, let value = Int64(text), range.contains(value)
    else {
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
    guard case .array(let elements) = node.content else { throw mismatch(expected: "a list") }
    return elements.enumerated().map { element($0, $1) }
  }

  package func list<Element>(
    _ read: (JSONReader) throws(FormatError) -> Element
  ) throws(FormatError) -> [Element] {
    guard case .array(let elements) = node.content else { throw mismatch(expected: "a list") }
    var list: [Element] = []
    list.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      list.append(try read(self.element(index, element)))
    }
    return list
  }

  /// Every member of an object whose keys are names of the user's own.
  package func entries() throws(FormatError) -> [(name: String, value: JSONReader)] {
    guard case .object(let members) = node.content else { throw mismatch(expected: "an object") }
    return members.map { ($0.name, member($0.name, $0.value)) }
  }

  /// An object with known keys; any other key is an error that names the nearest known one.
  ///
  /// - Parameter keys: quickest in the order in which they are written, since each is looked for
  ///   from behind the one before it.
  package func object(allowing keys: [String]) throws(FormatError) -> JSONObjectReader {
    guard case .object(let members) = node.content else { throw mismatch(expected: "an object") }
    var next = 0
    for member in members {
      let place =
        keys[next...].firstIndex(of: member.name) ?? keys[..<next].firstIndex(of: member.name)
      guard let place else {
        throw FormatError(
          path: extended(by: member.name), offset: member.value.offset,
          problem: "the key \"\(member.name)\" is unknown here",
          allowed: Suggestion.among(keys, for: member.name))
      }
      next = place + 1
    }
    return JSONObjectReader(reader: self)
  }

  /// An object in which keys may stand that nobody asks for.
  package func openObject() throws(FormatError) -> JSONObjectReader {
    guard case .object = node.content else { throw mismatch(expected: "an object") }
    return JSONObjectReader(reader: self)
  }

  /// One of an enumeration's names.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type = Choice.self
  ) throws(FormatError) -> Choice where Choice.RawValue == String {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      throw error(
        "\"\(text)\" is none of the words that can stand here",
        allowed: Suggestion.among(Choice.allCases.map(\.rawValue), for: text))
    }
    return choice
  }

  func extended(by name: String) -> String {
    place.map { JSONPlace.member(name, of: $0).text } ?? name
  }

  private func element(_ index: Int, _ value: JSONNode) -> JSONReader {
    JSONReader(value, at: place.map { .element(index, of: $0) })
  }
}

/// Where a part of a JSON text stands, from the part around it.
private indirect enum JSONPlace {
  case named(String)
  case member(String, of: JSONPlace)
  case element(Int, of: JSONPlace)

  var text: String {
    switch self {
    case .named(let path): return path
    case .element(let index, let list): return "\(list.text)[\(index)]"
    case .member(let name, let object):
      let path = object.text
      return path.isEmpty ? name : "\(path).\(name)"
    }
  }
}

/// The members of an object whose keys have been checked.
package struct JSONObjectReader {
  package let reader: JSONReader

  package func optional(_ name: String) -> JSONReader? {
    guard case .object(let members) = reader.node.content,
      let place = members.firstIndex(where: { $0.name == name })
    else { return nil }
    return reader.member(name, members[place].value)
  }

  package func required(_ name: String) throws(FormatError) -> JSONReader {
    guard let value = optional(name) else {
      throw reader.error("the key \"\(name)\" is missing", allowed: "an object with \"\(name)\"")
    }
    return value
  }

  package func has(_ name: String) -> Bool { reader.node[name] != nil }
}

/// The help a wrong word gets.
package enum Suggestion {
  /// All allowed words, the nearest first where one is near.
  package static func among(_ words: [String], for wrong: String) -> String {
    let more = words.count - Limit.listedWords
    let list =
      words.prefix(Limit.listedWords).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
    guard wrong.utf8.count <= longestWord else { return list }
    let nearest = words.min { distance($0, wrong) < distance($1, wrong) }
    guard let nearest, distance(nearest, wrong) <= 2 else { return list }
    return "did you mean \"\(nearest)\"? Allowed: \(list)"
  }

  /// Nothing longer is near to any word.
  private static let longestWord = 64

  /// Levenshtein's distance: how many letters must change.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, from) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, to) in right.enumerated() {
        let substituted = diagonal + (from == to ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}

extension Identifier {
  package init(_ reader: JSONReader) throws(FormatError) {
    let text = try reader.string()
    guard !text.isEmpty, text.utf8.count <= Limit.identifier else {
      throw reader.mismatch(expected: "a name of 1 to \(Limit.identifier) bytes")
    }
    self.init(text)
  }
}
