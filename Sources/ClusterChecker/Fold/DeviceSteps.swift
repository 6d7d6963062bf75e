import ClusterCore

/// What a device does: its operations, what it is told, what it shows and sends.
extension RunFold {
  mutating func takeDevice(_ step: Step, _ event: TraceEvent) {
    guard let device = self.device(step.node) else { return takeService(step, event) }
    moment.device = device
    if case .delivery(let message, let copy) = step.name {
      traffic.noteDelivered(
        message, copy: copy, device: device, event: event, isCalms: moment.isCalms)
    }
    if case .start = step.event {} else { readOn(device) }
    switch step.event {
    case .operation(let operation, let intent): make(operation, intent, on: device, event)
    case .answer(let answer, _):
      replicas[device].isReadingPage = step.bringsUnstoredPage
      hear(answer, on: device)
      replicas[device].isReadingPage = false
    case .failure(.timeout, _): if !moment.isCalms { traffic.count(.timedOut) }
    case .start:
      traffic.noteStart(event.root)
      beginAgain(device, step, event)
      readOn(device)
      accounts[device].restart()
    case .failure(.offline, _), .push, .timer, .link, .request, .cloud, .transferCall,
      .transferNotice:
      break
    }
    for performed in step.effects { take(performed, of: device, step, event) }
    for edit in moment.made { settleMade(edit) }
    if case .start = step.event { takeBack(on: device) }
  }

  private mutating func take(
    _ performed: PerformedEffect, of device: DeviceIndex, _ step: Step, _ event: TraceEvent
  ) {
    switch performed.effect {
    case .show(let changes):
      for change in changes {
        switch change {
        case .field(let path, let value): show(path, value, on: device, step, event)
        case .question(let path, let question):
          replicas[device].fields[number(of: path)].asked = question
        case .refused(let record, let error): replicas[device].refusals[record] = error
        case .file, .order, .list, .call, .session, .thread, .notFollowed: break
        }
      }
      accounts[device].take(changes)
    case .send(let request, _):
      var cursor: Cursor?
      switch request {
      case .save(let edits): noteSending(edits)
      case .pull(let from): cursor = from
      case .fetch, .put, .order, .readOrder, .search, .register, .markRead, .unread, .call,
        .refresh, .signIn, .signOut:
        break
      }
      if case .sent(let message, let dispatch) = performed.outcome {
        noteSent(message, dispatch, cursor: cursor, device: device)
      }
    case .store(let entry):
      replicas[device].store(entry)
      shared.append(entry, by: device)
      for edit in moment.made { ledger[edit].entry = ledger[edit].entry ?? entry }
    case .transfer:
      // Counted as a try, but it is no message of the network.
      if case .sent(let message, _) = performed.outcome {
        moment.sent.append(Moment.Sent(message: message, cursor: nil))
      }
    case .setBadge(let badge): badges[step.node] = badge
    case .cancel, .setTimer, .cancelTimer, .answer, .push, .vault, .moveFile, .notify: break
    }
  }

  private mutating func show(
    _ path: FieldPath, _ value: FieldValue?, on device: DeviceIndex, _ step: Step,
    _ event: TraceEvent
  ) {
    let field = number(of: path)
    replicas[device].fields[field].shown = value?.inOrder
    replicas[device].fields[field].shownStep = event.number
    replicas[device].fields[field].shownBy = step.name
    if !moment.shown.contains(field) { moment.shown.append(field) }
    noteLife(of: path.record, on: device, event.number, step.name)
  }

  /// Learns what only a save says of an edit: its stamp, and which adds a remove had observed.
  private mutating func noteSending(_ edits: [Edit]) {
    for edit in edits where !edit.isCarried {
      guard let user = ledger.find(EditKey(intent: edit.intent, path: edit.path)) else { continue }
      if case .remove(let value, let adds) = edit.operation {
        if !ledger[user].observed.contains(where: { $0.value == value }) {
          ledger[user].observed.append((value, adds))
        }
      }
      if !ledger[user].wasSent {
        ledger[user].wasSent = true
        ledger[user].stamp = edit.stamp
      }
    }
  }
}

extension Step {
  /// Whether it is a page of the feed that the device keeps in memory for now.
  fileprivate var bringsUnstoredPage: Bool {
    guard case .answer(.pulled, _) = event else { return false }
    return !effects.contains { performed in
      if case .store = performed.effect { true } else { false }
    }
  }
}
