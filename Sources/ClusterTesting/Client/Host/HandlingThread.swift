import Foundation

/// Which queue the current thread runs jobs of, if any: how the library tells the client's doings
/// from those of the rest of the process.
enum HandlingThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else {
      preconditionFailure("the process has no thread-specific key left")
    }
    return key
  }()

  static var queue: JobQueue? {
    pthread_getspecific(key).map { Unmanaged<JobQueue>.fromOpaque($0).takeUnretainedValue() }
  }

  static func isHandling(_ queue: JobQueue) -> Bool { self.queue === queue }

  /// Calls `body` with this thread marked as the one that handles an event of that queue.
  static func handle(_ queue: JobQueue, _ body: () -> Void) {
    GlobalJobs.watch()
    pthread_setspecific(key, Unmanaged.passUnretained(queue).toOpaque())
    body()
    pthread_setspecific(key, nil)
  }
}
