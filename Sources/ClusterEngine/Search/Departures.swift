import ClusterCore

/// What left the nodes of a run, in order: messages with the intents they carry, and timers.
package struct Departures: Sendable {
  struct Sent: Sendable {
    let name: MessageName
    /// The intents the message carries, the oldest first.
    let carried: [IntentID]
  }

  private(set) var messages: [Sent] = []
  /// The messages that left before the calm.
  private(set) var early: [MessageName] = []
  private(set) var timers: [TimerName] = []
  /// Timers to which the engine adds a drawn time.
  package private(set) var drawn: [TimerName] = []
  private var given: [IntentID: Int] = [:]
  private var isCalm = false

  package init() {}

  package mutating func observe(_ event: TraceEvent) {
    if event.kind == .calm { isCalm = true }
    guard let step = event.step else { return }
    if case .operation(_, let intent) = step.event, given[intent] == nil {
      given[intent] = given.count
    }
    for performed in step.effects {
      switch performed.outcome {
      case .sent(let name, _):
        messages.append(Sent(name: name, carried: carried(performed.effect)))
        if !isCalm { early.append(name) }
      case .timerSet(let name, _):
        timers.append(name)
        if case .setTimer(let timer) = performed.effect, timer.jitter > .zero {
          drawn.append(name)
        }
      case .done, .unsent: break
      }
    }
  }

  private func carried(_ effect: Effect) -> [IntentID] {
    guard case .send(let request, _) = effect else { return [] }
    return request.intents.sorted { left, right in
      (given[left] ?? Int.max, left) < (given[right] ?? Int.max, right)
    }
  }
}
