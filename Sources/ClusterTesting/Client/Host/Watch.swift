import ClusterCore
import Foundation
import Synchronization

/// Sees to it that a client which never gives the thread back does not hang the test.
///
/// Runs are made on a thread of their own, the watched one. Whoever asked for them waits, and looks
/// now and then whether the event in hand is still the one it was. This is the only use of the wall
/// clock in a client test, and it decides nothing but how long to wait for what has gone wrong.
final class Watch: Sendable {
  private struct State {
    var handled = 0
    var device: NodeID?
    var event: EventName?
  }

  private let state = Mutex(State())
  private let limit: Swift.Duration

  /// - Parameter limit: wall clock for one event.
  init(limit: Swift.Duration) {
    self.limit = limit
  }

  func begin(_ device: NodeID, _ event: EventName) {
    state.withLock { state in
      state.handled += 1
      state.device = device
      state.event = event
    }
  }

  func end() { state.withLock { $0.event = nil } }

  /// Calls `body` on a thread of its own and returns what it does.
  ///
  /// - Throws: ``ClientProblem`` where a client hung; its thread is left to it.
  func run<Content: Sendable>(
    _ body: @escaping @Sendable () -> Content
  ) throws(ClientProblem) -> Content {
    let done = NSCondition()
    let shared = Shared<Content>()
    let thread = Thread {
      let result = body()
      done.withLock {
        shared.content.withLock { $0 = result }
        done.signal()
      }
    }
    thread.stackSize = Watch.stackSize
    thread.start()
    var seen = (handled: -1, since: ContinuousClock.now)
    while true {
      done.lock()
      _ = shared.isEmpty ? done.wait(until: Date(timeIntervalSinceNow: Watch.look)) : true
      done.unlock()
      if let content = shared.take() { return content }
      if let problem = problem(&seen) { throw problem }
    }
  }

  /// How often is looked, in seconds.
  private static let look = 0.1
  /// That of a main thread, in bytes.
  private static let stackSize = 8 << 20

  private func problem(
    _ seen: inout (handled: Int, since: ContinuousClock.Instant)
  ) -> ClientProblem? {
    let (handled, device, event) = state.withLock { ($0.handled, $0.device, $0.event) }
    guard let device, let event, handled == seen.handled else {
      seen = (handled, ContinuousClock.now)
      return nil
    }
    guard ContinuousClock.now - seen.since > limit else { return nil }
    return ClientProblem(device: device.string, event: event.description, leak: .hung)
  }
}

/// What the watched thread hands back.
private final class Shared<Content: Sendable>: Sendable {
  let content = Mutex<Content?>(nil)

  var isEmpty: Bool { content.withLock { $0 == nil } }
  func take() -> Content? { content.withLock { $0 } }
}
