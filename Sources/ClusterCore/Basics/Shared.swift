/// A value that does not change, held by reference: whatever holds it is copied without it.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
