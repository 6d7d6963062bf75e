import Dispatch

/// The thread that the process began with.
package enum MainThread {
  /// Does the work and ends the process with the status it gives. Meanwhile this thread serves the
  /// main actor.
  ///
  /// An asynchronous `main` would do the same, but could not say why it does not where the system
  /// refuses what the runtime needs for it.
  package static func run(_ work: @escaping @Sendable () async -> Int32) -> Never {
    Task { CurrentProcess.exit(await work()) }
    dispatchMain()
  }
}
