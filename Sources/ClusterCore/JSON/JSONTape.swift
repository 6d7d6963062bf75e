/// A JSON text as a list of its parts, each behind the one it is in.
///
/// Nothing is made of a part before somebody asks for it: texts and numbers stand where they stood
/// in the text. It takes three pieces of memory however many parts there are.
package final class JSONTape: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, number, string, array, object
  }

  /// Of an object the parts are a key, its value, the next key and so on.
  struct Part {
    let kind: Kind
    /// Where it stood in the text, in bytes from the beginning.
    let offset: Int32
    /// Where in ``bytes`` a text or number begins.
    let start: Int32
    /// The length of a text or number in bytes; how many elements or members there are.
    var count: Int32
    /// The place behind it and all that is in it.
    var end: Int32
    /// The first eight bytes of a text: most keys differ in these or in their lengths.
    let word: UInt64
  }

  let bytes: [UInt8]
  let parts: [Part]

  init(bytes: [UInt8], parts: [Part]) {
    self.bytes = bytes
    self.parts = parts
  }

  /// The whole text as a tree.
  package var node: JSONNode { node(at: 0) }
}

extension JSONTape {
  /// The places of a list's elements, or of an object's keys; each value stands behind its key.
  struct Places: Sequence, IteratorProtocol {
    private let tape: JSONTape
    private var place: Int
    private let end: Int
    /// How far behind a place that stands whose end is the next place.
    private let last: Int

    init(_ tape: JSONTape, in place: Int, areKeys: Bool) {
      self.tape = tape
      self.place = place + 1
      end = Int(tape.parts[place].end)
      last = areKeys ? 1 : 0
    }

    mutating func next() -> Int? {
      guard place < end else { return nil }
      defer { place = Int(tape.parts[place + last].end) }
      return place
    }
  }

  func keys(at place: Int) -> Places { Places(self, in: place, areKeys: true) }

  func elements(at place: Int) -> Places { Places(self, in: place, areKeys: false) }

  /// The place of a member's value; nil where it is no object, or has no such member.
  func member(_ key: JSONKey, at place: Int) -> Int? {
    guard parts[place].kind == .object else { return nil }
    for candidate in keys(at: place) where holds(key, at: candidate) { return candidate + 1 }
    return nil
  }

  /// Whether a text is this one, byte by byte.
  func holds(_ key: JSONKey, at place: Int) -> Bool {
    let part = parts[place]
    guard part.word == key.word, part.count == key.count else { return false }
    return key.count <= 8 || withBytes(at: place) { $0.elementsEqual(key.string.utf8) }
  }

  /// Lends the bytes of a text or number.
  func withBytes<Result>(
    at place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let part = parts[place]
    let (start, count) = (Int(part.start), Int(part.count))
    return bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[start..<start + count]))
    }
  }

  func string(at place: Int) -> String {
    withBytes(at: place) { String(decoding: $0, as: UTF8.self) }
  }

  func text(at place: Int) -> Text {
    withBytes(at: place) { TextTable.shared.text(of: $0) }
  }

  /// Nil for a number with a point or an exponent, or one that has no room.
  func integer(at place: Int) -> Int64? {
    withBytes(at: place) { digits in
      let isNegative = digits.first == UInt8(ascii: "-")
      var value: Int64 = 0
      for digit in isNegative ? digits.dropFirst() : digits[...] {
        guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
        let (tenfold, outgrew) = value.multipliedReportingOverflow(by: 10)
        let one = Int64(digit - UInt8(ascii: "0"))
        let (sum, overflowed) = tenfold.addingReportingOverflow(isNegative ? -one : one)
        guard !outgrew, !overflowed else { return nil }
        value = sum
      }
      return value
    }
  }

  /// A part and all that is in it, as a tree.
  func node(at place: Int) -> JSONNode {
    JSONNode(content(at: place), offset: Int(parts[place].offset))
  }

  private func content(at place: Int) -> JSONNode.Content {
    switch parts[place].kind {
    case .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .number: .number(string(at: place))
    case .string: .string(string(at: place))
    case .array: .array(elements(at: place).map(node))
    case .object:
      .object(
        keys(at: place).map { JSONNode.Member(name: string(at: $0), value: node(at: $0 + 1)) })
    }
  }
}

extension JSONTape {
  /// The parts of a tree, which stand where the tree says that they stood.
  package convenience init(_ node: JSONNode) {
    var writing = Writing()
    writing.append(node)
    self.init(bytes: writing.bytes, parts: writing.parts)
  }

  private struct Writing {
    var bytes: [UInt8] = []
    var parts: [Part] = []

    mutating func append(_ node: JSONNode) {
      let place = parts.count
      switch node.content {
      case .null: append(.null, "", at: node.offset)
      case .bool(let value): append(value ? .true : .false, "", at: node.offset)
      case .number(let text): append(.number, text, at: node.offset)
      case .string(let text): append(.string, text, at: node.offset)
      case .array(let elements):
        append(.array, "", at: node.offset)
        for element in elements { append(element) }
        close(place, count: elements.count)
      case .object(let members):
        append(.object, "", at: node.offset)
        for member in members {
          append(.string, member.name, at: member.value.offset)
          append(member.value)
        }
        close(place, count: members.count)
      }
    }

    private mutating func append(_ kind: Kind, _ text: String, at offset: Int) {
      let key = JSONKey(text)
      parts.append(
        Part(
          kind: kind, offset: Int32(offset), start: Int32(bytes.count), count: key.count,
          end: Int32(parts.count + 1), word: key.word))
      bytes.append(contentsOf: text.utf8)
    }

    private mutating func close(_ place: Int, count: Int) {
      parts[place].count = Int32(count)
      parts[place].end = Int32(parts.count)
    }
  }
}
