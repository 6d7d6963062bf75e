import ClusterTransport

/// Seconds of one processor that a piece of work takes; what others do at the time is not in them.
enum Stopwatch {
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let begin = WallClock.processorNanoseconds
    try work()
    return max(1e-9, Double(WallClock.processorNanoseconds - begin) * 1e-9)
  }
}
