import ClusterCore

/// A device of the app, as a pure state machine: an event in, a list of effects out.
///
/// It knows no socket, file or clock but the readings it is handed; whoever hosts it performs
/// the effects in order. The work is done by its parts; this dispatches.
package struct DeviceMachine: Hashable, Sendable {
  private var records: RecordsPart
  private var transfers: TransfersPart
  private var orders: OrdersPart
  private var lists: ListsPart
  private var notices: NoticesPart
  private var session: SessionPart
  private var out = Outgoing()
  /// What it marks its entries of the journal with; nil where the journal is its alone.
  private let author: NodeID?

  package init(_ setup: DeviceInit) {
    records = RecordsPart(setup)
    transfers = TransfersPart(setup)
    orders = OrdersPart(setup.policy)
    lists = ListsPart(setup.policy)
    notices = NoticesPart(setup.policy)
    session = SessionPart(setup)
    author = setup.author
  }

  /// Operations that are not settled yet.
  package var pending: Int {
    records.pending + orders.pending + lists.pending + notices.pending + session.pending
      + transfers.pending
  }

  /// Takes back one entry of the journal, the oldest first, before the machine is started.
  package mutating func restore(_ entry: JournalEntry) {
    guard entry.author == author else { return readOn(entry) }
    switch entry.entry {
    case .made, .settled, .cursor, .refetched, .forgotten, .seeded:
      records.restore(entry.entry, by: entry.author)
    case .transferWanted, .transferEnded: transfers.restore(entry.entry)
    case .foreign: break
    case .ordered, .orderSettled: orders.restore(entry.entry)
    case .registered, .read, .counted: notices.restore(entry.entry)
    case .asked, .answered, .signedOut, .renewing, .renewed: session.restore(entry.entry)
    }
  }

  /// Takes in an entry of another actor.
  ///
  /// All that is known of records is common to the actors of a device, and who of them renews
  /// the session; everything else stays the business of the one that was asked for it.
  package mutating func readOn(_ entry: JournalEntry) {
    switch entry.entry {
    case .made, .settled, .cursor, .refetched, .forgotten, .seeded:
      records.restore(entry.entry, by: entry.author)
    case .renewing(let end): session.wait(for: entry.author, until: end)
    case .renewed: session.wait(for: entry.author, until: nil)
    case .transferWanted, .transferEnded, .foreign, .ordered, .orderSettled, .registered, .read,
      .counted, .asked, .answered, .signedOut:
      break
    }
  }

  /// Takes in a journal that another actor has written anew. What is pending of others is what
  /// stands there; its own it knows.
  package mutating func readAnew(_ entries: [JournalEntry]) {
    records.forgetOthers()
    for entry in entries { readOn(entry) }
  }

  /// Handles one event, and says what is pending then: what a host asks of each event, in one
  /// access to the machine, which is large.
  package mutating func reply(to event: NodeEvent, at world: Surroundings) -> DeviceReply {
    let effects = handle(event, at: world)
    return DeviceReply(effects: effects, pending: pending)
  }

  package mutating func handle(_ event: NodeEvent, at world: Surroundings) -> [Effect] {
    if case .start = event {
    } else {
      records.look(at: world.clock, &out)
      session.look(at: world, &out)
    }
    switch event {
    case .start(let launch): start(launch, at: world)
    case .operation(let operation, let intent): perform(operation, intent, at: world)
    case .answer(let answer, let request): receive(answer, to: request, at: world)
    case .failure(let failure, let request): fail(request, with: failure, at: world)
    case .push(let push): receive(push)
    case .timer(let key): wake(key, at: world)
    case .link(let isUp): linkChanged(isUp, at: world)
    case .transferNotice(let notice): transfers.receive(notice, &out)
    case .request, .cloud, .transferCall:
      preconditionFailure("a device was handed a request: \(event)")
    }
    return out.end()
  }

  /// Takes in what decides what the machine will do from here on.
  ///
  /// Only whether two request numbers are the same matters to it, so they are counted from the
  /// next one on where that can be done.
  ///
  /// - Returns: the number that requests are counted from.
  package func weigh(into state: inout StateDigest) -> RequestNumber {
    let origin = session.isIdle ? out.upcoming : 0
    var machine = self
    machine.out.renumber(by: -origin)
    if origin != 0 {
      machine.records.renumber(by: -origin)
      machine.orders.renumber(by: -origin)
      machine.lists.renumber(by: -origin)
      machine.notices.renumber(by: -origin)
    }
    state.combine(machine)
    return origin
  }

  /// The device's own account of itself, for people and for comparing hosts.
  package var state: JSONNode {
    JSONNode(
      .object(
        records.state + session.state + orders.state + lists.state + notices.state
          + transfers.state))
  }
}

extension DeviceMachine {
  private mutating func start(_ launch: Launch, at world: Surroundings) {
    out.isLinkUp = launch.isLinkUp
    records.beginSeeding(launch.intent, at: world.clock, &out)
    records.start(at: world.clock, &out)
    transfers.start(&out)
    orders.start(world.clock, &out)
    notices.start(badge: launch.badge, &out)
    session.start(world, &out)
  }

  private mutating func perform(
    _ operation: Operation, _ intent: IntentID, at world: Surroundings
  ) {
    switch operation {
    case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll:
      records.perform(operation, intent, at: world.clock, &out)
    case .sync: synchronise(at: world)
    case .order(let wish): orders.perform(wish, intent, at: world.clock, &out)
    case .search(let query): lists.search(query, &out)
    case .register(let token): notices.register(token, &out)
    case .open(let push):
      if let push { notices.tapped(push, &out) }
      synchronise(at: world)
    case .markRead(let items): notices.markRead(items, intent, &out)
    case .call, .signIn, .signOut: session.perform(operation, intent, world, &out)
    case .download, .upload, .cancelTransfer: transfers.perform(operation, intent, &out)
    }
  }

  private mutating func synchronise(at world: Surroundings) {
    records.synchronise(&out)
    orders.synchronise(world.clock, &out)
    lists.synchronise(&out)
    notices.synchronise(&out)
    session.synchronise(world, &out)
    transfers.synchronise(&out)
  }

  private mutating func receive(
    _ answer: Answer, to request: RequestNumber, at world: Surroundings
  ) {
    switch out.owner(of: request) {
    case .records: records.receive(answer, to: request, at: world.clock, &out)
    case .orders: orders.receive(answer, to: request, world.clock, &out)
    case .lists: lists.receive(answer, to: request, &out)
    case .notices: notices.receive(answer, to: request, &out)
    case .session: session.receive(answer, to: request, world, &out)
    case .transfers, nil: break
    }
  }

  private mutating func fail(
    _ request: RequestNumber, with failure: NetworkFailure, at world: Surroundings
  ) {
    switch out.owner(of: request) {
    case .records: records.fail(request, &out)
    case .orders: orders.fail(request, &out)
    case .lists: lists.fail(request, &out)
    case .notices: notices.fail(request, &out)
    case .session: session.fail(request, world, &out)
    case .transfers, nil: break
    }
  }

  private mutating func receive(_ push: Push) {
    switch push {
    case .changed: records.changed(&out)
    case .notice(let notice): notices.receive(notice, &out)
    }
  }

  private mutating func wake(_ key: TimerKey, at world: Surroundings) {
    switch Outgoing.owner(of: key) {
    case .records: records.wake(key, &out)
    case .transfers: transfers.wake(key, &out)
    case .orders: orders.wake(key, world.clock, &out)
    case .lists: lists.wake(key, &out)
    case .notices: notices.wake(key, &out)
    case .session: session.wake(key, world, &out)
    case nil: break
    }
  }

  private mutating func linkChanged(_ isUp: Bool, at world: Surroundings) {
    out.isLinkUp = isUp
    if isUp { synchronise(at: world) }
  }
}
