import ClusterCore

/// Nothing deleted comes back, but by an edit of someone who had seen the deletion, which makes the
/// record anew, or where the rule says that an update wins.
///
/// A device that has seen a deletion, as its maker or by being told, does not show the record
/// again; and the cloud, once the deletion has arrived, does not hold it in the end. It may where
/// that node knows of an edit that brings it back. Under `highest` that is one with a larger stamp
/// than the deletion's, under `updateWins` one that the deletion's maker had not seen, under
/// `deleteWins` none. What a device shows is judged at the end of its steps; a step that a kill cut
/// is not. A deletion that was cut off counts once it has taken effect, and one that its user
/// removed with the app, not at all. Witnesses are deletions that some other node has seen.
struct StaysDeleted: Check {
  static let name = CheckName.staysDeleted

  private var breach: Breach?
  /// What the step before shows wrong; it counts unless that step turns out to have been cut.
  private var suspicion: Breach?

  init(_ scenario: Scenario) {}

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    if let suspicion {
      if breach == nil, run.moment.cutStep != suspicion.step { breach = suspicion }
      self.suspicion = nil
    }
    guard breach == nil, !run.deletions.isEmpty, let device = run.moment.device else { return }
    let records = Set(run.moment.shown.map { run.paths[$0].record })
    for deletion in run.deletions where records.contains(deletion.record) {
      guard suspicion == nil, isSeen(deletion, on: device, run),
        let shown = shownField(of: deletion.record, on: device, run),
        !run.isBack(deletion, on: device, for: { run.hasHeard(of: $0, on: device) })
      else { continue }
      suspicion = breach(deletion, shown, on: device, event, run)
    }
  }

  func weigh(into state: inout StateDigest) {
    // Between two choices a suspicion stands: a death that cut its step has been told by then.
    state.combine(breach ?? suspicion)
  }

  func finding(_ run: RunFold) -> Finding {
    guard !run.deletions.isEmpty else { return Finding(witnesses: 0) }
    guard let end = run.end else { return .withoutEnd }
    let witnesses = run.deletions.count { deletion in
      deletion.edits.contains { run.ledger[$0].arrival != nil }
        || run.replicas.indices.contains { $0 != deletion.device && isSeen(deletion, on: $0, run) }
    }
    let found = breach ?? suspicion ?? run.deletions.lazy.compactMap { atEnd($0, run, end) }.first
    return Finding(witnesses: max(witnesses, found == nil ? 0 : 1), breach: found)
  }

  private func isSeen(_ deletion: Deletion, on device: DeviceIndex, _ run: RunFold) -> Bool {
    run.hasSeen(deletion, on: device) && deletion.edits.allSatisfy(run.ledger.isTaken)
  }

  private func shownField(
    of record: RecordID, on device: DeviceIndex, _ run: RunFold
  ) -> FieldIndex? {
    run.model.fieldsOf(record).first { !isNothing(run.shown($0, on: device)) }
  }

  private func atEnd(_ deletion: Deletion, _ run: RunFold, _ end: RunEnd) -> Breach? {
    guard let arrival = run.ledger[deletion.edits[0]].arrival,
      deletion.edits.allSatisfy({ run.ledger[$0].arrival != nil }),
      let field = run.model.fieldsOf(deletion.record).first(where: { field in
        !isNothing(run.atEnd(field, end))
      }),
      !run.isBack(deletion, for: { $0.arrival != nil })
    else { return nil }
    return Breach(
      step: max(run.model.fields[field].history.last?.step ?? 0, arrival.step),
      subject: deletion.record.string, reason: "a deleted record is at the cloud",
      explanation: "The cloud holds \(run.paths[field]) = \(run.words(run.atEnd(field, end))) "
        + "(\(run.winner(field))) though \(words(deletion, run)), "
        + "\(run.place(arrival.message, arrival.step)). \(rule(run))")
  }

  private func breach(
    _ deletion: Deletion, _ field: FieldIndex, on device: DeviceIndex, _ event: TraceEvent,
    _ run: RunFold
  ) -> Breach {
    let id = run.replicas[device].id
    let knew = deletion.device == device ? "it" : run.replicas[deletion.device].id.string
    return Breach(
      step: event.number, subject: deletion.record.string,
      reason: "a deleted record shows again",
      explanation: "\(id) shows \(run.paths[field]) = \(run.showing(field, on: device)) again, "
        + "though \(knew) had deleted \(deletion.record) "
        + "(\(run.ledger[deletion.edits[0]].key.intent), step \(deletion.step))"
        + "\(deletion.device == device ? "" : " and it had been told"). \(rule(run))")
  }

  private func words(_ deletion: Deletion, _ run: RunFold) -> String {
    "\(run.replicas[deletion.device].id) had deleted \(deletion.record) "
      + "(\(run.ledger[deletion.edits[0]].key.intent), step \(deletion.step))"
  }

  private func rule(_ run: RunFold) -> String {
    let update =
      switch run.scenario.rules.deletes {
      case .highest: "no update of it has a larger stamp"
      case .deleteWins: "by the rule no update wins over a deletion"
      case .updateWins: "there is no update that the deletion's maker had not seen"
      }
    return "Nobody who had seen that made it anew, and \(update)."
  }
}
