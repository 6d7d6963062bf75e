import ClusterCore

// What a user does on a device, as edits of the fold.
extension RunFold {
  mutating func make(
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
        told: replicas[device].fields[field].told,
        onScreen: [shown, replicas[device].fields[field].asked?.cloud].compactMap { $0 })
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
    case .resolveAll(let side): settled(by: side, on: device)
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

  /// What its user writes who takes one side's value of all that is asked.
  private func settled(
    by side: Question.Side, on device: DeviceIndex
  ) -> [(FieldPath, [UserEdit.Part.Deed])] {
    replicas[device].fields.enumerated().compactMap { field, state in
      guard case .scalar(let value)? = state.asked?.value(of: side) else { return nil }
      return (paths[field], [.write(value)])
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
  mutating func settleMade(_ index: EditIndex) {
    let edit = ledger[index]
    let shown = replicas[edit.maker].fields[edit.field].shown
    ledger[index].wasShown = edit.parts.allSatisfy { $0.isShown(in: shown) }
    if edit.wasSent { ledger[index].entry = nil }
  }
}
