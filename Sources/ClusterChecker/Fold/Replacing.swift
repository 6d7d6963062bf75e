import ClusterCore

extension RunFold {
  /// Whether an edit may take another's place where saves need the tag: its maker had been shown
  /// the other one, or the larger stamp says so. The cloud gives its own stamps as edits arrive. A
  /// device that asks its user leaves nothing to stamps.
  func mayReplace(_ held: EditIndex, by winner: EditIndex) -> Bool {
    let (new, old) = (ledger[winner], ledger[held])
    if new.sight.contains(old.mark) { return true }
    guard let value = new.written, let oldValue = old.written else { return false }
    if scenario.device(replicas[new.maker].id)?.policy.onConflict == .askUser { return false }
    guard let stamp = ledger.stamp(of: winner), let oldStamp = ledger.stamp(of: held) else {
      return true
    }
    let state = FieldState(
      content: .scalar(value, stamp: stamp, maker: replicas[new.maker].id),
      intent: new.key.intent, number: 1)
    return model.beats(
      state, edit: oldValue, stamp: oldStamp, by: replicas[old.maker].id, under: model.stampRule)
  }

  /// Whether its user is told that the cloud does not take the record as it is.
  func waitsVisibly(_ index: EditIndex) -> Bool {
    let edit = ledger[index]
    return replicas[edit.maker].refusals[paths[edit.field].record] != nil
  }

  /// Whether the edit's maker had been shown what holds the field at the cloud.
  ///
  /// That it had been delivered is not enough: a device that reads everything anew shows nothing
  /// of it before the last page. Nor is its value on the screen, which another edit may have had.
  func knowsWinner(_ index: EditIndex) -> Bool {
    switch model.fields[ledger[index].field].standing {
    case .user(let winner):
      ledger[winner].isSighted(by: ledger[index])
        && ledger[winner].written.map { ledger[index].onScreen.contains(.scalar($0)) } ?? false
    case .start: true
    case .carried, .nobody: false
    }
  }
}
