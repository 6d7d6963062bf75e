import ClusterCore

/// Of the edits of a scalar the one made last in virtual time is what the cloud holds in the
/// end; edits of one instant are interchangeable.
///
/// Clocks cannot promise it, so it is judged only where the scenario expects it to pass or to
/// fail. Values are compared, not edits: an older edit with the same value is as good. Whether
/// the replicas show it is the business of `converged`. An edit that a kill cut off, or that went
/// with its app, counts once it has taken effect. Witnesses are fields with two edits
/// made at different instants.
struct NewestWins: Check {
  static let name = CheckName.newestWins

  private let isExpected: Bool

  init(_ scenario: Scenario) {
    let name = NewestWins.name.rawValue
    isExpected = scenario.expect.pass.contains(name) || scenario.expect.fail.contains(name)
  }

  /// It keeps nothing: it judges the end alone.
  func weigh(into state: inout StateDigest) {}

  func finding(_ run: RunFold) -> Finding {
    guard isExpected else { return Finding(witnesses: 0) }
    guard let end = run.end else { return .withoutEnd }
    var newest: [FieldIndex: [EditIndex]] = [:]
    var contested: Set<FieldIndex> = []
    for index in run.ledger.edits.indices
    where run.ledger[index].written != nil && !run.ledger.isVoid(index)
      && !run.ledger[index].wasUndone
    {
      let edit = run.ledger[index]
      guard let best = newest[edit.field]?.first else {
        newest[edit.field] = [index]
        continue
      }
      if edit.madeAt == run.ledger[best].madeAt {
        newest[edit.field]?.append(index)
      } else {
        contested.insert(edit.field)
        newest[edit.field] = [index]
      }
    }
    for field in run.fieldsInOrder {
      guard let edits = newest[field], !isHeld(field, byOneOf: edits, run, end) else { continue }
      if isDeletedSince(edits, run, end) { continue }
      return Finding(witnesses: contested.count, breach: breach(field, edits, run, end))
    }
    return Finding(witnesses: contested.count)
  }

  /// Whether the record was deleted after that, and is gone.
  private func isDeletedSince(_ edits: [EditIndex], _ run: RunFold, _ end: RunEnd) -> Bool {
    guard let edit = edits.last.map({ run.ledger[$0] }), run.atEnd(edit.field, end) == nil else {
      return false
    }
    return run.deletions.contains { deletion in
      deletion.record == run.paths[edit.field].record && deletion.at >= edit.madeAt
        && !deletion.edits.contains(where: run.ledger.isVoid)
    }
  }

  private func isHeld(
    _ field: FieldIndex, byOneOf edits: [EditIndex], _ run: RunFold, _ end: RunEnd
  ) -> Bool {
    edits.contains { edit in
      run.ledger[edit].parts.allSatisfy { $0.isShown(in: run.atEnd(field, end)) }
    }
  }

  private func breach(
    _ field: FieldIndex, _ edits: [EditIndex], _ run: RunFold, _ end: RunEnd
  ) -> Breach? {
    guard let edit = edits.last else { return nil }
    let path = run.paths[field]
    let value = run.ledger[edit].written.map { run.words($0) } ?? "nothing"
    return Breach(
      step: max(
        run.model.fields[field].history.last?.step ?? 0, run.ledger[edit].arrival?.step ?? 0, 1),
      subject: path.description, reason: "an older edit won",
      explanation:
        "\(path) is \(run.words(run.atEnd(field, end))) at the cloud (\(run.winner(field))), "
        + "but the edit made last is \(value) (\(run.name(of: edit)), made at "
        + "\(run.ledger[edit].madeAt), \(run.arrival(of: edit)))."
        + run.contrast(run.atEnd(field, end), run.ledger[edit].written.map { .scalar($0) }))
  }
}
