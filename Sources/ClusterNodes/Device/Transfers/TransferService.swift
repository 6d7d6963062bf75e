import ClusterCore

/// The transfer service of a device's system, as a pure state machine.
///
/// It outlives the app: it takes tasks, moves bytes in ranges over a link that is slow and gets
/// cut, goes on from where it was, and tells the app when a task has ended, until the app has
/// heard it. Whether the app runs is not its business but that of whoever starts it.
package struct TransferService: Hashable, Sendable {
  /// How long a cut link takes to be noticed, on top of the time that the bytes need.
  package static let patience = Milliseconds.seconds(10)
  static let longestPause = Milliseconds.seconds(8)

  private struct Task: Hashable, Sendable {
    let task: TransferTask
    /// What is transferred; of a download not known before its first bytes.
    var version: FileVersion?
    /// Bytes that are across without a gap.
    var offset = 0
    var request: RequestNumber?
    /// Cuts in a row.
    var cuts = 0
    /// How it ended; nil while it runs.
    var end: TransferNotice?
  }

  private let rules: FileRules
  private var tasks: [TransferID: Task] = [:]
  private var nextTask = 1
  private var nextRequest = 1
  private var effects: [Effect] = []

  package init(rules: FileRules) {
    self.rules = rules
  }

  /// Whether it runs nothing and has nothing to tell.
  package var isIdle: Bool { tasks.isEmpty }

  /// Tasks that have not ended.
  package var running: Int { tasks.values.count { $0.end == nil } }

  /// The tasks that have not ended, the oldest first.
  package var runningTasks: [TransferTask] {
    inOrder.filter { $0.task.end == nil }.map(\.task.task)
  }

  /// Whether a task has ended of which the app has not heard.
  package var hasUnheard: Bool { tasks.values.contains { $0.end != nil } }

  package func isUnheard(_ id: TransferID) -> Bool { tasks[id]?.end != nil }

  /// The app has handled the end of that task: what it did not move is gone.
  package mutating func acknowledge(_ id: TransferID) { tasks[id] = nil }

  package mutating func handle(_ event: NodeEvent) -> [Effect] {
    effects = []
    switch event {
    case .transferCall(let call): take(call)
    case .answer(let answer, let request): receive(answer, to: request)
    case .failure(_, let request): cut(request)
    case .timer(let key): resume(key)
    case .start, .operation, .push, .link, .request, .transferNotice, .cloud:
      preconditionFailure("a transfer service was handed \(event)")
    }
    return effects
  }

  private mutating func take(_ call: TransferCall) {
    switch call {
    case .enqueue(let task): begin(task)
    case .cancel(let key): remove { $0.task.key == key }
    case .list: effects.append(.notify(.tasks(inOrder.map(\.task.task))))
    case .appStarted:
      for (_, task) in inOrder {
        if let end = task.end { effects.append(.notify(end)) }
      }
    case .cancelAll: remove { $0.end == nil }
    case .removeAll: remove { _ in true }
    }
  }

  private var inOrder: [(id: TransferID, task: Task)] {
    tasks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func begin(_ task: TransferTask) {
    let id = nextTask
    nextTask += 1
    tasks[id] = Task(task: task, version: task.version)
    ask(id)
  }

  private mutating func remove(where isMeant: (Task) -> Bool) {
    for (id, task) in inOrder where isMeant(task) {
      if let request = task.request {
        effects.append(.cancel(request))
      } else if task.end == nil {
        effects.append(.cancelTimer(TransferService.timer(of: id)))
      }
      tasks[id] = nil
    }
  }

  /// Asks for the next range, or sends it.
  private mutating func ask(_ id: TransferID) {
    guard let task = tasks[id] else { return }
    let number = nextRequest
    nextRequest += 1
    tasks[id]?.request = number
    let left = task.version.map { $0.size - task.offset } ?? rules.chunk
    let range = FileRange(
      file: task.task.key.file, offset: task.offset, length: min(rules.chunk, left),
      intent: task.task.intent)
    switch (task.task.key.direction, task.version) {
    case (.upload, let version?):
      let part = FilePart(task: id, range: range, version: version)
      effects.append(.send(.put(part), number: number))
    case (.upload, nil), (.download, _): effects.append(.send(.fetch(range), number: number))
    }
  }

  private mutating func receive(_ answer: Answer, to request: RequestNumber) {
    guard let (id, task) = tasks.first(where: { $0.value.request == request }) else { return }
    tasks[id]?.request = nil
    tasks[id]?.cuts = 0
    switch answer {
    case .chunk(let chunk): take(chunk, for: id, task)
    case .received(let receipt):
      tasks[id]?.offset = receipt.received
      if receipt.isComplete {
        end(id, .finished(id, task.task, isDuplicate: receipt.isDuplicate))
      } else {
        ask(id)
      }
    case .refused(let error, _): end(id, .failed(id, task.task, error))
    case .saved, .pulled, .placed, .orderState, .results, .unread, .session, .done:
      end(id, .failed(id, task.task, .serviceUnavailable))
    }
  }

  /// Bytes of another version than before make what is here worthless.
  private mutating func take(_ chunk: FileChunk, for id: TransferID, _ task: Task) {
    let isSame = task.version == nil || task.version == chunk.version
    let offset = isSame && chunk.offset == task.offset ? task.offset + chunk.length : 0
    tasks[id]?.version = chunk.version
    tasks[id]?.offset = offset
    if offset >= chunk.version.size {
      end(id, .finished(id, task.task, isDuplicate: false))
    } else {
      ask(id)
    }
  }

  private mutating func end(_ id: TransferID, _ notice: TransferNotice) {
    tasks[id]?.end = notice
    effects.append(.notify(notice))
  }

  /// The link was cut; the service never gives up, it only waits longer.
  private mutating func cut(_ request: RequestNumber) {
    guard let (id, task) = tasks.first(where: { $0.value.request == request }) else { return }
    tasks[id]?.request = nil
    tasks[id]?.cuts = task.cuts + 1
    let pause = Milliseconds(1000 << Int64(min(task.cuts, 10)))
    effects.append(
      .setTimer(
        TimerSetting(
          key: TransferService.timer(of: id), kind: "resume",
          after: min(pause, TransferService.longestPause))))
  }

  private mutating func resume(_ key: TimerKey) {
    guard let id = tasks.keys.first(where: { TransferService.timer(of: $0) == key }) else { return }
    ask(id)
  }

  private static func timer(of id: TransferID) -> TimerKey { Text("task/\(id)") }
}
