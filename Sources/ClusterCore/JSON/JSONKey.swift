/// A text that is looked for in a ``JSONTape``.
package struct JSONKey: Sendable {
  let string: String
  let count: Int32
  /// The first eight bytes.
  let word: UInt64

  package init(_ string: String) {
    self.string = string
    count = Int32(string.utf8.count)
    word = JSONKey.word(string.utf8)
  }

  /// Of the text of so many bytes that begins there.
  static func word(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, count: Int
  ) -> UInt64 {
    guard let begin = bytes.baseAddress, start + 8 <= bytes.count else {
      return word(bytes[start..<start + count])
    }
    let eight = UnsafeRawPointer(begin + start).loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: eight) & (count < 8 ? (1 << UInt64(8 * count)) - 1 : .max)
  }

  /// The first eight bytes as a number, the first one lowest; what is missing is 0.
  static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      word |= UInt64(byte) << shift
      shift += 8
      if shift == 64 { break }
    }
    return word
  }
}

/// The keys that an object may have, best in the order in which they are written.
package struct JSONKeys: Sendable, ExpressibleByArrayLiteral {
  private let keys: [JSONKey]

  package init(_ strings: [String]) {
    keys = strings.map(JSONKey.init)
  }

  package init(arrayLiteral strings: String...) {
    self.init(strings)
  }

  private init(_ keys: [JSONKey]) {
    self.keys = keys
  }

  package static func + (left: JSONKeys, right: JSONKeys) -> JSONKeys {
    JSONKeys(left.keys + right.keys)
  }

  package var strings: [String] { keys.map(\.string) }

  /// Which of them stands there; those from `next` on are tried first.
  func index(of place: Int, in tape: JSONTape, from next: Int = 0) -> Int? {
    for index in next..<keys.count where tape.holds(keys[index], at: place) { return index }
    for index in 0..<next where tape.holds(keys[index], at: place) { return index }
    return nil
  }

  /// Which of them is the first that an object has as a key.
  func firstMember(at place: Int, of tape: JSONTape) -> Int? {
    keys.firstIndex { tape.member($0, at: place) != nil }
  }
}

/// An enumeration whose names stand in frames.
package protocol JSONChoice: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// Its names, made once.
  static var words: JSONWords<Self> { get }
}

/// The names of an enumeration, in the order of its cases.
package struct JSONWords<Choice: JSONChoice>: Sendable {
  /// For objects with members of these names.
  package let keys: JSONKeys
  private let choices: [Choice]

  package init() {
    choices = Array(Choice.allCases)
    keys = JSONKeys(choices.map(\.rawValue))
  }

  /// The case that a text names.
  func choice(at place: Int, of tape: JSONTape) -> Choice? {
    keys.index(of: place, in: tape).map { choices[$0] }
  }

  /// The first case by whose name an object has a member.
  func member(at place: Int, of tape: JSONTape) -> Choice? {
    keys.firstMember(at: place, of: tape).map { choices[$0] }
  }
}
