import ClusterCore

/// A hybrid logical clock: follows the wall clock, and never falls behind a stamp it has seen.
struct HybridClock: Hashable, Sendable {
  private(set) var last: Stamp

  init(device: NodeID) {
    last = Stamp(milliseconds: 0, counter: 0, device: device)
  }

  /// The stamp of an edit made now; larger than every stamp seen or given before.
  mutating func tick(wall: Int64) -> Stamp {
    last =
      wall > last.milliseconds
      ? Stamp(milliseconds: wall, counter: 0, device: last.device)
      : Stamp(milliseconds: last.milliseconds, counter: last.counter + 1, device: last.device)
    return last
  }

  /// Takes note of a stamp that came from elsewhere, or from the store.
  mutating func observe(_ stamp: Stamp) {
    let isAhead =
      (stamp.milliseconds, stamp.counter) > (last.milliseconds, last.counter)
    guard isAhead else { return }
    last = Stamp(milliseconds: stamp.milliseconds, counter: stamp.counter, device: last.device)
  }
}
