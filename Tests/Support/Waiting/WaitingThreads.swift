import Foundation
import Synchronization

/// Threads for tests that wait for processes.
///
/// The runtime has as many threads for tasks as the machine has cores, and a test that waits for a
/// process holds one of them while its core has nothing to do. On these it holds none.
package final class WaitingThreads: TaskExecutor {
  /// The threads of all tests of one bundle: enough to keep two cores busy. Many more would make the
  /// processes that they start wait for a core longer than the limits that some tests are about.
  package static let shared = WaitingThreads(count: 8)

  /// The one thread of the tests that share a browser.
  package static let browsing = WaitingThreads(count: 1)

  private let ready = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        while true { runNext() }
      }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    ready.withLock { $0.append(job) }
    count.signal()
  }

  private func runNext() {
    count.wait()
    let job = ready.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
