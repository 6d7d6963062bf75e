extension Note {
  /// The merge mended: the newer title wins, and on a tie that of the larger device name. So two
  /// devices that have got the same edits hold the same title.
  public mutating func merge(_ edit: Edit) {
    switch edit {
    case .title(let text, let stamp):
      guard stamp > titled else { return }
      title = text
      titled = stamp
    case .tag(let tag): tags.insert(tag)
    }
  }
}

extension Stamp: Comparable {
  public static func < (left: Stamp, right: Stamp) -> Bool {
    guard left.time == right.time else { return left.time < right.time }
    return left.device.utf8.lexicographicallyPrecedes(right.device.utf8)
  }
}
