import ClusterCore

/// What a run leaves cannot be written; the exit status is 74.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  /// The system's words for why, or the limit that was met.
  package let reason: String
  package let advice: Advice

  init(_ path: String, _ error: SystemError) {
    self.path = path
    reason = error.reason
    advice = error.advice
  }

  /// A file that grew past the limit for its kind, in bytes.
  init(_ path: String, longerThan limit: Int) {
    self.path = path
    reason = "it would be longer than \(limit) bytes"
    advice = Advice(
      cause: "the run is longer than one that can be stored: too many steps, or too much in each",
      next: "shorten the timeline, or take devices away")
  }

  package var description: String { "\(path) cannot be written: \(reason)" }

  static func wrapping<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(path, error)
    }
  }
}
