#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#else
  #error(
    "ClusterTransport knows Linux with Glibc and Darwin; teach its Platform folder this system")
#endif

/// A call to the system that failed: which, on what, and the system's number for why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let call: String
  /// The path, or what else the call was about.
  package let subject: String
  package let number: Int32

  package init(_ call: String, _ subject: String, number: Int32 = errno) {
    self.call = call
    self.subject = subject
    self.number = number
  }

  /// A path that leaves no room for what has to stand behind it.
  static func tooLong(_ call: String, _ subject: String) -> SystemError {
    SystemError(call, subject, number: ENAMETOOLONG)
  }

  /// The system's words for ``number``.
  package var reason: String { String(cString: strerror(number)) }

  package var description: String { "\(call) \(subject): \(reason)" }

  /// What ``call`` is where a program was to be started.
  static let start = "start"

  /// Whether a file is longer than is read of its kind.
  package var isTooLong: Bool { number == EFBIG }
  package var isForbidden: Bool { number == EACCES || number == EPERM }
  package var isMissing: Bool { number == ENOENT }
  package var alreadyExists: Bool { number == EEXIST }
}
