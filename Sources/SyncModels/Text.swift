/// Text whose equality, hash and order are those of its UTF-8 bytes.
///
/// Swift's own `String` takes composed and decomposed letters for equal. A device in another
/// language does not, so no model lets a `String` decide anything: it lets a `Text`.
package struct Text: Sendable {
  package let string: String

  package init(_ string: String) {
    self.string = string
  }
}

extension Text: Hashable {
  package static func == (left: Text, right: Text) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(string.utf8.count)
  }
}

extension Text: Comparable {
  package static func < (left: Text, right: Text) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}

extension Text: ExpressibleByStringLiteral {
  package init(stringLiteral string: String) {
    self.init(string)
  }
}

/// Prints bare, and quoted within a list, as a `String` does.
extension Text: CustomStringConvertible, CustomDebugStringConvertible {
  package var description: String { string }
  package var debugDescription: String { string.debugDescription }
}
