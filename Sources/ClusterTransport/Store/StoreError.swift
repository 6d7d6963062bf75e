/// What a run leaves cannot be written; the exit status is 74.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  /// The system's words for why.
  package let reason: String

  init(_ path: String, _ error: SystemError) {
    self.path = path
    reason = error.reason
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
