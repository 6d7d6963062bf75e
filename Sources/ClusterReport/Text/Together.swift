extension Array {
  /// What has the same key stands together; keys in the order in which they come first.
  func together<Key: Equatable, Value>() -> [(key: Key, values: [Value])]
  where Element == (Key, Value) {
    reduce(into: []) { groups, element in
      if let place = groups.firstIndex(where: { $0.key == element.0 }) {
        groups[place].values.append(element.1)
      } else {
        groups.append((element.0, [element.1]))
      }
    }
  }
}
