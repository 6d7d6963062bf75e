extension Note {
  /// The merge as it was shipped: the newer title wins, and on a tie the one that arrives.
  ///
  /// Two people who give a title within one millisecond of their clocks see it swapped: each
  /// device takes the other's, since for each the other's arrived last.
  public mutating func mergeAsShipped(_ edit: Edit) {
    switch edit {
    case .title(let text, let stamp):
      guard stamp.time >= titled.time else { return }
      title = text
      titled = stamp
    case .tag(let tag): tags.insert(tag)
    }
  }
}
