import ClusterCore

/// A hybrid logical clock: follows the wall clock, and never falls behind a stamp it has seen.
///
/// It may be told how far ahead of the wall clock a stamp may be. One that is further is not
/// followed: else one wrong clock would put all of them wrong for good (Kulkarni et al. 2014,
/// section 4; CockroachDB's `--max-offset`). Until the clock has been read, stamps wait.
struct HybridClock: Hashable, Sendable {
  private(set) var last: Stamp
  private let maxOffset: Milliseconds?
  /// What the wall clock showed when it was read last; nil for never.
  private var wall: Int64?
  /// Stamps from the store that may be too far ahead of a clock that has not been read.
  private var waiting: [Stamp] = []
  /// The largest stamp that was not followed, and whether the user has been told.
  private var refused: Stamp?
  private var isToldOfRefused = false

  init(device: NodeID, maxOffset: Milliseconds? = nil) {
    last = Stamp(milliseconds: 0, counter: 0, device: device)
    self.maxOffset = maxOffset
  }

  /// Takes note of what the wall clock shows.
  mutating func read(wall: Int64) {
    guard maxOffset != nil else { return }
    self.wall = wall
    for stamp in waiting { observe(stamp) }
    waiting = []
  }

  /// A stamp that was not followed and is to be told of, once.
  mutating func takeRefused() -> Stamp? {
    guard let refused, !isToldOfRefused else { return nil }
    isToldOfRefused = true
    return refused
  }

  /// The stamp of an edit made now; larger than every stamp seen or given before.
  mutating func tick(wall: Int64) -> Stamp {
    last =
      wall > last.milliseconds
      ? Stamp(milliseconds: wall, counter: 0, device: last.device)
      : Stamp(milliseconds: last.milliseconds, counter: last.counter + 1, device: last.device)
    return last
  }

  /// Takes note of a stamp that came from elsewhere.
  mutating func observe(_ stamp: Stamp) {
    guard let maxOffset else { return follow(stamp) }
    guard let wall else { return waiting.append(stamp) }
    guard stamp.milliseconds > wall, stamp.milliseconds - wall > maxOffset.count else {
      return follow(stamp)
    }
    if let refused, refused >= stamp { return }
    refused = stamp
    isToldOfRefused = false
  }

  /// Takes note of a stamp that this clock gave.
  mutating func follow(_ stamp: Stamp) {
    let isAhead =
      (stamp.milliseconds, stamp.counter) > (last.milliseconds, last.counter)
    guard isAhead else { return }
    last = Stamp(milliseconds: stamp.milliseconds, counter: stamp.counter, device: last.device)
  }
}
