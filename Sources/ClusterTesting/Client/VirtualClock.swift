import ClusterCore

/// A device's own clocks in virtual time, and the only way to wait for a time in a client test.
///
/// `now` is the continuous clock: milliseconds since the run began, with the device's drift,
/// going on while the app is suspended or dead. A sleep is rounded up to whole milliseconds and is
/// a timer of the run: it costs no time to wait for, fires late where the app is suspended, and
/// not at all where it was killed.
public struct VirtualClock: Clock {
  public struct Instant: InstantProtocol {
    /// By the continuous clock, since the run began.
    public let milliseconds: Int64

    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(milliseconds: milliseconds + duration.wholeMilliseconds)
    }

    public func duration(to other: Instant) -> Swift.Duration {
      .milliseconds(other.milliseconds - milliseconds)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.milliseconds < right.milliseconds
    }
  }

  let process: ClientProcess

  public var now: Instant { Instant(milliseconds: process.continuous) }
  public var minimumResolution: Swift.Duration { .milliseconds(1) }

  /// What the wall clock says, in milliseconds since the run began: with the device's offset,
  /// drift, tick and jumps.
  public var wallMilliseconds: Int64 { process.wall }

  /// Waits until then; not at all where that is over. `tolerance` plays no part.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Swift.Duration? = nil
  ) async throws {
    let length = deadline.milliseconds - now.milliseconds
    try await process.sleep(Milliseconds(max(0, length)), kind: "sleep", jitter: .zero)
  }

  /// Waits so long, and up to `jitter` more, which is drawn from the seed and the timer's name:
  /// what a backoff needs.
  public nonisolated(nonsending) func sleep(
    for length: Swift.Duration, jitter: Swift.Duration = .zero
  ) async throws {
    try await process.sleep(
      Milliseconds(max(0, length.wholeMilliseconds)), kind: "retry",
      jitter: Milliseconds(max(0, jitter.wholeMilliseconds)))
  }

  /// Waits so long for something nobody else waits for, such as the renewal of a session ahead of
  /// its end: unlike any other sleep, it does not keep a run from being over.
  public nonisolated(nonsending) func sleepForUpkeep(_ length: Swift.Duration) async throws {
    try await process.sleep(
      Milliseconds(max(0, length.wholeMilliseconds)), kind: TimerName.upkeep, jitter: .zero)
  }
}

extension Swift.Duration {
  /// Rounded up.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let perMillisecond: Int64 = 1_000_000_000_000_000
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: perMillisecond)
    return seconds * 1000 + whole + (rest > 0 ? 1 : 0)
  }
}
