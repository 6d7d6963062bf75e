import ClusterCore

// The list of records on the screen, where the device has one.
extension RecordsPart {
  /// The list, where it is not the one that shows.
  mutating func threadNews() -> [Shown] {
    guard let thread else { return [] }
    let list = sorted(by: thread)
    guard list != shownThread else { return [] }
    shownThread = list
    return [.thread(list)]
  }

  /// The records that have such a field, in the order of what holds it.
  private func sorted(by field: FieldName) -> [RecordID] {
    let paths = Set(replica.fields.keys).union(outbox.items.map(\.edit.path))
      .filter { $0.field == field && value(of: $0) != nil }
    let places = paths.map { (record: $0.record, place: place(of: $0)) }
    return places.sorted { ($0.place, $0.record) < ($1.place, $1.record) }.map(\.record)
  }

  /// By the stamp that its maker's clock gave, or by the order in which the cloud had it; what the
  /// cloud does not have yet comes last, in the order of making.
  private func place(of path: FieldPath) -> ThreadPlace {
    let own = outbox.items.lastIndex { $0.edit.path == path }
    switch policy.sortBy {
    case .server:
      if let own { return ThreadPlace(isPending: true, count: own) }
      return ThreadPlace(isPending: false, count: replica.fields[path]?.number ?? 0)
    case .stamp:
      if let own {
        guard let stamp = outbox.items[own].edit.stamp else {
          return ThreadPlace(isPending: true, count: own)
        }
        return ThreadPlace(isPending: false, stamp: stamp)
      }
      guard case .scalar(_, let stamp, _) = replica.fields[path]?.content else {
        return ThreadPlace(isPending: false, count: replica.fields[path]?.number ?? 0)
      }
      return ThreadPlace(isPending: false, stamp: stamp)
    }
  }
}

/// Where a record stands in a list.
private struct ThreadPlace: Comparable {
  let isPending: Bool
  var stamp = StartState.stamp
  var count = 0

  static func < (left: ThreadPlace, right: ThreadPlace) -> Bool {
    if left.isPending != right.isPending { return right.isPending }
    return (left.stamp, left.count) < (right.stamp, right.count)
  }
}
