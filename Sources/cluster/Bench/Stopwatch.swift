import ClusterTransport

/// Real time around a piece of work.
enum Stopwatch {
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let begin = WallClock.monotonicNanoseconds
    try work()
    return max(1e-9, Double(WallClock.monotonicNanoseconds - begin) * 1e-9)
  }
}
