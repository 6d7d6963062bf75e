/// A value that may be missing, printed `-` when it is.
package struct OrDash<Value: Equatable & CustomStringConvertible>: Equatable {
  package let value: Value?

  package init(_ value: Value?) {
    self.value = value
  }
}

extension OrDash: CustomStringConvertible {
  package var description: String { value?.description ?? "-" }
}

extension OrDash: Sendable where Value: Sendable {}

extension Sequence where Element: CustomStringConvertible {
  /// The elements as they print, joined by a comma unless told; none print `-`.
  func joinedOrDash(by separator: String = ",") -> String {
    let joined = map(\.description).joined(separator: separator)
    return joined.isEmpty ? "-" : joined
  }

  /// The elements as `[a,b]`, none as `[]`.
  var bracketed: String {
    "[" + map(\.description).joined(separator: ",") + "]"
  }
}

extension Dictionary where Key: Comparable & CustomStringConvertible {
  /// The entries as `key=value`, sorted by key.
  func printedEntries(_ print: (Value) -> String) -> [String] {
    sorted { $0.key < $1.key }.map { "\($0.key)=\(print($0.value))" }
  }
}
