import ClusterCore

/// Fields whose shown value may have changed in the event in hand, each once, in the order of the
/// paths.
///
/// An event touches one or two of them, for which no table is worth its while.
struct TouchedFields: Hashable, Sendable {
  private(set) var inOrder: [FieldPath] = []

  var isEmpty: Bool { inOrder.isEmpty }

  mutating func insert(_ path: FieldPath) {
    guard let last = inOrder.last, path <= last else { return inOrder.append(path) }
    let place = place(of: path)
    if inOrder[place] != path { inOrder.insert(path, at: place) }
  }

  mutating func formUnion(_ paths: some Sequence<FieldPath>) {
    for path in paths { insert(path) }
  }

  mutating func removeAll(keepingCapacity: Bool) {
    inOrder.removeAll(keepingCapacity: keepingCapacity)
  }

  func contains(where isMeant: (FieldPath) -> Bool) -> Bool { inOrder.contains(where: isMeant) }

  /// Where the first stands that is not smaller.
  private func place(of path: FieldPath) -> Int {
    var (low, high) = (0, inOrder.count)
    while low < high {
      let middle = (low + high) / 2
      if inOrder[middle] < path { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
