/// A string that is equal to, ordered and hashed as its UTF-8 bytes.
///
/// Swift's own `==` takes a composed and a decomposed letter for the same, and a
/// device written in another language does not. Whatever decides, sorts or ties in
/// the cluster goes through this type, so that every language agrees.
///
/// A run looks things up by names all the time, so equal texts are one: a text is the place of
/// its only copy in ``TextTable``, is compared by that, and is copied without counting references.
@frozen
@usableFromInline
package struct Text: Hashable, Comparable, @unchecked Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// What is kept of a text; it neither changes nor goes away.
  @usableFromInline
  struct Body {
    let string: String
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline let fold: UInt64
  }

  @usableFromInline let body: UnsafePointer<Body>

  package init(_ string: String) {
    self = TextTable.shared.text(of: string)
  }

  init(body: UnsafePointer<Body>) {
    self.body = body
  }

  @usableFromInline
  package init(stringLiteral value: String) {
    self.init(value)
  }

  package var string: String { body.pointee.string }

  /// FNV-1a of the bytes, made once: what names are looked up by, and fates drawn from.
  @inlinable
  package var fold: UInt64 { body.pointee.fold }

  @usableFromInline package var description: String { string }

  @inlinable
  package static func == (left: Text, right: Text) -> Bool { left.body == right.body }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(fold) }

  @inlinable
  package static func < (left: Text, right: Text) -> Bool {
    left.body != right.body && left.precedes(right)
  }

  /// By pointers, as in ``isOf(_:)``: names are sorted all the time, and a build for debugging goes
  /// through a sequence ten times as slowly.
  @usableFromInline
  func precedes(_ other: Text) -> Bool {
    let (own, others) = (body.pointee.bytes, other.body.pointee.bytes)
    let count = min(own.count, others.count)
    guard let left = own.baseAddress, let right = others.baseAddress else {
      return own.count < others.count
    }
    var place = 0
    while place < count {
      if left[place] != right[place] { return left[place] < right[place] }
      place += 1
    }
    return own.count < others.count
  }

  func isOf(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let own = body.pointee.bytes
    guard own.count == bytes.count, let left = own.baseAddress, let right = bytes.baseAddress
    else { return own.count == bytes.count }
    var place = 0
    while place < own.count {
      guard left[place] == right[place] else { return false }
      place += 1
    }
    return true
  }
}
