/// What is said with a failure that is not the doing of whoever it hit.
package struct Advice: Hashable, Sendable {
  /// What likely brought it about.
  package let cause: String
  /// What to type or do next.
  package let next: String

  package init(cause: String, next: String) {
    self.cause = cause
    self.next = next
  }
}
