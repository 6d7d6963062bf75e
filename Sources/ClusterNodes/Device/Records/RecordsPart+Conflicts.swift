import ClusterCore

// What a device does about edits that the cloud refused because their record has changed.
extension RecordsPart {
  /// A save that was taken in moves its record's tag, and so the base of what was made upon the
  /// same tag meanwhile: its maker has seen all that the new tag stands for.
  mutating func advanceBases(by results: [EditResult], of sent: [Edit]) {
    guard rules.saves == .ifTagMatches, policy.queuedBase == .atSend else { return }
    var tags: [RecordID: Int] = [:]
    for result in results where result.refusal == nil {
      let record = result.path.record
      tags[record] = result.changes.reduce(tags[record] ?? 0) { max($0, $1.state.number) }
    }
    for (record, tag) in tags.sorted(by: { $0.key < $1.key }) {
      guard let base = sent.first(where: { $0.path.record == record })?.base else { continue }
      outbox.rebase(record, on: tag) { $0.base == base && tag > base }
    }
  }

  /// Takes in the records that the cloud holds instead, and decides on the edits that were
  /// refused. Returns those that are given up; the others are pending, or wait for the user.
  mutating func meetConflicts(_ results: [EditResult], of sent: [Edit]) -> [EditKey] {
    var given: [EditKey] = []
    for result in results {
      guard let refusal = result.refusal, !refusal.record.isEmpty else { continue }
      for change in refusal.record { take(change.path, change.state) }
      given += meetConflict(of: result.path.record, sent)
    }
    outbox.remove(given)
    touched.formUnion(given.map(\.path))
    return given
  }

  /// Nothing is sent again for nothing: the record has changed because somebody got on.
  private mutating func meetConflict(of record: RecordID, _ sent: [Edit]) -> [EditKey] {
    switch policy.onConflict {
    case .ignore:
      return sent.filter { $0.path.record == record }.map(\.key)
    case .clientWins:
      if policy.queuedBase == .atSend {
        outbox.rebase(record, on: replica.tag(of: record)) { _ in true }
      }
      return []
    case .rebase:
      let over = idle(of: record).filter { isOver($0) || isOvertaken($0) }.map(\.key)
      outbox.rebase(record, on: replica.tag(of: record)) { !over.contains($0.key) }
      return over
    case .askUser: return askUser(of: record)
    }
  }

  /// What is pending of a record and in no save now.
  func idle(of record: RecordID) -> [Edit] {
    outbox.items.filter { item in
      item.author == id && item.request == nil && item.edit.path.record == record
    }.map(\.edit)
  }

  /// Whether the edit is the one that holds the field at the cloud, so that only the answer that
  /// said so was lost.
  private func isOver(_ edit: Edit) -> Bool {
    guard policy.ownEcho == .recognised, let state = replica.fields[edit.path] else { return false }
    switch state.content {
    case .counter(let increments): return increments.contains { $0.id == edit.intent }
    case .tombstone(let tombstone):
      return state.intent == edit.intent || tombstone.deletion == edit.intent
    case .scalar, .set: return state.intent == edit.intent
    }
  }

  /// Whether an edit that its maker had not seen holds the field, and has the larger stamp.
  private func isOvertaken(_ edit: Edit) -> Bool {
    guard let state = replica.fields[edit.path], isNews(state, to: edit),
      state.intent != edit.intent, case .write(let value) = edit.operation,
      let stamp = edit.stamp, case .scalar(let held, let best, let holder) = state.content
    else { return false }
    guard stamp == best else { return stamp < best }
    switch rules.tie {
    case .arrival: return false
    case .device: return id < holder
    case .value: return value.comparisonText < held.comparisonText
    }
  }

  /// Whether the cloud's value is taken for one that the maker of the edit had not seen.
  private func isNews(_ state: FieldState, to edit: Edit) -> Bool {
    switch policy.conflictTest {
    case .tag: return state.number > edit.base
    case .localSyncTime:
      guard let lastFetch, case .scalar(_, let stamp, _) = state.content else { return true }
      return stamp.milliseconds > lastFetch
    }
  }

  private mutating func askUser(of record: RecordID) -> [EditKey] {
    var over: [EditKey] = []
    var paths: [FieldPath] = []
    for edit in idle(of: record) where !paths.contains(edit.path) { paths.append(edit.path) }
    for path in paths {
      let edits = idle(of: record).filter { $0.path == path }
      if let echo = edits.lastIndex(where: { isOver($0) }) {
        over += edits[...echo].map(\.key)
      } else if let last = edits.last, isContested(last) {
        questions.open(path)
      }
    }
    outbox.rebase(record, on: replica.tag(of: record)) { !questions.hold($0.path) }
    return over
  }

  /// Whether another's edit that the maker had not been shown stands against this one, and says
  /// something else. Edits of a set stand beside each other.
  private func isContested(_ edit: Edit) -> Bool {
    // Where the record is deleted there is no value to choose: the rule for deletions decides.
    guard value(of: edit.path) != nil,
      let state = replica.fields[edit.path], isNews(state, to: edit),
      case .write(let value) = edit.operation,
      case .scalar(let held, _, let maker) = state.content, value != held
    else { return false }
    return maker != id || policy.ownEcho == .foreign
  }

  /// The user has decided by making these edits: what waited is dropped.
  mutating func settleQuestions(
    of edits: [Edit], dropping settled: [EditKey], _ out: inout Outgoing
  ) {
    guard !settled.isEmpty else { return }
    outbox.remove(settled)
    if policy.outbox == .durable { out.emit(.store(.settled(settled, fields: []))) }
    let closed = edits.compactMap { questions.close($0.path) }
    if !closed.isEmpty { out.emit(.show(closed)) }
  }
}
