import ClusterCore

/// A device of the app, as a pure state machine: an event in, a list of effects out.
///
/// It knows no socket, file or clock but the readings it is handed; whoever hosts it performs
/// the effects in order. The work is done by its parts; this dispatches.
package struct DeviceMachine: Hashable, Sendable {
  private var records: RecordsPart
  private var transfers: TransfersPart
  private var out = Outgoing()

  package init(_ setup: DeviceInit) {
    records = RecordsPart(setup)
    transfers = TransfersPart(setup)
  }

  /// Operations that are not settled yet.
  package var pending: Int { records.pending + transfers.pending }

  /// Takes back one entry of the journal, the oldest first, before the machine is started.
  package mutating func restore(_ entry: StoreEntry) {
    switch entry {
    case .made, .settled, .cursor: records.restore(entry)
    case .transferWanted, .transferEnded: transfers.restore(entry)
    case .foreign: break
    }
  }

  package mutating func handle(_ event: NodeEvent, clock: ClockReading) -> [Effect] {
    out.begin()
    switch event {
    case .start(let launch): start(launch)
    case .operation(let operation, let intent): perform(operation, intent, at: clock)
    case .answer(let answer, let request): receive(answer, to: request)
    case .failure(let failure, let request): fail(request, with: failure)
    case .push(let push): receive(push)
    case .timer(let key): wake(key)
    case .link(let isUp): linkChanged(isUp)
    case .transferNotice(let notice): transfers.receive(notice, &out)
    case .request, .transferCall:
      preconditionFailure("a device was handed a request: \(event)")
    }
    return out.effects
  }

  /// The device's own account of itself, for people and for comparing hosts.
  package var state: JSONNode { JSONNode(.object(records.state + transfers.state)) }
}

extension DeviceMachine {
  private mutating func start(_ launch: Launch) {
    out.isLinkUp = launch.isLinkUp
    records.start(&out)
    transfers.start(&out)
  }

  private mutating func perform(
    _ operation: Operation, _ intent: IntentID, at clock: ClockReading
  ) {
    switch operation {
    case .write, .add, .remove: records.perform(operation, intent, at: clock, &out)
    case .sync:
      records.synchronise(&out)
      transfers.synchronise(&out)
    case .download, .upload, .cancelTransfer: transfers.perform(operation, intent, &out)
    }
  }

  private mutating func receive(_ answer: Answer, to request: RequestNumber) {
    switch out.owner(of: request) {
    case .records: records.receive(answer, to: request, &out)
    case .transfers, nil: break
    }
  }

  private mutating func fail(_ request: RequestNumber, with failure: NetworkFailure) {
    switch out.owner(of: request) {
    case .records: records.fail(request, &out)
    case .transfers, nil: break
    }
  }

  private mutating func receive(_ push: Push) {
    switch push {
    case .changed: records.changed(&out)
    }
  }

  private mutating func wake(_ key: TimerKey) {
    switch Outgoing.owner(of: key) {
    case .records: records.wake(key, &out)
    case .transfers: transfers.wake(key, &out)
    case nil: break
    }
  }

  private mutating func linkChanged(_ isUp: Bool) {
    out.isLinkUp = isUp
    if isUp { records.synchronise(&out) }
  }
}
