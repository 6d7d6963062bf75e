import ClusterCore
import SyncModels

// What an edit loses to that is no other edit of its field: a deletion, or a sum it is not in.
extension NoLostEdit {
  /// Whether what the edit did is so in the end.
  func isThere(_ part: UserEdit.Part, _ edit: UserEdit, _ run: RunFold, _ end: RunEnd) -> Bool {
    let value = run.atEnd(edit.field, end)
    guard case .increment = part.deed else { return part.isShown(in: value) }
    guard value != nil, case .counter(let increments)? = end.state(of: edit.field)?.content else {
      return false
    }
    return increments.contains {
      $0.id == edit.key.intent && part.deed == .increment($0.amount)
    }
  }

  /// Only a user's deletion takes edits of the record with it.
  func lossToDeletion(_ index: EditIndex, _ run: RunFold) -> Loss? {
    let edit = run.ledger[index]
    guard let arrival = edit.arrival,
      let deletion = run.model.life(of: edit.key.path.record)?.deletion, deletion.user == nil
    else { return nil }
    return Loss(
      reason: "lost to a deletion that nobody made", step: arrival.step,
      words: "it reached the cloud by \(run.place(arrival.message, arrival.step)), but lost to a "
        + "deletion of the record (\(deletion.intent)), for which no user had asked")
  }

  /// Where a number is read, added to and written, an increment is lost with everything that the
  /// one which took its place had not seen, though both may have come to the same sum.
  func lossOfSum(_ index: EditIndex, _ run: RunFold) -> Loss? {
    let edit = run.ledger[index]
    guard edit.isSum, let arrival = edit.arrival,
      case .user(let winner) = run.model.fields[edit.field].standing, winner != index,
      !run.ledger[winner].sight.contains(edit.mark)
    else { return nil }
    return Loss(
      reason: "an increment was written over unseen", step: arrival.step,
      words: "it reached the cloud by \(run.place(arrival.message, arrival.step)), but "
        + "\(run.name(of: winner)), which stands there, was summed up without having seen it")
  }

  /// A deletion may lose to an update as the rule has it, or to its record being made anew by
  /// someone who had seen it.
  func lossOfDeletion(_ index: EditIndex, _ run: RunFold) -> Loss? {
    let edit = run.ledger[index]
    let deletion = run.deletions.first { $0.edits.contains(index) }
    if let deletion, run.isMadeAnew(since: deletion) { return nil }
    guard let arrival = edit.arrival else {
      return Loss(
        reason: "never reached the cloud", step: edit.madeStep,
        words: "but no save with it ever arrived at the cloud")
    }
    let place = run.place(arrival.message, arrival.step)
    switch run.model.life(of: edit.key.path.record)?.standing {
    case .updated?, .anew?: return nil
    case .gone?:
      return Loss(
        reason: "not at the cloud", step: arrival.step,
        words: "it reached the cloud by \(place), and by the rule nothing beats it")
    case nil:
      if let deletion, run.isBack(deletion, for: { $0.arrival != nil }) { return nil }
      return Loss(
        reason: "a forgotten deletion", step: arrival.step,
        words: "it reached the cloud by \(place), which has forgotten it since, and nobody who "
          + "had seen it made the record anew")
    }
  }
}

extension RunFold {
  /// Whether an edit of a field lost to a deletion of its record, by the model: the record is gone
  /// with what had come to the cloud of it, or was made anew without it.
  func isDeleted(_ index: EditIndex) -> Bool {
    let edit = ledger[index]
    guard !edit.key.path.isLife, edit.arrival != nil else { return false }
    guard let life = model.life(of: edit.key.path.record) else { return false }
    switch life.standing {
    case .gone: return true
    case .updated: return false
    case .anew:
      let isHidden =
        model.fields[edit.field].standing == .user(index) && modelled(edit.field) == nil
      return isHidden || life.observed.contains(edit.key.intent) || isOlder(index, than: life)
    }
  }

  private func isOlder(_ index: EditIndex, than life: ModelLife) -> Bool {
    guard let stamp = ledger.stamp(of: index), let deletion = life.deletion else { return false }
    return ModelStamp(stamp) <= deletion.stamp
  }

  /// Whether somebody who had seen the deletion edited the record afterwards, which makes it anew.
  func isMadeAnew(since deletion: Deletion) -> Bool {
    ledger.edits.contains { later in
      later.key.path.record == deletion.record && !later.key.path.isLife && later.arrival != nil
        && later.makesAnew && knew(later, of: deletion)
    }
  }
}

extension UserEdit {
  /// Whether there is something after it. Nothing is made by taking out or emptying.
  var makesAnew: Bool {
    parts.contains { part in
      switch part.deed {
      case .write(.null), .remove, .delete: false
      case .write, .add, .increment: true
      }
    }
  }
}
