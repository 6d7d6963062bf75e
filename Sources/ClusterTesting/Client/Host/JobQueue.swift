import Foundation
import Synchronization

/// The executor of one launch of a client: keeps its jobs, and runs them one at a time on the
/// thread that hands over the event, until none is ready.
///
/// Tasks that the library begins prefer it, and so do their child tasks and the default actors they
/// call (SE-0417). Jobs of one actor that wait for each other run in the runtime's own order.
final class JobQueue: TaskExecutor {
  private struct State {
    var ready: [UnownedJob] = []
    var isClosed = false
    var leak: Leak?
  }

  /// How many jobs one event may lead to: a client that makes more does not come to rest.
  static let mostJobs = 100_000

  private let state = Mutex(State())

  /// The first sign that the client has left the library's hands.
  var leak: Leak? { state.withLock { $0.leak } }

  func note(_ leak: Leak) {
    state.withLock { state in
      if !state.isClosed, state.leak == nil { state.leak = leak }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if HandlingThread.isHandling(self) { return adopt(job) }
    // Whoever made it ready runs somewhere else: when, nobody could say twice.
    note(.resumedElsewhere)
  }

  /// Takes in a job that became ready on the handling thread.
  func adopt(_ job: UnownedJob) {
    state.withLock { state in
      if !state.isClosed { state.ready.append(job) }
    }
  }

  /// Runs what is ready, and what that makes ready, until nothing is.
  ///
  /// - Parameter pick: given which turn it is among those with several ready jobs, from 0, and how
  ///   many there are, the place of the one to run; 0 has been ready longest.
  func drain(pick: (_ turn: Int, _ count: Int) -> Int) {
    var turn = 0
    for _ in 0..<JobQueue.mostJobs {
      let count = state.withLock { $0.ready.count }
      guard count > 0, leak == nil else { return }
      let place = count > 1 ? pick(turn, count) : 0
      if count > 1 { turn += 1 }
      let job = state.withLock { $0.ready.remove(at: place) }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    note(.restless)
  }

  /// Gives something outside the test a second of wall clock to show itself.
  func awaitLeak() {
    for _ in 0..<100 where leak == nil { Thread.sleep(forTimeInterval: 0.01) }
  }

  /// Runs nothing any more: the process is dead, and what was in its memory with it.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.ready = []
    }
  }
}
