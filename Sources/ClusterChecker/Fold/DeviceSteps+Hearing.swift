import ClusterCore

// What a device is told by the cloud, and so has seen.
extension RunFold {
  mutating func hear(_ answer: Answer, on device: DeviceIndex) {
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
