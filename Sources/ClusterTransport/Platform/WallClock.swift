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
  /// Parts of a nanosecond are left out.
  fileprivate var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// A moment by which something is to happen.
struct Deadline {
  private let nanoseconds: Int64

  init(after limit: Duration) {
    nanoseconds = WallClock.monotonicNanoseconds + limit.inNanoseconds
  }

  /// Rounded up, so that a wait of that length reaches the deadline; 0 once it has passed.
  var remainingMilliseconds: Int32 {
    let remaining = nanoseconds - WallClock.monotonicNanoseconds
    return Int32(clamping: max(0, (remaining + 999_999) / 1_000_000))
  }
}

/// How long another process is waited for, in short waits.
///
/// A wait that took far longer than it was to take was one in which this process was stopped
/// itself (Ctrl-Z, a paused container) or had no processor. The other may long have answered by
/// then, so such a wait counts as a short one, and it is never the one that ends the patience.
struct Patience {
  /// How long one wait is to take at most, in milliseconds.
  static let slice: Int32 = 100
  private static let longest = Int64(2 * slice) * 1_000_000

  private var left: Int64
  private var before: Int64

  /// - Parameter now: as ``WallClock/monotonicNanoseconds`` has it.
  init(_ limit: Duration, now: Int64 = WallClock.monotonicNanoseconds) {
    left = limit.inNanoseconds
    before = now
  }

  /// How long the next wait is to take, in milliseconds.
  var wait: Int32 { min(Patience.slice, Int32(clamping: max(1, (left + 999_999) / 1_000_000))) }

  /// Whether it is at an end; to be asked after each wait.
  mutating func isOver(now: Int64 = WallClock.monotonicNanoseconds) -> Bool {
    let passed = now - before
    before = now
    guard passed <= Patience.longest else {
      left = max(1, left - Patience.longest)
      return false
    }
    left -= passed
    return left <= 0
  }
}
