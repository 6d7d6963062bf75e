import ClusterCore

/// An order is in the ledger at most once, and its user is told the truth about it.
///
/// To try again is the same intent, whatever the device makes of it. Shown placed: it is in the
/// ledger. Shown failed: it is not, and does not come there while that shows. At the end none is
/// pending, and each that is in the ledger shows as placed. An order that was cut off before
/// anything showed may be in neither place. What comes into the ledger is decided here, by the
/// rules and the deliveries. Witnesses are orders that were tried again, by the device or by the
/// user, or arrived more than once.
struct OrderOnce: Check {
  static let name = CheckName.orderOnce

  private struct Wanted: Sendable {
    let item: Text
    let device: NodeID
    var entries: [(step: Int, message: EventName)] = []
    /// Requests sent, copies beyond the first, and the user's own further tries.
    var tries = 0
    /// By the intents that the device made of it, the newest word of each.
    var shown: [IntentID: (status: OrderStatus, step: Int)] = [:]
  }

  private let isUsed: Bool
  /// What each intent tries, itself where it is no further try.
  private var origins: [IntentID: IntentID] = [:]
  private var wanted: [IntentID: Wanted] = [:]
  private var breach: Breach?

  init(_ scenario: Scenario) {
    isUsed = scenario.timeline.contains { entry in
      if case .operation(.order, _) = entry.action { true } else { false }
    }
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    guard isUsed, breach == nil, let step = event.step else { return }
    switch step.event {
    case .operation(.order(let wish), let intent): want(wish, intent, on: step.node)
    case .request(.order(let order), _): arrive(order, step, event, run)
    case .start, .operation, .answer, .failure, .push, .timer, .link, .request, .transferCall,
      .transferNotice, .cloud:
      break
    }
    guard step.node != .cloud else { return }
    for performed in step.effects {
      switch performed.effect {
      case .send(.order(let order), _): wanted[origin(of: order.intent)]?.tries += 1
      case .show(let changes):
        for case .order(let intent, let status) in changes { show(intent, status, event) }
      case .send, .cancel, .store, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile,
        .notify, .setBadge, .vault:
        break
      }
    }
  }

  func weigh(into state: inout StateDigest) {
    guard isUsed else { return }
    state.combine(breach)
    state.combine(origins)
    state.combine(wanted.count)
    for (intent, order) in wanted.sorted(by: { $0.key < $1.key }) {
      state.combine(intent)
      state.combine(order.entries.count)
      state.combine(min(order.tries, 2))
      state.combine(order.shown.mapValues(\.status))
    }
  }

  func finding(_ run: RunFold) -> Finding {
    guard isUsed else { return Finding(witnesses: 0) }
    let witnesses = wanted.values.count { $0.tries > 1 }
    if let breach { return Finding(witnesses: witnesses, breach: breach) }
    guard let end = run.end else { return .withoutEnd }
    return Finding(witnesses: witnesses, breach: endBreach(end))
  }
}

extension OrderOnce {
  private func origin(of intent: IntentID) -> IntentID { origins[intent] ?? intent }

  private mutating func want(_ wish: OrderWish, _ intent: IntentID, on device: NodeID) {
    let origin = wish.intent ?? intent
    origins[intent] = origin
    if wanted[origin] == nil {
      wanted[origin] = Wanted(item: wish.item, device: device)
    } else {
      wanted[origin]?.tries += 1
    }
  }

  private mutating func arrive(
    _ order: Order, _ step: Step, _ event: TraceEvent, _ run: RunFold
  ) {
    let origin = origin(of: order.intent)
    if case .delivery(_, let copy) = step.name, copy > 1 { wanted[origin]?.tries += 1 }
    guard run.moment.isPlaced else { return }
    wanted[origin]?.entries.append((event.number, step.name))
    guard let order = wanted[origin] else { return }
    if order.entries.count > 1 {
      let list = order.entries.map { "\($0.message), step \($0.step)" }
      breach = Breach(
        step: event.number, subject: origin.string, reason: "in the ledger twice",
        explanation: "The \(name(origin, order)) is in the ledger \(list.count) times: "
          + list.joined(separator: "; ") + ".")
    } else if let told = order.shown.values.first(where: { $0.status == .failed }) {
      breach = Breach(
        step: event.number, subject: origin.string, reason: "placed after it was shown failed",
        explanation: "The \(name(origin, order)) came into the ledger by \(step.name), but since "
          + "step \(told.step) its user is told that it failed.")
    }
  }

  private mutating func show(_ intent: IntentID, _ status: OrderStatus, _ event: TraceEvent) {
    let origin = origin(of: intent)
    wanted[origin]?.shown[intent] = (status, event.number)
    guard let order = wanted[origin] else { return }
    switch status {
    case .failed:
      guard let entry = order.entries.first else { return }
      breach = Breach(
        step: event.number, subject: origin.string, reason: "shown failed, but placed",
        explanation:
          "\(order.device) tells its user that the \(name(origin, order)) failed, but it "
          + "is in the ledger since step \(entry.step) (\(entry.message)).")
    case .placed where order.entries.isEmpty:
      breach = Breach(
        step: event.number, subject: origin.string, reason: "shown placed, but not in the ledger",
        explanation:
          "\(order.device) tells its user that the \(name(origin, order)) is placed, but "
          + "nothing of it is in the ledger.")
    case .pending, .placed: break
    }
  }

  private func endBreach(_ end: RunEnd) -> Breach? {
    for (origin, order) in wanted.sorted(by: { $0.key < $1.key }) {
      let statuses = order.shown.values.map(\.status)
      guard !statuses.contains(.placed) else { continue }
      if let entry = order.entries.first {
        return Breach(
          step: end.step, subject: origin.string, reason: "in the ledger, and not shown placed",
          explanation: "The \(name(origin, order)) is in the ledger since step \(entry.step) "
            + "(\(entry.message)), but \(order.device) never tells its user so.")
      }
      guard let pending = order.shown.values.first(where: { $0.status == .pending }) else {
        continue
      }
      return Breach(
        step: end.step, subject: origin.string, reason: "still pending",
        explanation: "The \(name(origin, order)) is still shown as pending on \(order.device), "
          + "since step \(pending.step).")
    }
    return nil
  }

  private func name(_ origin: IntentID, _ order: Wanted) -> String {
    "order \(origin) of \(order.device) (\(order.item))"
  }
}
