import ClusterCore
import Synchronization

/// One launch of a client: what it waits for, and what it has done in the event in hand.
///
/// Everything the client can reach ends here. After its death it does nothing: calls have no
/// effect, and what is awaited never comes, as it is for a killed process.
final class ClientProcess: Sendable {
  /// A call of the library that has not returned.
  private struct Call {
    let event: EventName
    /// Whether the run waits for it to return.
    let isAwaited: Bool
  }

  private struct Memory {
    var clock = ClockReading(wall: 0, continuous: 0)
    var vault = VaultReading.empty
    var store: [String: String]
    var effects: [Effect] = []
    var requests: [RequestNumber: UnsafeContinuation<Answer, any Error>] = [:]
    var sleeps: [TimerKey: UnsafeContinuation<Void, any Error>] = [:]
    var calls: [Int: Call] = [:]
    /// Counts requests, sleeps and calls; goes on from launch to launch.
    var count: Int
    var remarks: [String] = []
    var isDead = false
  }

  let seed: UInt64
  let queue = JobQueue()
  private let memory: Mutex<Memory>

  init(seed: UInt64, store: [String: String], count: Int) {
    self.seed = seed
    memory = Mutex(Memory(store: store, count: count))
  }

  // MARK: What the client does

  var continuous: Int64 { look("the clock") { $0.clock.continuous } }
  var wall: Int64 { look("the clock") { $0.clock.wall } }
  var vault: VaultReading { look("the vault") { $0.vault } }

  func stored(_ key: String) -> String? { look("the store") { $0.store[key] } }

  func store(_ text: String?, under key: String) {
    act("the store") { memory in
      memory.store[key] = text
      memory.effects.append(.store(.foreign(StoreWrite(key: key, text: text).node)))
    }
  }

  func keep(_ item: VaultItem?) {
    act("the vault") { memory in
      memory.vault = item.map { .holds($0) } ?? .empty
      memory.effects.append(.vault(item))
    }
  }

  func show(_ shown: Shown) { perform(.show([shown])) }

  func perform(_ effect: Effect) {
    act("the screen") { $0.effects.append(effect) }
  }

  /// Sends a request and waits for its answer; throws ``TransportError`` where none comes.
  nonisolated(nonsending) func ask(_ request: Request) async throws -> Answer {
    try Task.checkCancellation()
    let number = nextNumber()
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        act("the transport") { memory in
          memory.effects.append(.send(request, number: number))
          memory.requests[number] = continuation
        }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  nonisolated(nonsending) func sleep(
    _ length: Milliseconds, kind: Text, jitter: Milliseconds
  ) async throws {
    try Task.checkCancellation()
    guard length > .zero || jitter > .zero else { return }
    let key = Text("\(kind)-\(nextNumber())")
    let timer = TimerSetting(key: key, kind: kind, after: length, jitter: jitter)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        act("the clock") { memory in
          memory.effects.append(.setTimer(timer))
          memory.sleeps[key] = continuation
        }
      }
    } onCancel: {
      giveUp(key)
    }
  }

  private func giveUp(_ number: RequestNumber) {
    var waiting: UnsafeContinuation<Answer, any Error>?
    act("the transport") { memory in
      waiting = memory.requests.removeValue(forKey: number)
      if waiting != nil { memory.effects.append(.cancel(number)) }
    }
    waiting?.resume(throwing: CancellationError())
  }

  private func giveUp(_ key: TimerKey) {
    var waiting: UnsafeContinuation<Void, any Error>?
    act("the clock") { memory in
      waiting = memory.sleeps.removeValue(forKey: key)
      if waiting != nil { memory.effects.append(.cancelTimer(key)) }
    }
    waiting?.resume(throwing: CancellationError())
  }

  private func nextNumber() -> Int {
    memory.withLock { memory in
      memory.count += 1
      return memory.count
    }
  }

  /// A look that has no effect; from elsewhere it is answered and noted.
  private func look<Content: Sendable>(
    _ what: String, _ body: (borrowing Memory) -> Content
  ) -> Content {
    if !HandlingThread.isHandling(queue) { queue.note(.calledElsewhere(what)) }
    return memory.withLock { body($0) }
  }

  /// An effect; none where the process is dead or the call comes from elsewhere.
  private func act(_ what: String, _ body: (inout Memory) -> Void) {
    guard HandlingThread.isHandling(queue) else { return queue.note(.calledElsewhere(what)) }
    memory.withLock { memory in
      if !memory.isDead { body(&memory) }
    }
  }
}

// MARK: What happens to it

extension ClientProcess {
  func begin(_ surroundings: Surroundings) {
    memory.withLock { memory in
      memory.clock = surroundings.clock
      memory.vault = surroundings.vault
    }
  }

  /// What it did since the last time, in order.
  func takeEffects() -> [Effect] {
    memory.withLock { memory in
      defer { memory.effects = [] }
      return memory.effects
    }
  }

  /// Begins a call of the client.
  func call(
    in event: EventName, isAwaited: Bool, _ body: @escaping @Sendable () async throws -> Void
  ) {
    let number = nextNumber()
    memory.withLock { $0.calls[number] = Call(event: event, isAwaited: isAwaited) }
    Task(executorPreference: queue, priority: .medium) {
      do {
        try await body()
        self.end(number, error: nil)
      } catch {
        self.end(number, error: error)
      }
    }
  }

  private func end(_ number: Int, error: (any Error)?) {
    memory.withLock { memory in
      guard let call = memory.calls.removeValue(forKey: number), let error else { return }
      memory.remarks.append("\(call.event) threw \(error)")
    }
  }

  func answer(_ number: RequestNumber, _ result: Result<Answer, any Error>) {
    memory.withLock { $0.requests.removeValue(forKey: number) }?.resume(with: result)
  }

  func wake(_ key: TimerKey) {
    memory.withLock { $0.sleeps.removeValue(forKey: key) }?.resume()
  }

  /// Ends it on the spot. Its tasks are left where they are and never go on; the queue stays alive
  /// for them, since a task holds no reference to it.
  func die() {
    let isUnfinished = memory.withLock { memory in
      memory.isDead = true
      return !memory.calls.isEmpty || !memory.requests.isEmpty || !memory.sleeps.isEmpty
    }
    queue.close()
    if isUnfinished { _ = Unmanaged.passRetained(queue) }
  }

  /// Operations and pushes that the client has not returned from.
  var pending: Int { memory.withLock { memory in memory.calls.values.count { $0.isAwaited } } }

  /// Calls that threw, in order.
  var remarks: [String] { memory.withLock { $0.remarks } }

  /// How far numbers have been given out.
  var count: Int { memory.withLock { $0.count } }

  /// The first call that the run waits for and that waits for nothing it could be handed.
  var stuckCall: EventName? {
    memory.withLock { memory in
      guard memory.requests.isEmpty, memory.sleeps.isEmpty else { return nil }
      return memory.calls.filter { $0.value.isAwaited }.min { $0.key < $1.key }?.value.event
    }
  }
}
