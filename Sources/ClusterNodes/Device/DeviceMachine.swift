import ClusterCore

/// A device of the app, as a pure state machine: an event in, a list of effects out.
///
/// It knows no socket, file or clock but the readings it is handed; whoever hosts it performs
/// the effects in order. The work is done by its parts; this dispatches.
package struct DeviceMachine: Hashable, Sendable {
  private var records: RecordsPart
  private var transfers: TransfersPart
  private var session: SessionPart
  private var out = Outgoing()

  package init(_ setup: DeviceInit) {
    records = RecordsPart(setup)
    transfers = TransfersPart(setup)
    session = SessionPart(setup)
  }

  /// Operations that are not settled yet.
  package var pending: Int { records.pending + session.pending + transfers.pending }

  /// Takes back one entry of the journal, the oldest first, before the machine is started.
  package mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .made, .settled, .cursor: records.restore(entry)
    case .transferWanted, .transferEnded: transfers.restore(entry)
    case .foreign: break
    case .asked, .answered: session.restore(entry)
    }
  }

  package mutating func handle(_ event: NodeEvent, at world: Surroundings) -> [Effect] {
    out.begin()
    if case .start = event {} else { session.look(at: world, &out) }
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
    return out.effects
  }

  /// The device's own account of itself, for people and for comparing hosts.
  package var state: JSONNode {
    JSONNode(.object(records.state + session.state + transfers.state))
  }
}

extension DeviceMachine {
  private mutating func start(_ launch: Launch, at world: Surroundings) {
    out.isLinkUp = launch.isLinkUp
    records.start(&out)
    transfers.start(&out)
    session.start(world, &out)
  }

  private mutating func perform(
    _ operation: Operation, _ intent: IntentID, at world: Surroundings
  ) {
    switch operation {
    case .write, .add, .remove: records.perform(operation, intent, at: world.clock, &out)
    case .sync:
      records.synchronise(&out)
      session.synchronise(world, &out)
      transfers.synchronise(&out)
    case .call, .signIn, .signOut: session.perform(operation, intent, world, &out)
    case .download, .upload, .cancelTransfer: transfers.perform(operation, intent, &out)
    }
  }

  private mutating func receive(
    _ answer: Answer, to request: RequestNumber, at world: Surroundings
  ) {
    switch out.owner(of: request) {
    case .records: records.receive(answer, to: request, &out)
    case .session: session.receive(answer, to: request, world, &out)
    case .transfers, nil: break
    }
  }

  private mutating func fail(
    _ request: RequestNumber, with failure: NetworkFailure, at world: Surroundings
  ) {
    switch out.owner(of: request) {
    case .records: records.fail(request, &out)
    case .session: session.fail(request, world, &out)
    case .transfers, nil: break
    }
  }

  private mutating func receive(_ push: Push) {
    switch push {
    case .changed: records.changed(&out)
    }
  }

  private mutating func wake(_ key: TimerKey, at world: Surroundings) {
    switch Outgoing.owner(of: key) {
    case .records: records.wake(key, &out)
    case .transfers: transfers.wake(key, &out)
    case .session: session.wake(key, world, &out)
    case nil: break
    }
  }

  private mutating func linkChanged(_ isUp: Bool, at world: Surroundings) {
    out.isLinkUp = isUp
    guard isUp else { return }
    records.synchronise(&out)
    session.synchronise(world, &out)
  }
}
