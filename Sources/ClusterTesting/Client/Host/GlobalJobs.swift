import Foundation

/// Jobs that a client hands to the runtime's shared executor: those of `Task { }` and
/// `Task.detached`.
///
/// The concurrency runtime calls a hook before it takes such a job. It is exported for those who
/// bring their own executor, on Linux and Apple's systems alike, and other test libraries rest on
/// it; but no document promises it. So the library takes what comes that way, since a client that
/// keeps its one refresh in a `Task` would else not be drivable unchanged, and does not rely on it:
/// without the hook such a job runs on the shared pool, and is found out when it calls the library
/// or wakes what waits. The same goes for what passes the hook by: `Task.yield` in an unstructured
/// task, `Task.sleep`, and the main actor.
///
/// The hook is set once and never taken away. It looks at nothing but the current thread, so the
/// jobs of other tests go their ordinary way.
enum GlobalJobs {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// Sets the hook, the first time it is called.
  static func watch() { _ = isWatched }

  private static let isWatched: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    let global = dlsym(program, "swift_task_enqueueGlobal_hook")
    global?.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      guard let queue = HandlingThread.queue else { return original(job) }
      queue.adopt(job)
    }
    return global != nil
  }()
}
