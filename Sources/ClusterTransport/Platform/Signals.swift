import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The user or the system wants the run to end; the exit status is 130.
package struct Interrupted: Error, Hashable, Sendable, CustomStringConvertible {
  package let signal: Int32

  package var description: String { "interrupted by \(SignalName.of(signal))" }
}

/// Has SIGINT, SIGTERM, SIGHUP and SIGQUIT noticed instead of ending the process, so that it can
/// unwind and leave nothing; SIGPIPE is ignored.
///
/// Only one may exist at a time, since signals belong to the whole process; what was in force
/// before is put back when it goes.
package final class Signals {
  private let reading: Descriptor
  private let writing: Descriptor

  package init() throws(SystemError) {
    (reading, writing) = try Descriptor.pipe("for signals")
    for end in [reading, writing] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
    let error = cluster_notice_signals(writing.number)
    guard error == 0 else { throw SystemError("sigaction", "a second Signals", number: error) }
  }

  deinit { cluster_stop_noticing_signals() }

  /// Readable from the first signal on, for poll(2).
  var descriptor: Int32 { reading.number }

  /// The signal that came, if one did; costs no system call.
  package var received: Interrupted? { Signals.received }

  /// The signal that came, for whoever works on another thread; nil too while nothing notices.
  package static var received: Interrupted? {
    let signal = cluster_noticed_signal()
    return signal == 0 ? nil : Interrupted(signal: signal)
  }

  /// Waits so long, or until a signal comes or has come; whether one has.
  package func wait(atMost limit: Duration) -> Bool {
    let deadline = Deadline(after: limit)
    while received == nil {
      let remaining = deadline.remainingMilliseconds
      guard remaining > 0 else { return false }
      _ = Poll.readable([descriptor], milliseconds: remaining)
    }
    return true
  }

  /// To be called between steps of whatever takes long.
  package func check() throws(Interrupted) {
    if let received { throw received }
  }
}
