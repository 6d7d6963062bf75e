import ClusterCore

// Edits that a deletion takes with it, and increments, which show in a sum only.
extension OwnEditsShow {
  /// What the device in hand was told of deletions: nothing is owed of what lost to one.
  mutating func releaseDeleted(on device: DeviceIndex, _ run: RunFold) {
    for told in run.moment.told {
      guard let tombstone = told.state.tombstone, tombstone.standing != .updated else { continue }
      for field in run.model.fieldsOf(run.paths[told.field].record) {
        claims[device][field].removeAll {
          OwnEditsShow.isOver(run.ledger[$0.edit], tombstone, told.state.number, run)
        }
      }
    }
    releaseReturned(on: device, run)
    if !run.moment.told.isEmpty || run.moment.isToldPruned { releaseForgotten(on: device, run) }
    for record in run.moment.forgotten {
      for field in run.paths.indices where run.paths[field].record == record {
        claims[device][field] = []
      }
    }
  }

  /// What the cloud has forgotten with its record is owed no longer once the device was told so.
  private mutating func releaseForgotten(on device: DeviceIndex, _ run: RunFold) {
    let pruned = run.replicas[device].toldPruned
    guard pruned > 0 else { return }
    for field in claims[device].indices {
      claims[device][field].removeAll { claim in
        let edit = run.ledger[claim.edit]
        return edit.wasForgotten && edit.arrival.map { $0.number <= pruned } ?? true
      }
    }
  }

  /// A deletion is owed no longer once its device knows of an edit that brings the record back.
  private mutating func releaseReturned(on device: DeviceIndex, _ run: RunFold) {
    for told in run.moment.told {
      guard let life = run.model.lifeField(of: run.paths[told.field].record),
        !claims[device][life].isEmpty
      else { continue }
      claims[device][life].removeAll { claim in
        let deletion = run.deletions.first { $0.edits.contains(claim.edit) }
        guard let deletion else { return false }
        return run.isBack(deletion, on: device) { run.hasHeard(of: $0, on: device) }
      }
    }
  }

  private static func isOver(
    _ edit: UserEdit, _ tombstone: Tombstone, _ number: Int, _ run: RunFold
  ) -> Bool {
    if let arrival = edit.arrival, arrival.number <= number { return true }
    switch run.scenario.rules.deletes {
    case .deleteWins: return true
    case .updateWins: return tombstone.observed.contains(edit.key.intent)
    case .highest:
      guard let index = run.ledger.find(edit.key), let stamp = run.ledger.stamp(of: index) else {
        return false
      }
      return stamp <= tombstone.stamp
    }
  }

  /// A deletion takes the place of all that the device did to the record before; and what makes a
  /// record anew, that of its deletion.
  mutating func replaceLives(by index: EditIndex, on device: DeviceIndex, _ run: RunFold) {
    let edit = run.ledger[index]
    let record = edit.key.path.record
    if edit.key.path.isLife {
      for field in run.model.fieldsOf(record) {
        claims[device][field].removeAll { $0.edit < index }
      }
    } else if edit.makesAnew, let life = run.model.lifeField(of: record) {
      claims[device][life].removeAll { $0.edit < index }
    }
  }

  /// Whether an increment is in the sum that shows: what the cloud was said to hold, and all that
  /// the device has added since.
  ///
  /// What was said last need not show yet: a device that reads everything anew shows nothing of it
  /// before the last page. So any state that it was told of will do. Passed over on one of several
  /// actors, who show each other's, where a kill leaves open whether an increment was made, and
  /// where the record was deleted.
  func isCounted(
    _ claim: Claim, in shown: FieldValue?, on device: DeviceIndex, _ run: RunFold
  ) -> Bool {
    let index = run.ledger[claim.edit].field
    guard case .increment = claim.part.deed, case .scalar(.integer(let sum))? = shown,
      run.shared.actors(of: device).count == 1,
      run.model.lifeField(of: run.paths[index].record) == nil
    else { return true }
    let field = run.replicas[device].fields[index]
    let told = run.model.fields[index].history.filter { $0.number <= field.told }
    let sums = [0: Int64(0)].merging(told.map { ($0.number, $0.value.count) }) { $1 }
    return sums.contains { number, counted in
      let own = field.unanswered.filter { edit in
        run.ledger[edit].arrival.map { $0.number > number } ?? true
      }
      guard own.allSatisfy({ !run.ledger[$0].wasCutOff || run.ledger[$0].wasShown }) else {
        return true
      }
      return sum == counted + own.flatMap { run.ledger[$0].parts }.reduce(0) { $0 + $1.amount }
    }
  }
}

extension FieldValue {
  /// As a sum; what is no number counts as nothing.
  fileprivate var count: Int64 {
    if case .scalar(.integer(let count)) = self { count } else { 0 }
  }
}

extension UserEdit.Part {
  /// What it adds to a number.
  fileprivate var amount: Int64 {
    if case .increment(let amount) = deed { amount } else { 0 }
  }
}
