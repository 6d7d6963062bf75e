import ClusterCore

/// Acknowledged adds that no remove had observed ⊆ the set ⊆ attempted adds less observed
/// removes.
///
/// The set is the one the cloud holds in the end. Below it stand adds whose answer reached their
/// maker, but for those that any remove that was made had observed; above it every add that was
/// made, but for those that a remove whose answer reached its maker had. What a remove had
/// observed its save says. Under `replace` a save says nothing of the kind: there a remove had
/// observed the adds that its maker had made before or been told of. Members from the start are
/// adds that everyone had observed under `replace`, and known by their id elsewhere. A set
/// of a record that was deleted is left to `stays-deleted` and `no-lost-edit`. Witnesses are
/// acknowledged adds and removes.
struct SetUnion: Check {
  static let name = CheckName.setUnion

  private struct Add {
    let value: Value
    /// Nil for a member from the start.
    let edit: EditIndex?
  }

  init(_ scenario: Scenario) {}

  /// It keeps nothing: it judges the end alone.
  func weigh(into state: inout StateDigest) {}

  func finding(_ run: RunFold) -> Finding {
    guard let end = run.end else { return .withoutEnd }
    var adds: [FieldIndex: [Add]] = [:]
    var removes: [FieldIndex: [(value: Value, edit: EditIndex)]] = [:]
    var witnesses = 0
    for (path, value) in run.scenario.start.records {
      guard case .set(let members) = value, let field = run.field(path) else { continue }
      adds[field] = members.map { Add(value: $0, edit: nil) }
    }
    for index in run.ledger.edits.indices where run.ledger[index].written == nil {
      let edit = run.ledger[index]
      if edit.isAnswered { witnesses += 1 }
      for part in edit.parts {
        switch part.deed {
        case .add(let value): adds[edit.field, default: []].append(Add(value: value, edit: index))
        case .remove(let value): removes[edit.field, default: []].append((value, index))
        case .write, .increment, .delete: break
        }
      }
    }
    for field in run.fieldsInOrder
    where (adds[field] != nil || removes[field] != nil)
      && run.model.lifeField(of: run.paths[field].record) == nil
    {
      let breach = breach(field, adds[field] ?? [], removes[field] ?? [], run, end)
      if let breach { return Finding(witnesses: witnesses, breach: breach) }
    }
    return Finding(witnesses: witnesses)
  }

  private func breach(
    _ field: FieldIndex, _ adds: [Add], _ removes: [(value: Value, edit: EditIndex)],
    _ run: RunFold, _ end: RunEnd
  ) -> Breach? {
    var members: [Value] = []
    if case .set(let values)? = run.atEnd(field, end) { members = values }
    for add in adds {
      guard !members.contains(add.value), isAcknowledged(add, run) else { continue }
      let isObserved = removes.contains {
        $0.value == add.value && observes($0.edit, add, run)
      }
      if !isObserved { return missing(add, field, run, end) }
    }
    for member in members {
      let isHeld = adds.contains { add in
        add.value == member
          && !removes.contains { remove in
            remove.value == member && run.ledger[remove.edit].isAnswered
              && observes(remove.edit, add, run)
          }
      }
      if !isHeld {
        let remove = removes.last { $0.value == member && run.ledger[$0.edit].isAnswered }
        return unexplained(member, remove?.edit, field, run, end)
      }
    }
    return nil
  }

  private func isAcknowledged(_ add: Add, _ run: RunFold) -> Bool {
    add.edit.map { run.ledger[$0].isAnswered } ?? !run.wasPurged
  }

  private func observes(_ remove: EditIndex, _ add: Add, _ run: RunFold) -> Bool {
    let remove = run.ledger[remove]
    if run.scenario.rules.sets == .replace {
      return add.edit.map { run.ledger[$0].isSighted(by: remove) } ?? true
    }
    let id = add.edit.map { run.ledger[$0].key.intent } ?? StartState.intent
    return remove.observed.contains { $0.value == add.value && $0.adds.contains(id) }
  }

  private func missing(
    _ add: Add, _ field: FieldIndex, _ run: RunFold, _ end: RunEnd
  ) -> Breach {
    let path = run.paths[field]
    let who = add.edit.map { edit in
      "\(run.name(of: edit)), \(run.arrival(of: edit)), answered"
    }
    return Breach(
      step: max(run.model.fields[field].history.last?.step ?? 0, 1),
      subject: path.description, reason: "an acknowledged add is missing",
      explanation: "\(run.words(add.value)) was added to \(path) (\(who ?? "from the start")) and "
        + "no remove had observed it, but the cloud holds \(run.words(run.atEnd(field, end))) "
        + "(\(run.winner(field))).")
  }

  private func unexplained(
    _ member: Value, _ remove: EditIndex?, _ field: FieldIndex, _ run: RunFold, _ end: RunEnd
  ) -> Breach {
    let path = run.paths[field]
    let why = remove.map { remove in
      "though \(run.name(of: remove)) removed it, had observed every add of it, and was answered "
        + "(\(run.arrival(of: remove)))"
    }
    return Breach(
      step: max(run.model.fields[field].history.last?.step ?? 0, 1),
      subject: path.description,
      reason: remove == nil ? "a member nobody added" : "a removed member is there",
      explanation: "\(run.words(member)) is in \(path) at the cloud, "
        + "\(why ?? "though nobody added it") (\(run.winner(field))).")
  }
}
