#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Real time: for limits on what other programs may take, and for the names of stored runs.
/// Nothing in a run depends on it.
package enum WallClock {
  /// Milliseconds since 1970, UTC.
  package static var utcMilliseconds: Int64 { nanoseconds(CLOCK_REALTIME) / 1_000_000 }

  /// Nanoseconds on a clock that nobody sets.
  package static var monotonicNanoseconds: Int64 { nanoseconds(CLOCK_MONOTONIC) }

  /// Nanoseconds that this process has had of a processor: what it took, whoever else is busy.
  package static var processorNanoseconds: Int64 { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Duration {
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// A moment by which something must have happened.
struct Deadline {
  private let nanoseconds: Int64

  init(after limit: Duration) {
    let (seconds, attoseconds) = limit.components
    nanoseconds =
      WallClock.monotonicNanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Rounded up, so that a wait of that length reaches the deadline; 0 once it has passed.
  var remainingMilliseconds: Int32 {
    let remaining = nanoseconds - WallClock.monotonicNanoseconds
    return Int32(clamping: max(0, (remaining + 999_999) / 1_000_000))
  }

  var hasPassed: Bool { remainingMilliseconds == 0 }
}
