import ClusterCore

/// No deletion holds against an edit whose maker had seen it, and no edit brings back a record
/// against a deletion whose maker had seen that edit.
///
/// It is judged at each delivery to the cloud, by what the model makes of the record, and the last
/// judgement counts. Witnesses are deliveries of an edit of a record that was deleted, or of a
/// deletion of one that was edited.
struct CausalDeletions: Sendable {
  private struct Break: Sendable {
    let step: Int
    let winner: EditIndex
    let loser: EditIndex
  }

  /// By the record; what stands there now wrongly.
  private var broken: [RecordID: Break] = [:]
  private var delivered: [RecordID: [EditIndex]] = [:]
  private(set) var witnesses = 0

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    for arrived in run.moment.arrived where !arrived.isRefused {
      guard let user = arrived.user else { continue }
      let record = arrived.edit.path.record
      if arrived.isFirst { delivered[record, default: []].append(user) }
      guard let life = run.model.life(of: record), let deletion = life.deletion?.user else {
        continue
      }
      if arrived.isFirst, delivered[record, default: []].count > 1 { witnesses += 1 }
      broken[record] = self.break(of: record, life, deletion, at: event.number, run)
    }
  }

  private func `break`(
    of record: RecordID, _ life: ModelLife, _ deletion: EditIndex, at step: Int, _ run: RunFold
  ) -> Break? {
    let edits = delivered[record, default: []].filter { !run.ledger[$0].key.path.isLife }
    switch life.standing {
    case .anew: return nil
    case .gone:
      guard let own = run.deletions.first(where: { $0.edits.contains(deletion) }) else {
        return nil
      }
      let loser = edits.last { run.ledger[$0].makesAnew && run.knew(run.ledger[$0], of: own) }
      return loser.map { Break(step: step, winner: deletion, loser: $0) }
    case .updated:
      // Adds and increments that a deletion had seen do not count against it.
      let counting = edits.filter {
        run.ledger[$0].written != nil || !life.observed.contains(run.ledger[$0].key.intent)
      }
      guard run.scenario.rules.deletes == .highest, let winner = newest(of: counting, run),
        life.observed.contains(run.ledger[winner].key.intent)
      else { return nil }
      return Break(step: step, winner: winner, loser: deletion)
    }
  }

  /// The edit with the highest stamp, with which the record came back or which kept the deletion
  /// from taking effect; nil where the cloud gives the stamps.
  private func newest(of edits: [EditIndex], _ run: RunFold) -> EditIndex? {
    let makers = edits.filter { run.ledger[$0].makesAnew }
    let stamped = makers.compactMap { edit in run.ledger.stamp(of: edit).map { (edit, $0) } }
    guard stamped.count == makers.count else { return nil }
    return stamped.max { $0.1 < $1.1 }?.0
  }

  /// Nothing that was delivered is there any more.
  mutating func clear() {
    broken = [:]
    delivered = [:]
  }

  func weigh(into state: inout StateDigest) {
    state.combine(witnesses > 0)
    for (record, edits) in delivered.sorted(by: { $0.key < $1.key }) {
      state.combine(record)
      state.combine(Set(edits))
      state.combine(broken[record]?.winner)
      state.combine(broken[record]?.loser)
    }
  }

  func breach(_ run: RunFold) -> Breach? {
    guard let (record, broken) = broken.min(by: { $0.key < $1.key }) else { return nil }
    let (winner, loser) = (run.ledger[broken.winner], run.ledger[broken.loser])
    let maker = run.replicas[loser.maker].id
    let (stands, lost) =
      winner.key.path.isLife
      ? ("is deleted at the cloud", "had seen that when it edited it")
      : ("is there at the cloud", "had seen that when it deleted it")
    return Breach(
      step: broken.step, subject: record.string,
      reason: winner.key.path.isLife
        ? "an edit lost to a deletion its maker had seen"
        : "a deletion lost to an edit its maker had seen",
      explanation: "\(record) \(stands) (\(run.name(of: broken.winner)), "
        + "\(run.arrival(of: broken.winner))), but \(maker) \(lost) (\(loser.key.intent), made at "
        + "step \(loser.madeStep), \(run.arrival(of: broken.loser))).")
  }
}
