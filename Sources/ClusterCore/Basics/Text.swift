/// A string that is equal to, ordered and hashed as its UTF-8 bytes.
///
/// Swift's own `==` takes a composed and a decomposed letter for the same, and a
/// device written in another language does not. Whatever decides, sorts or ties in
/// the cluster goes through this type, so that every language agrees.
package struct Text: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  package let string: String

  package init(_ string: String) {
    self.string = string
  }

  package init(stringLiteral value: String) {
    string = value
  }

  package var description: String { string }

  package static func == (left: Text, right: Text) -> Bool {
    left.string == right.string
      && left.string.utf8.count == right.string.utf8.count
      && left.string.utf8.elementsEqual(right.string.utf8)
  }

  /// Equal bytes give an equal hash; the standard library's hash is coarser, never finer.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }

  package static func < (left: Text, right: Text) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}
