import Foundation

/// How far the tests that draw go.
enum Extent {
  /// Whether as far as `.ci/run` has them go; else they stop sooner.
  static let isFull = ProcessInfo.processInfo.environment["CLUSTER_FULL"] == "1"
}
