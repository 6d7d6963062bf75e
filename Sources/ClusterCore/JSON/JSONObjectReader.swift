/// The members of an object whose keys have been checked.
package struct JSONObjectReader {
  package let reader: JSONReader

  package func optional(_ name: String) -> JSONReader? { reader.member(name) }

  package func required(_ name: String) throws(FormatError) -> JSONReader {
    guard let value = optional(name) else {
      throw reader.error("the key \"\(name)\" is missing", allowed: "an object with \"\(name)\"")
    }
    return value
  }

  package func has(_ name: String) -> Bool { reader.member(name) != nil }

  /// The first of an enumeration's cases by whose name there is a member.
  package func first<Choice: JSONChoice>(_ type: Choice.Type = Choice.self) -> Choice? {
    Choice.words.member(at: reader.index, of: reader.tape)
  }
}
