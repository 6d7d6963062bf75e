import ClusterCore

/// Attempts and messages stay within the scenario's `limits`; every try counts.
///
/// The attempts of an operation are its messages by the engine's names: of one sender, kind and
/// root. Of pulls only those that ask from the same cursor count together, since the next page
/// is no second attempt. Messages are all that were sent, answers and pushes included, those of
/// the calm too. Without a limit nothing is judged. Witnesses are messages that something in the
/// timeline led to.
struct Bounded: Check {
  static let name = CheckName.bounded

  private struct Pull: Hashable {
    let sender: NodeID
    let root: RootID
    let cursor: Cursor
  }

  private let attempts: Int?
  private let messages: Int?
  private var tokens: TokenBounds
  private var pulls: [Pull] = []
  private var breach: Breach?

  init(_ scenario: Scenario) {
    attempts = scenario.limits.attempts
    messages = scenario.limits.messages
    tokens = TokenBounds(scenario)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    if tokens.hasLimit, breach == nil { breach = tokens.breach(event) }
    guard breach == nil, !run.moment.sent.isEmpty else { return }
    if let messages, run.traffic.counts.sent > messages {
      breach = Breach(
        step: event.number, subject: "messages", reason: "over the limit",
        explanation: "Message \(messages + 1) of the run was sent, \(lastSent(run)); the limit "
          + "is \(messages).")
    }
    guard let attempts else { return }
    for sent in run.moment.sent where sent.message.part == .message && breach == nil {
      let tries = tries(of: sent)
      guard tries > attempts else { continue }
      let message = sent.message
      breach = Breach(
        step: event.number, subject: "attempts", reason: "over the limit",
        explanation: "\(message.sender) tries the \(message.kind.rawValue) of \(message.root) for "
          + "the \(tries). time (\(message)); the limit is \(attempts).")
    }
  }

  func weigh(into state: inout StateDigest) {
    tokens.weigh(into: &state)
    if attempts != nil {
      state.combine(pulls.count)
      for pull in pulls { state.combine(pull) }
    }
    state.combine(breach)
  }

  func finding(_ run: RunFold) -> Finding {
    let hasLimit = attempts != nil || messages != nil || tokens.hasLimit
    return Finding(witnesses: hasLimit ? run.traffic.sentForTimeline : 0, breach: breach)
  }

  private mutating func tries(of sent: Moment.Sent) -> Int {
    switch sent.message.kind {
    case .save: return sent.message.count
    // A transfer is tried by being handed to the system; its ranges are no tries.
    case .enqueue: return sent.message.count
    case .push, .refresh, .fetch, .put, .cancelTask, .listTasks, .finished, .failed, .tasks:
      return 0
    case .call, .signIn, .signOut: return sent.message.count
    case .order, .register, .markRead, .unread: return sent.message.count
    case .readOrder, .search: return 0
    case .pull:
      let pull = Pull(
        sender: sent.message.sender, root: sent.message.root, cursor: sent.cursor ?? 0)
      pulls.append(pull)
      // The name counts every page, so it is never below the tries; only beyond the limit is it
      // worth while to count these.
      guard let attempts, sent.message.count > attempts else { return 1 }
      return pulls.count { $0 == pull }
    }
  }

  private func lastSent(_ run: RunFold) -> String {
    run.moment.sent.last.map { $0.message.description } ?? "none"
  }
}
