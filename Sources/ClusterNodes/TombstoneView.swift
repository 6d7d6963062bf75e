import ClusterCore

extension Tombstone {
  /// What is left of a field of the record; nil where nothing is.
  ///
  /// Of a record that was made anew that is what its deletion had not won over: of a scalar the
  /// later stamp, or under `updateWins` what the deletion had not seen, and of sets and counters
  /// what no deletion had seen.
  func rest(of state: FieldState, by rule: CloudRules.Deletes) -> FieldState? {
    switch standing {
    case .gone: nil
    case .updated: state
    case .anew: notDeleted(state, by: rule)
    }
  }

  /// What the deletion has not won over, whatever became of the record.
  func notDeleted(_ state: FieldState, by rule: CloudRules.Deletes) -> FieldState? {
    let seen = Set(observed)
    let content: FieldState.Content
    switch state.content {
    case .scalar(_, let stamp, _):
      guard !seen.contains(state.intent), rule == .updateWins || stamp > self.stamp else {
        return nil
      }
      return state
    case .set(let members):
      let left = members.compactMap { member -> FieldState.Member? in
        let adds = member.adds.filter { !seen.contains($0) }
        return adds.isEmpty ? nil : FieldState.Member(value: member.value, adds: adds)
      }
      guard !left.isEmpty else { return nil }
      content = .set(left)
    case .counter(let increments):
      let left = increments.filter { !seen.contains($0.id) }
      guard !left.isEmpty else { return nil }
      content = .counter(left)
    case .tombstone: return nil
    }
    return FieldState(content: content, intent: state.intent, number: state.number)
  }
}

extension FieldState {
  /// Whatever stands in the field: the edit that holds it, the adds of its members, the increments
  /// that were counted.
  var holders: [IntentID] {
    switch content {
    case .scalar(.null, _, _): []
    case .scalar: [intent]
    case .set(let members): members.flatMap(\.adds)
    case .counter(let increments): increments.map(\.id)
    case .tombstone: []
    }
  }
}
