import ClusterCore

/// A device of the app, as a pure state machine: an event in, a list of effects out.
///
/// It knows no socket, file or clock but the readings it is handed; whoever hosts it performs
/// the effects in order. The work is done by its parts; this dispatches.
package struct DeviceMachine: Hashable, Sendable {
  private var records: RecordsPart
  private var orders: OrdersPart
  private var lists: ListsPart
  private var notices: NoticesPart
  private var out = Outgoing()

  package init(_ setup: DeviceInit) {
    records = RecordsPart(setup)
    orders = OrdersPart(setup.policy)
    lists = ListsPart(setup.policy)
    notices = NoticesPart(setup.policy)
  }

  /// Operations that are not settled yet.
  package var pending: Int {
    records.pending + orders.pending + lists.pending + notices.pending
  }

  /// Takes back one entry of the journal, the oldest first, before the machine is started.
  package mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .made, .settled, .cursor, .seeded: records.restore(entry)
    case .foreign: break
    case .ordered, .orderSettled: orders.restore(entry)
    case .registered, .read, .counted: notices.restore(entry)
    }
  }

  package mutating func handle(_ event: NodeEvent, clock: ClockReading) -> [Effect] {
    out.begin()
    switch event {
    case .start(let launch): start(launch, at: clock)
    case .operation(let operation, let intent): perform(operation, intent, at: clock)
    case .answer(let answer, let request): receive(answer, to: request, at: clock)
    case .failure(let failure, let request): fail(request, with: failure)
    case .push(let push): receive(push)
    case .timer(let key): wake(key, at: clock)
    case .link(let isUp): linkChanged(isUp, at: clock)
    case .request, .cloud: preconditionFailure("a device was handed the cloud's: \(event)")
    }
    return out.effects
  }

  /// The device's own account of itself, for people and for comparing hosts.
  package var state: JSONNode {
    JSONNode(.object(records.state + orders.state + lists.state + notices.state))
  }
}

extension DeviceMachine {
  private mutating func start(_ launch: Launch, at clock: ClockReading) {
    out.isLinkUp = launch.isLinkUp
    records.beginSeeding(launch.intent, at: clock, &out)
    records.start(&out)
    orders.start(clock, &out)
    notices.start(badge: launch.badge, &out)
  }

  private mutating func perform(
    _ operation: Operation, _ intent: IntentID, at clock: ClockReading
  ) {
    switch operation {
    case .write, .add, .remove: records.perform(operation, intent, at: clock, &out)
    case .sync: synchronise(at: clock)
    case .order(let wish): orders.perform(wish, intent, at: clock, &out)
    case .search(let query): lists.search(query, &out)
    case .register(let token): notices.register(token, &out)
    case .open(let push):
      if let push { notices.tapped(push, &out) }
      synchronise(at: clock)
    case .markRead(let items): notices.markRead(items, intent, &out)
    }
  }

  private mutating func synchronise(at clock: ClockReading) {
    records.synchronise(&out)
    orders.synchronise(clock, &out)
    lists.synchronise(&out)
    notices.synchronise(&out)
  }

  private mutating func receive(
    _ answer: Answer, to request: RequestNumber, at clock: ClockReading
  ) {
    switch out.owner(of: request) {
    case .records: records.receive(answer, to: request, at: clock, &out)
    case .orders: orders.receive(answer, to: request, clock, &out)
    case .lists: lists.receive(answer, to: request, &out)
    case .notices: notices.receive(answer, to: request, &out)
    case nil: break
    }
  }

  private mutating func fail(_ request: RequestNumber, with failure: NetworkFailure) {
    switch out.owner(of: request) {
    case .records: records.fail(request, &out)
    case .orders: orders.fail(request, &out)
    case .lists: lists.fail(request, &out)
    case .notices: notices.fail(request, &out)
    case nil: break
    }
  }

  private mutating func receive(_ push: Push) {
    switch push {
    case .changed: records.changed(&out)
    case .notice(let notice): notices.receive(notice, &out)
    }
  }

  private mutating func wake(_ key: TimerKey, at clock: ClockReading) {
    switch Outgoing.owner(of: key) {
    case .records: records.wake(key, &out)
    case .orders: orders.wake(key, clock, &out)
    case .lists: lists.wake(key, &out)
    case .notices: notices.wake(key, &out)
    case nil: break
    }
  }

  private mutating func linkChanged(_ isUp: Bool, at clock: ClockReading) {
    out.isLinkUp = isUp
    if isUp { synchronise(at: clock) }
  }
}
