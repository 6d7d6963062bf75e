import ClusterCore

/// What a device tells its user of sessions and calls.
struct Account: Sendable {
  private(set) var user: UserID?
  private(set) var calls: [IntentID: CallStatus] = [:]

  /// A new process shows nobody before it has looked.
  mutating func restart() { user = nil }

  mutating func take(_ changes: [Shown]) {
    for change in changes {
      switch change {
      case .field, .question, .file, .order, .list: break
      case .call(let intent, let status): calls[intent] = status
      case .session(let user): self.user = user
      }
    }
  }
}
