/// A set that each save replaces whole: the last arrival stays. Printed `{a,b}`.
///
/// Elements that are text are `Text`, so that bytes decide what is the same.
package struct ReplacedSet<Element: Hashable & Comparable>: Equatable {
  private var members: Set<Element>

  package init(_ elements: [Element] = []) {
    members = Set(elements)
  }

  /// Sorted.
  package var elements: [Element] { members.sorted() }

  package mutating func replace(by elements: [Element]) { members = Set(elements) }
}

extension ReplacedSet: CustomStringConvertible {
  package var description: String { printedAsSet(elements) }
}

extension ReplacedSet: Sendable where Element: Sendable {}
