/// A set that only grows: merging is union. Printed `{a,b}`.
///
/// Elements that are text are `Text`, so that bytes decide what is the same.
package struct GrowOnlySet<Element: Hashable & Comparable>: Equatable {
  private var members: Set<Element>

  package init(_ elements: [Element] = []) {
    members = Set(elements)
  }

  /// Sorted.
  package var elements: [Element] { members.sorted() }

  package func contains(_ element: Element) -> Bool { members.contains(element) }

  /// `false` if the element was there.
  @discardableResult
  package mutating func insert(_ element: Element) -> Bool { members.insert(element).inserted }

  package mutating func formUnion(_ other: GrowOnlySet) { members.formUnion(other.members) }
}

extension GrowOnlySet: CustomStringConvertible {
  package var description: String { printedAsSet(elements) }
}

extension GrowOnlySet: Sendable where Element: Sendable {}

/// Sorted elements as a set field prints them.
func printedAsSet<Element>(_ elements: [Element]) -> String {
  "{" + elements.map { "\($0)" }.joined(separator: ",") + "}"
}
