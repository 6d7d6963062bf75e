import Dispatch
import Synchronization

/// The thread that the process began with.
package enum MainThread {
  /// Does the work and ends the process with the status it gives. Meanwhile this thread serves the
  /// main actor.
  ///
  /// An asynchronous `main` would do the same, but could not say why it does not where the system
  /// refuses what the runtime needs for it. To serve, the thread ends itself: that unwinds its stack,
  /// for which a tool that is linked in one piece first sorts what it knows of all its functions, 30
  /// milliseconds. So what asks nothing of the main actor is waited for, with ``wait(for:)``.
  package static func run(_ work: @escaping @Sendable () async -> Int32) -> Never {
    Task { CurrentProcess.exit(await work()) }
    dispatchMain()
  }

  /// Does the work on the runtime's threads and gives what comes of it. It must not need the main
  /// actor, which nothing serves meanwhile.
  package static func wait<Result: Sendable>(
    for work: @escaping @Sendable () async -> Result
  ) -> Result {
    let (outcome, done) = (Outcome<Result>(), DispatchSemaphore(value: 0))
    Task {
      let result = await work()
      outcome.value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = outcome.value.withLock({ $0 }) else {
      preconditionFailure("a work is done without a result")
    }
    return result
  }

  private final class Outcome<Result: Sendable>: Sendable {
    let value = Mutex<Result?>(nil)
  }
}
