import ClusterCore
import ClusterReport
import ClusterTransport

extension UserMessage {
  init(_ what: String, _ advice: Advice) {
    self.init(what: what, cause: advice.cause, next: advice.next)
  }

  /// What is wrong with a text that was read, without where in it.
  static func problem(of error: any Error) -> String {
    (error as? FormatError)?.problem ?? (error as? JSONSyntaxError)?.problem ?? "\(error)"
  }

  /// Reads a file, or says why it cannot be read.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that a file of this kind may have.
  ///   - cause, next: what is said where the file is not there, or not the user's to read.
  static func reading(
    _ path: String, atMost limit: Int, cause: String, next: String
  ) throws(UserMessage) -> [UInt8] {
    do {
      return try Files.read(path, atMost: limit)
    } catch {
      if error.isTooLong {
        throw UserMessage(
          what: "\(path) is longer than \(limit) bytes",
          cause: "a file of this kind may not be; this is another kind, or it was changed",
          next: next)
      }
      guard error.isMissing || error.isForbidden else {
        throw UserMessage("\(path) cannot be read: \(error.reason)", error.advice)
      }
      throw UserMessage(what: "\(path) cannot be read: \(error.reason)", cause: cause, next: next)
    }
  }
}
