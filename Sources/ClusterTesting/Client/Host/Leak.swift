/// How a client left the library's hands, so that its run would not be the same a second time.
enum Leak: Hashable, Sendable {
  /// It called the library from a thread that handles none of its events.
  case calledElsewhere(String)
  /// Something that is not the library's woke one of its tasks.
  case resumedElsewhere
  /// Its jobs make more jobs without end.
  case restless
  /// A call has not returned, and waits for nothing of the library's.
  case stuck
  /// It did not give the thread back.
  case hung
  /// It did something else in the same run.
  case undetermined(String)
}

/// A client that cannot be relied on: where it was seen, and what to do about it.
struct ClientProblem: Error, Hashable, Sendable {
  let device: String
  /// The event in hand; nil where the run was over.
  let event: String?
  let leak: Leak

  var what: String {
    let place = event.map { " in \($0)" } ?? ""
    return "the client of \(device) is not in the test's hands\(place): \(deed)"
  }

  private var deed: String {
    switch leak {
    case .calledElsewhere(let call): "it called \(call) from a thread of its own"
    case .resumedElsewhere: "one of its tasks was woken by something outside the test"
    case .restless: "it ran \(JobQueue.mostJobs) jobs and had still not come to rest"
    case .stuck: "the call has not returned, and waits for nothing of the library's"
    case .hung: "it has not given the thread back within the wall-clock limit"
    case .undetermined(let difference): "the same seed gave two different runs; \(difference)"
    }
  }

  var cause: String {
    switch leak {
    case .calledElsewhere, .resumedElsewhere:
      "a thread, a dispatch queue, Task.sleep, the main actor or another with an executor of its "
        + "own, or Task.yield in an unstructured task"
    case .restless: "a loop that awaits nothing but itself, such as one over Task.yield"
    case .stuck:
      "a continuation that nobody resumes, Task.sleep, the main actor, or a network of its own"
    case .hung: "a loop without end, a lock, a semaphore, or a file or network call that blocks"
    case .undetermined:
      "the system's clock, Date(), random numbers, the order of a Set or "
        + "Dictionary, or state shared between launches"
    }
  }

  var next: String {
    switch leak {
    case .calledElsewhere, .resumedElsewhere, .stuck:
      "wait with the device's clock and transport only; begin tasks with Task { } or as child tasks"
    case .restless: "wait with the device's clock between two looks"
    case .hung: "await instead of blocking; run the test under a debugger to see where it stands"
    case .undetermined:
      "take times from the device's clock and chance from its generator, and sort before deciding"
    }
  }

  var lines: [String] { [what, "  cause: \(cause)", "  next:  \(next)"] }
}
