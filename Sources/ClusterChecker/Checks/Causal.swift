import ClusterCore

/// No edit holds a field against one whose maker had seen it.
///
/// It is judged at each delivery to the cloud, by the model's winner, and the last judgement
/// counts. Only a field where one edit stands against another has a winner: a scalar, or a set
/// that is saved whole. The value from the start is one that everyone has seen. A value merely
/// carried along is no edit: while one holds the field nothing is judged, and `no-lost-edit`
/// says what was lost to it; one that equals the edit it took over changes nothing here.
/// The same holds between the deletion of a record and its edits (``CausalDeletions``).
/// Witnesses are edits that were delivered to a field after another one was, so that one of the
/// two had to win.
struct Causal: Check {
  static let name = CheckName.causal

  private struct Field {
    /// The edits that were delivered, in the order of their first arrival.
    var delivered: [EditIndex] = []
    /// What the makers of all of these had seen when making them.
    var sight: Sight?
    /// The step at which an edit won that one of the others had seen.
    var brokenAt: Int?
  }

  private var fields: [Field] = []
  private var deletions = CausalDeletions()
  private var witnesses = 0

  init(_ scenario: Scenario) {}

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    // What went with the cloud's records stands against nothing any more.
    if run.moment.hasGoneBack {
      fields = []
      deletions.clear()
    }
    deletions.step(event, run)
    for arrived in run.moment.arrived
    where !arrived.isRefused && run.model.fields[arrived.field].hasWinner {
      fields.grow(to: run.paths.count, with: Field())
      if let user = arrived.user, arrived.isFirst { note(user, in: arrived.field, run) }
      // What only a carried value decided is not between two edits: the last judgement stays.
      if arrived.isLostToCarried { continue }
      if arrived.user == nil && run.model.fields[arrived.field].standing == arrived.before {
        continue
      }
      fields[arrived.field].brokenAt = isBroken(arrived.field, run) ? event.number : nil
    }
  }

  private mutating func note(_ user: EditIndex, in field: FieldIndex, _ run: RunFold) {
    if !fields[field].delivered.isEmpty { witnesses += 1 }
    fields[field].delivered.append(user)
    if fields[field].sight == nil {
      fields[field].sight = run.ledger[user].sight
    } else {
      fields[field].sight?.merge(run.ledger[user].sight)
    }
  }

  /// An edit's own maker had not seen it before making it, so the sight of all may be asked.
  private func isBroken(_ field: FieldIndex, _ run: RunFold) -> Bool {
    switch run.model.fields[field].standing {
    case .user(let winner): fields[field].sight?.contains(run.ledger[winner].mark) ?? false
    case .start: !fields[field].delivered.isEmpty
    case .carried, .nobody: false
    }
  }

  /// The order of arrival matters to the words alone.
  func weigh(into state: inout StateDigest) {
    state.combine(witnesses > 0)
    deletions.weigh(into: &state)
    state.combine(fields.count)
    for field in fields {
      state.combine(field.delivered.count)
      field.sight?.weigh(into: &state)
      state.combine(field.brokenAt == nil)
    }
  }

  func finding(_ run: RunFold) -> Finding {
    let broken = run.fieldsInOrder.first { $0 < fields.count && fields[$0].brokenAt != nil }
    return Finding(
      witnesses: witnesses + deletions.witnesses,
      breach: broken.flatMap { breach($0, run) } ?? deletions.breach(run))
  }

  private func breach(_ field: FieldIndex, _ run: RunFold) -> Breach? {
    guard let step = fields[field].brokenAt, let loser = loser(field, run) else { return nil }
    let (path, edit) = (run.paths[field], run.ledger[loser])
    let maker = run.replicas[edit.maker].id
    let value = edit.parts.last.map { run.words($0.value) } ?? "nothing"
    return Breach(
      step: step, subject: path.description, reason: "an edit lost to one its maker had seen",
      explanation: "\(path) is \(run.words(run.model.fields[field].value)) at the cloud "
        + "(\(run.winner(field))), but \(maker) had seen that when it made \(value) there "
        + "(\(edit.key.intent), made at step \(edit.madeStep), \(run.arrival(of: loser))).")
  }

  /// The last made of the edits that had seen the winner.
  private func loser(_ field: FieldIndex, _ run: RunFold) -> EditIndex? {
    switch run.model.fields[field].standing {
    case .user(let winner):
      fields[field].delivered.filter { run.ledger[$0].sight.contains(run.ledger[winner].mark) }
        .max()
    case .start: fields[field].delivered.max()
    case .carried, .nobody: nil
    }
  }
}
