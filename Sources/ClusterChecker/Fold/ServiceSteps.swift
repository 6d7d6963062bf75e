import ClusterCore

/// What a device's transfer service does, as far as it is traffic.
extension RunFold {
  mutating func takeService(_ step: Step, _ event: TraceEvent) {
    if case .delivery(let message, let copy) = step.name, message.kind.isTransfer {
      traffic.noteBytes(copy: copy)
    }
    if case .failure(.timeout, _) = step.event, !moment.isCalms { traffic.count(.timedOut) }
    for performed in step.effects {
      guard case .sent(let message, let dispatch) = performed.outcome, message.kind.isTransfer
      else { continue }
      noteSent(message, dispatch, cursor: nil, device: nil)
    }
  }
}
