/// A string that is equal to, ordered and hashed as its UTF-8 bytes.
///
/// Swift's own `==` takes a composed and a decomposed letter for the same, and a
/// device written in another language does not. Whatever decides, sorts or ties in
/// the cluster goes through this type, so that every language agrees.
@usableFromInline
package struct Text: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  @usableFromInline package let string: String
  /// FNV-1a of the bytes, made once: what names are looked up by, and fates drawn from.
  @usableFromInline package let fold: UInt64

  package init(_ string: String) {
    self.string = string
    fold = StableHash.of(string)
  }

  @usableFromInline
  package init(stringLiteral value: String) {
    self.init(value)
  }

  @usableFromInline package var description: String { string }

  /// Equal folds leave only letters that Swift takes for equal and that fold alike by a chance
  /// of one in 2^64.
  @inlinable
  package static func == (left: Text, right: Text) -> Bool {
    left.fold == right.fold && left.string == right.string
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(fold)
  }

  @inlinable
  package static func < (left: Text, right: Text) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}
