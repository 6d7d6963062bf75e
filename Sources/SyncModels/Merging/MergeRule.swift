/// Which of two writes to one field a server keeps.
package enum MergeRule: Hashable, Sendable {
  /// Every write replaces.
  case lastArrival
  /// A write is dropped only if it is smaller than the one held: by stamp, then by the tie rule.
  case highestStamp(tie: Tie)
}

/// What decides between equal stamps.
package enum Tie: Hashable, CaseIterable, Sendable {
  /// The later arrival wins.
  case arrival
  /// The larger writing device wins, by UTF-8 bytes, whichever arrives first.
  case device
  /// The larger value wins, by UTF-8 bytes, whichever arrives first.
  case value
}
