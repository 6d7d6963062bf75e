import ClusterCore

/// What a way on from a state is about, as far as it decides whether another could as well be
/// gone first.
///
/// Two ways commute where they meet nothing in common: what one device is handed, or what is taken
/// from its links, and what the cloud is handed by another; and two that only ask the cloud.
/// Whichever is gone first, the two lead to one state, so that the second order need not be gone
/// at all: where it leads is known from the first. That leaves out no state and no way; a test
/// compares the graph with one that was gone through whole.
struct Touch: Hashable {
  enum Side: Hashable {
    /// A message is taken away, and nobody is handed anything.
    case nobody
    case device
    case cloud
  }

  /// Names the choice, alike in every world of one state: its kind and its message by weight.
  let label: UInt64
  /// The device whose link the message is on.
  let device: NodeID
  let side: Side
  /// Whether it asks the cloud for what it holds, and changes nothing there.
  let isQuestion: Bool
  /// Whether it set a timer, sent a request, which has a timeout, or made an edit: things that are
  /// kept in the order in which they came up, whoever they are of.
  var leavesOrder = false

  func commutes(with other: Touch) -> Bool {
    guard device != other.device else { return false }
    switch (side, other.side) {
    case (.nobody, _), (_, .nobody), (.device, .cloud), (.cloud, .device): return true
    case (.device, .device): return !leavesOrder || !other.leavesOrder
    case (.cloud, .cloud): return isQuestion && other.isQuestion
    }
  }
}

extension Run {
  /// What each choice is about; nil where it may meet anything.
  ///
  /// Only messages between one device and the cloud are told apart, and only where their delivery
  /// takes no time: all that comes later would find another clock. Nothing commutes where the
  /// scenario is about more than that (``StateScope/hasCommuting``).
  func touches(of choices: [Choice], _ scope: StateScope) -> [Touch?] {
    guard scope.hasCommuting, plant == nil else { return choices.map { _ in nil } }
    let terms = terms(scope)
    return choices.map { touch(of: $0, terms) }
  }

  private func touch(of choice: Choice, _ terms: StateTerms) -> Touch? {
    guard choice.cut == nil, let side = side(of: choice),
      let (at, item) = queue.entry(ticket: Int(choice.ticket)),
      case .delivery(let delivery) = item, delivery.message.kind.isPlain,
      earliest(delivery, dueAt: at) <= now
    else { return nil }
    var label = StateDigest()
    label.combine(choice.kind)
    weigh(delivery, into: &label, terms)
    let isAtCloud = side == .device && delivery.message.destination == .cloud
    return Touch(
      label: label.fingerprint.low, device: delivery.message.device,
      side: isAtCloud ? .cloud : side,
      isQuestion: isAtCloud && delivery.message.kind.isQuestion)
  }

  /// Nil where it is about no message.
  private func side(of choice: Choice) -> Touch.Side? {
    switch choice.kind {
    case .deliver, .double, .deliverCopy: .device
    case .lose, .forgetCopy: .nobody
    case .proceed, .early: nil
    }
  }
}

extension MessageKind {
  /// Whether all that it meets is its device's records, orders and lists, and the cloud's.
  fileprivate var isPlain: Bool {
    switch self {
    case .save, .pull, .push, .order, .readOrder, .search: true
    case .register, .markRead, .unread, .fetch, .put, .enqueue, .cancelTask, .listTasks, .finished,
      .failed, .tasks, .call, .refresh, .signIn, .signOut:
      false
    }
  }

  /// Whether the cloud answers it by what it holds, and changes nothing.
  fileprivate var isQuestion: Bool {
    switch self {
    case .pull, .readOrder, .search: true
    case .save, .push, .order, .register, .markRead, .unread, .fetch, .put, .enqueue, .cancelTask,
      .listTasks, .finished, .failed, .tasks, .call, .refresh, .signIn, .signOut:
      false
    }
  }
}

extension TraceEvent {
  /// Whether it leaves something that is kept in the order of coming up.
  var leavesOrder: Bool {
    switch kind {
    case .step(let step): step.effects.contains(where: \.leavesOrder)
    case .dropped, .badged: false
    case .partition, .clockJump, .died, .suspended, .ignored, .calm, .ended, .locked: true
    }
  }
}

extension PerformedEffect {
  fileprivate var leavesOrder: Bool {
    switch effect {
    case .send, .setTimer, .store(.made), .transfer, .moveFile, .notify, .vault: true
    case .cancel, .store, .show, .cancelTimer, .answer, .push, .setBadge: false
    }
  }
}
