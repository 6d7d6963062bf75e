/// A set in which a remove takes away only the adds it had seen. Printed `{a,b}`.
///
/// Every add carries an id of its own; an element is in while one of its add ids is not removed.
/// Any order and any copies of the same adds and removes lead to the same set. Elements and ids
/// that are text are `Text`, so that bytes decide what is the same.
package struct ObservedRemoveSet<Element: Hashable & Comparable, AddID: Hashable>: Hashable {
  private var added: [Element: Set<AddID>] = [:]
  /// May name adds that have not arrived.
  private var removed: [Element: Set<AddID>] = [:]

  package init() {}

  /// Sorted.
  package var elements: [Element] { added.keys.filter(contains).sorted() }

  package func contains(_ element: Element) -> Bool { !liveIDs(of: element).isEmpty }

  /// The adds that keep the element in: what a remove made now would name.
  package func liveIDs(of element: Element) -> Set<AddID> {
    added[element, default: []].subtracting(removed[element, default: []])
  }

  /// Adds the element under the id; `false` if that changed nothing, the id being known or
  /// removed already.
  @discardableResult
  package mutating func add(_ element: Element, id: AddID) -> Bool {
    let isNew = added[element, default: []].insert(id).inserted
    return isNew && liveIDs(of: element).contains(id)
  }

  /// Removes the adds that the remove had seen; `false` if each was removed before. An id that
  /// has not arrived stays removed when it does.
  @discardableResult
  package mutating func remove(
    _ element: Element, observed ids: some Sequence<AddID>
  ) -> Bool {
    let new = Set(ids).subtracting(removed[element, default: []])
    guard !new.isEmpty else { return false }
    removed[element, default: []].formUnion(new)
    return true
  }
}

extension ObservedRemoveSet: CustomStringConvertible {
  package var description: String { printedAsSet(elements) }
}

extension ObservedRemoveSet: Sendable where Element: Sendable, AddID: Sendable {}
