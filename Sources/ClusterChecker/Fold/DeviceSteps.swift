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
    case .answer(let answer, _): hear(answer, on: device)
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
          replicas[device].fields[number(of: path)].isAsked = question != nil
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
      replicas[device].store()
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

  private mutating func make(
    _ operation: Operation, _ intent: IntentID, on device: DeviceIndex, _ event: TraceEvent
  ) {
    let deeds = deeds(of: operation, on: device)
    if deeds.isEmpty { return }
    let isSum =
      if case .increment = operation { scenario.rules.counters == .replace } else { false }
    let before = replicas[device].sight
    replicas[device].turns += 1
    let turn = replicas[device].turns
    let inOrder = deeds.count > 1 ? deeds.sorted { $0.0 < $1.0 } : deeds
    for (place, (path, deeds)) in inOrder.enumerated() {
      let field = number(of: path)
      let shown = replicas[device].fields[field].shown
      let edit = UserEdit(
        key: EditKey(intent: intent, path: path), field: field, maker: device,
        mark: Sight.Mark(
          maker: replicas[device].life, turn: turn, place: 1 << UInt64(min(place, 63))),
        parts: deeds.map { UserEdit.Part(deed: $0, wasSo: $0.isShown(in: shown)) },
        madeAt: event.at, madeStep: event.number, sight: before,
        told: replicas[device].fields[field].told)
      guard let index = ledger.append(edit) else { continue }
      ledger[index].isSum = isSum
      ledger[index].toldPruned = replicas[device].toldPruned
      if let life = model.lifeField(of: path.record) {
        ledger[index].toldLife = replicas[device].fields[life].told
      }
      replicas[device].fields[field].unanswered.append(index)
      moment.made.append(index)
    }
    let life = replicas[device].life
    replicas[device].see { $0.seeAll(of: turn, by: life) }
    if case .delete(let records) = operation {
      noteDeletions(of: records, by: moment.made, on: device, event)
    }
  }

  private func deeds(
    of operation: Operation, on device: DeviceIndex
  ) -> [(FieldPath, [UserEdit.Part.Deed])] {
    switch operation {
    case .write(let values), .resolve(let values):
      values.map { ($0.key, [.write($0.value)]) }
    case .add(let values): values.map { ($0.key, $0.value.map { .add($0) }) }
    case .remove(let values): values.map { ($0.key, $0.value.map { .remove($0) }) }
    case .create(let values):
      values.compactMap { path, value in
        switch value {
        case .scalar(let value): (path, [.write(value)])
        case .set(let members): members.isEmpty ? nil : (path, members.map { .add($0) })
        }
      }
    case .delete(let records): deeds(deleting: records, on: device)
    case .increment(let amounts) where scenario.rules.counters == .sum:
      amounts.map { ($0.key, [.increment($0.value)]) }
    case .increment(let amounts):
      amounts.map { path, amount in
        let shown = field(path).flatMap { self.shown($0, on: device) }
        return (path, [.write(RunFold.sum(of: shown, amount))])
      }
    case .sync, .download, .upload, .cancelTransfer, .order, .search, .register, .open,
      .markRead, .call, .signIn, .signOut:
      []
    }
  }

  /// What a user expects to see who adds to a number on the screen.
  private static func sum(of shown: FieldValue?, _ amount: Int64) -> Value {
    guard case .scalar(.integer(let before)) = shown else { return .integer(amount) }
    if amount > 0, before > Int64.max - amount { return .integer(.max) }
    if amount < 0, before < Int64.min - amount { return .integer(.min) }
    return .integer(before + amount)
  }

  /// At the end of the step: what flickers within it nobody sees.
  private mutating func settleMade(_ index: EditIndex) {
    let edit = ledger[index]
    let shown = replicas[edit.maker].fields[edit.field].shown
    ledger[index].wasShown = edit.parts.allSatisfy { $0.isShown(in: shown) }
    if edit.wasSent { ledger[index].entry = nil }
  }

  private mutating func hear(_ answer: Answer, on device: DeviceIndex) {
    switch answer {
    case .saved(let results):
      for change in results.compactMap(\.refusal).flatMap(\.record) {
        learn(change.path, change.state, on: device)
      }
      moment.forgotten = results.filter { $0.refusal?.error == .unknownItem }.map(\.path.record)
      noteForgotten(moment.forgotten, on: device)
      for result in results where result.refusal == nil {
        let key = EditKey(intent: result.intent, path: result.path)
        if let user = ledger.find(key), ledger[user].maker == device {
          ledger[user].isAnswered = true
          replicas[device].answer(user, of: ledger[user].field)
        }
        for change in result.changes { learn(change.path, change.state, on: device) }
      }
    case .pulled(let changes, _, _, _, let pruned):
      replicas[device].toldPruned = max(replicas[device].toldPruned, pruned)
      moment.isToldPruned = pruned > 0
      for change in changes { learn(change.path, change.state, on: device) }
    case .refused, .chunk, .received, .placed, .orderState, .results, .unread, .session, .done:
      break
    }
  }

  /// A device was told that records are deleted and forgotten: what its user did to them and is not
  /// yet sent has nothing left to be done to.
  private mutating func noteForgotten(_ records: [RecordID], on device: DeviceIndex) {
    guard !records.isEmpty else { return }
    for edit in ledger.edits.indices
    where ledger[edit].maker == device && ledger[edit].arrival == nil
      && records.contains(ledger[edit].key.path.record)
    {
      ledger[edit].wasForgotten = true
    }
  }

  /// A device is told what the cloud holds in a field: it has seen the edit that won there, and
  /// what that one's maker had seen.
  mutating func learn(_ path: FieldPath, _ state: FieldState, on device: DeviceIndex) {
    let field = number(of: path)
    moment.told.append(Moment.Told(field: field, state: state))
    for own in replicas[device].fields[field].unanswered { noteBeaten(own, by: state) }
    guard state.number != replicas[device].fields[field].told else { return }
    replicas[device].tell(state.number, of: field)
    see(state.intent, path, on: device)
    switch state.content {
    case .scalar: break
    case .set(let members):
      for add in members.flatMap(\.adds) where add != state.intent { see(add, path, on: device) }
    case .counter(let increments):
      for increment in increments where increment.id != state.intent {
        see(increment.id, path, on: device)
      }
    case .tombstone(let tombstone): see(tombstone.deletion, path, on: device)
    }
  }

  mutating func see(_ intent: IntentID, _ path: FieldPath, on device: DeviceIndex) {
    guard intent != StartState.intent else { return }
    if let user = ledger.find(EditKey(intent: intent, path: path)) {
      let (mark, before) = (ledger[user].mark, ledger[user].sight)
      replicas[device].see { $0.see(mark, before: before) }
      if ledger[user].maker == device { ledger[user].isEchoed = true }
    } else if let other = ledger.anyEdit(of: intent) {
      // A value carried along shows what its maker had seen, though it is no edit.
      let sight = ledger[other].sight
      replicas[device].see { $0.merge(sight) }
    }
  }

  private mutating func noteBeaten(_ own: EditIndex, by state: FieldState) {
    guard ledger[own].beatenBy == nil, state.intent != ledger[own].key.intent,
      goesByStamp(ledger[own], against: state), let value = ledger[own].written,
      let stamp = ledger.stamp(of: own)
    else { return }
    let maker = replicas[ledger[own].maker].id
    if model.beats(state, edit: value, stamp: stamp, by: maker, under: model.stampRule) {
      ledger[own].beatenBy = state.intent
    }
  }

  /// Whether the larger stamp decides between an edit and what its maker is told of.
  ///
  /// Where saves need tags, also under `lastArrival`: the device decides then, and an edit that
  /// it had not seen may be the newer one.
  private func goesByStamp(_ own: UserEdit, against state: FieldState) -> Bool {
    if case .highestStamp = model.rule { return true }
    return model.needsTags && state.number > own.told
  }
}
