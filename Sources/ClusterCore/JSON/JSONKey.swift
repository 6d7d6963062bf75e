/// A text that is looked for in a ``JSONTape``.
package struct JSONKey: Sendable {
  let string: String
  let count: Int32
  /// The first eight bytes.
  let word: UInt64

  package init(_ string: String) {
    self.string = string
    var string = string
    (count, word) = string.withUTF8 { (Int32($0.count), JSONKey.word($0)) }
  }

  /// The first eight bytes of a text as a number, the first one lowest; what is missing is 0.
  static func word(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let begin = UnsafeRawPointer(text.baseAddress) else { return 0 }
    switch text.count {
    case 8...: return UInt64(littleEndian: begin.loadUnaligned(as: UInt64.self))
    case 4...:
      let low = UInt32(littleEndian: begin.loadUnaligned(as: UInt32.self))
      let high = UInt32(littleEndian: (begin + text.count - 4).loadUnaligned(as: UInt32.self))
      return UInt64(low) | UInt64(high) << UInt64(8 * (text.count - 4))
    default:
      var word: UInt64 = 0
      for index in 0..<text.count {
        word |= UInt64(begin.load(fromByteOffset: index, as: UInt8.self)) << UInt64(8 * index)
      }
      return word
    }
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
    let (word, count) = (tape.parts[place].word, tape.parts[place].count)
    // Those whose beginnings differ are not touched further.
    func stands(_ index: Int) -> Bool {
      keys[index].word == word && keys[index].count == count
        && (count <= 8 || tape.holds(keys[index], at: place))
    }
    for index in next..<keys.count where stands(index) { return index }
    for index in 0..<next where stands(index) { return index }
    return nil
  }

  /// Which of them is the first that an object has as a key.
  func firstMember(at place: Int, of tape: JSONTape) -> Int? {
    tape.keys(at: place).lazy.compactMap { index(of: $0, in: tape) }.min()
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
