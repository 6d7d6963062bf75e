import ClusterCore
import SyncModels

/// The cloud's answers and its records at the end equal the pure model's.
///
/// Every answer is compared, also one that nobody waits for, since the cloud made it. A request
/// without an answer and a refusal that no scenario asked for are failures. Which adds keep a
/// member is compared where removes name adds, and nowhere else. An edit that no field of its
/// kind can take is foreign to the model: the check then cannot tell. What the cloud pushes and
/// what it answers about sessions, notices and lists is judged by ``ServiceAnswers``. Witnesses are
/// edits that were delivered, so that pulls of untouched records are none, and such answers.
struct MatchesModel: Check {
  static let name = CheckName.matchesModel

  private let comparesAdds: Bool
  private var services: ServiceAnswers
  /// Edits and orders that were delivered.
  private var deliveries = 0
  private var witnesses: Int { deliveries + services.witnesses }
  private var breach: Breach?

  init(_ scenario: Scenario) {
    comparesAdds = scenario.rules.sets != .replace
    services = ServiceAnswers(scenario)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    for arrived in run.moment.arrived where arrived.isFirst || arrived.isRefused { deliveries += 1 }
    guard breach == nil, run.model.misfit == nil else { return }
    switch event.kind {
    case .step(let step) where step.node == .cloud:
      if case .request(let request, _) = step.event {
        compare(step.answer, to: request, step, event, run)
      }
      guard let other = services.difference(step, event, run), breach == nil else { return }
      fail(event, other.subject, other.reason, other.explanation)
    case .ended: if let end = run.end { compareEnd(end, run) }
    case .step, .partition, .clockJump, .died, .suspended, .ignored, .dropped, .calm, .locked,
      .badged:
      return
    }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(witnesses > 0)
    state.combine(breach)
  }

  func finding(_ run: RunFold) -> Finding {
    if breach != nil { return Finding(witnesses: witnesses, breach: breach) }
    if let misfit = run.model.misfit {
      return Finding(
        witnesses: witnesses,
        doubt: "the edit of \(run.paths[misfit.field]) that arrived at step \(misfit.step) is "
          + "of a kind that the model does not know for this field")
    }
    return run.end == nil ? .withoutEnd : Finding(witnesses: witnesses)
  }

  private mutating func compare(
    _ answer: Answer?, to request: Request, _ step: Step, _ event: TraceEvent, _ run: RunFold
  ) {
    if let scripted = run.moment.scripted, answer == .refused(scripted.error) { return }
    if let expected = run.moment.throttled {
      return compare(answer, toThrottled: expected, step, event)
    }
    switch (request, answer) {
    case (.save(let edits), .saved(let results)):
      compare(results, to: edits, step, event, run)
    case (.pull(let cursor), .pulled(let changes, let next, let more, let fingerprint, let pruned)):
      compare(changes, next, more, after: cursor, step, event, run)
      compare(fingerprint, step, event, run)
      compare(prunedBefore: pruned, step, event, run)
    case (.pull(let cursor), .refused(.changeTokenExpired, _)):
      guard run.model.pulled(after: cursor) != nil else { return }
      fail(
        event, "answer", "cursor refused",
        "The cloud refused \(step.name) though it can go on from \(cursor).")
    case (.order, let answer?), (.readOrder, let answer?):
      deliveries += 1
      guard let expected = run.moment.orderAnswer, answer != expected else { return }
      fail(
        event, "answer", "another order",
        "The cloud answered \(step.name) with \(answer.json); by the model it is "
          + "\(expected.json).")
    case (.search, .results), (.register, .done), (.markRead, .done), (.unread, .unread): return
    case (_, nil):
      fail(event, "answer", "none", "The cloud did not answer \(step.name).")
    case (.fetch, _), (.put, _):
      // Files are the business of `transfer-once`.
      break
    case (.call, _?), (.refresh, _?), (.signIn, _?), (.signOut, _?): break
    case (_, let answer?):
      fail(
        event, "answer", "another kind",
        "The cloud answered \(step.name) with \(answer.redactedJSON), which the model does not expect."
      )
    }
  }

  private mutating func compare(
    _ answer: Answer?, toThrottled expected: Answer, _ step: Step, _ event: TraceEvent
  ) {
    deliveries += 1
    guard answer != expected else { return }
    fail(
      event, "answer", "not limited",
      "The cloud answered \(step.name) with \(answer?.redactedJSON ?? "nothing"); by the model "
        + "requests of its kind are limited, and it is \(expected.json).")
  }

  private mutating func compare(
    _ results: [EditResult], to edits: [Edit], _ step: Step, _ event: TraceEvent, _ run: RunFold
  ) {
    guard results.count == edits.count else {
      return fail(
        event, "answer", "number of results",
        "The cloud's answer to \(step.name) has \(results.count) results for \(edits.count) edits.")
    }
    for (place, (result, arrived)) in zip(results, run.moment.arrived).enumerated() {
      let (edit, model) = (arrived.edit, run.model.fields[arrived.field])
      guard result.intent == edit.intent, result.path == edit.path else {
        return fail(
          event, "answer", "order of results",
          "The cloud's answer to \(step.name) names \(result.intent) at \(result.path) where "
            + "\(edit.intent) at \(edit.path) stands in the save.")
      }
      if let difference = difference(of: result.state, from: model) {
        return fail(
          difference, of: result.state, arrived.field, event, run, "answer to \(step.name)")
      }
      if let life = run.model.lifeField(of: edit.path.record), !edit.path.isLife,
        let difference = difference(of: result.tombstone, from: run.model.fields[life])
      {
        return fail(
          difference, of: result.tombstone, life, event, run, "answer to \(step.name)")
      }
      let isFirst = !results[..<place].contains { $0.path.record == edit.path.record }
      if let difference = difference(of: result.refusal, from: arrived, isFirst: isFirst, run) {
        return fail(
          event, edit.path.description, difference,
          "The cloud's answer to \(step.name) \(words(result.refusal)) \(edit.intent) at "
            + "\(edit.path), which is based on change \(edit.base); by the model the record is "
            + "\(words(arrived.refusal)).")
      }
      let isKept = !arrived.isRefused && self.isKept(edit, arrived.field, run)
      guard result.isKept == isKept else {
        return fail(
          event, edit.path.description, "kept",
          "The cloud's answer to \(step.name) says that \(edit.intent) "
            + "\(result.isKept ? "holds" : "lost") \(edit.path); by the model it "
            + "\(isKept ? "holds it" : "lost to \(run.winner(arrived.field))").")
      }
    }
  }

  /// Whether an edit is refused by the model, and its record named with the first such edit. An
  /// operation may make several of one field.
  private func difference(
    of refusal: EditResult.Refusal?, from arrived: Moment.Arrived, isFirst: Bool, _ run: RunFold
  ) -> String? {
    guard let error = arrived.refusal else { return refusal == nil ? nil : "refused" }
    guard let refusal else { return "accepted" }
    guard refusal.error == error else { return "refused otherwise" }
    guard error == .serverRecordChanged else {
      return refusal.record.isEmpty ? nil : "refused with another record"
    }
    guard isFirst else { return nil }
    let record = arrived.edit.path.record
    let held = run.fieldsInOrder.filter {
      run.paths[$0].record == record && run.model.fields[$0].holdsSomething
    }
    let isWhole =
      refusal.record.map(\.path) == held.map { run.paths[$0] }
      && zip(refusal.record, held).allSatisfy { change, field in
        difference(of: change.state, from: run.model.fields[field]) == nil
      }
    return isWhole ? nil : "refused with another record"
  }

  private func words(_ error: CloudError?) -> String {
    guard let error else { return "taken in" }
    return error == .serverRecordChanged
      ? "refused with the record as it is" : "refused as \(error.rawValue)"
  }

  private func words(_ refusal: EditResult.Refusal?) -> String {
    guard let refusal else { return "takes in" }
    return "refuses (\(refusal.error.rawValue), \(refusal.record.count) fields)"
  }

  private mutating func compare(
    prunedBefore pruned: Int, _ step: Step, _ event: TraceEvent, _ run: RunFold
  ) {
    guard breach == nil, pruned != run.model.pruned else { return }
    fail(
      event, "answer", "pruned before",
      "The cloud's answer to \(step.name) says that deletions up to change \(pruned) may be "
        + "forgotten; by the model up to \(run.model.pruned) are.")
  }

  /// Whether what the edit wants is so.
  private func isKept(_ edit: Edit, _ field: FieldIndex, _ run: RunFold) -> Bool {
    let standing = run.model.life(of: edit.path.record)?.standing
    switch edit.operation {
    case .delete: return standing == .gone
    case .create: return standing != .gone
    case .remove: return true
    case .write, .add, .replace, .increment: break
    }
    if case .write = edit.operation {
      guard run.model.fields[field].history.last?.intent == edit.intent else { return false }
    }
    return standing == nil || run.modelled(field) != nil
  }

  private mutating func compare(
    _ changes: [Change], _ next: Cursor, _ more: Bool, after cursor: Cursor, _ step: Step,
    _ event: TraceEvent, _ run: RunFold
  ) {
    guard let expected = run.model.pulled(after: cursor) else {
      return fail(
        event, "answer", "cursor taken",
        "The cloud answered \(step.name), though by the model nobody can go on from \(cursor): it "
          + "has expired.")
    }
    let hasThese =
      changes.count == expected.fields.count
      && changes.indices.allSatisfy { changes[$0].path == run.paths[expected.fields[$0]] }
    guard hasThese else {
      let (got, want) = (
        changes.map(\.path.description), expected.fields.map { run.paths[$0].description }
      )
      return fail(
        event, "answer", "fields of a page",
        "The cloud's answer to \(step.name) has changes of \(list(got)); by the model it is "
          + "\(list(want)).")
    }
    for (change, field) in zip(changes, expected.fields) {
      if let difference = difference(of: change.state, from: run.model.fields[field]) {
        return fail(difference, of: change.state, field, event, run, "answer to \(step.name)")
      }
    }
    guard next == expected.cursor, more == expected.more else {
      return fail(
        event, "answer", "cursor",
        "The cloud's answer to \(step.name) ends at change \(next)\(more ? ", with more" : ""); "
          + "by the model at \(expected.cursor)\(expected.more ? ", with more" : "").")
    }
  }

  private mutating func compare(
    _ fingerprint: Int?, _ step: Step, _ event: TraceEvent, _ run: RunFold
  ) {
    let expected = run.model.feed.fingerprint
    guard breach == nil, fingerprint != expected else { return }
    func words(_ count: Int?) -> String { count.map { "restored \($0) times" } ?? "never restored" }
    fail(
      event, "answer", "fingerprint",
      "The cloud's answer to \(step.name) says that its records were \(words(fingerprint)); by the "
        + "model they were \(words(expected)).")
  }

  private func list(_ paths: [String]) -> String {
    paths.isEmpty ? "nothing" : paths.joined(separator: ", ")
  }

  private mutating func compareEnd(_ end: RunEnd, _ run: RunFold) {
    for field in run.fieldsInOrder {
      let state = end.state(of: field)
      guard let difference = difference(of: state, from: run.model.fields[field]) else { continue }
      return fail(difference, of: state, field, at: end.step, run, "state at the end")
    }
  }

  /// What differs, in a word; nil where nothing does.
  private func difference(of state: FieldState?, from model: ModelField) -> String? {
    guard let last = model.history.last, model.holdsSomething else {
      return state == nil ? nil : "presence"
    }
    guard let state else { return "presence" }
    switch (state.content, model.content) {
    case (.scalar(let value, let stamp, let maker), .scalar(let field)):
      guard let held = field.current else { return "presence" }
      if value != held.value.value { return "value" }
      if ModelStamp(stamp) != held.stamp { return "stamp" }
      if maker != NodeID(held.device) { return "maker" }
    case (.set(let members), .set) where comparesAdds:
      if members.map(\.value) != model.members.map(\.value) { return "value" }
      if members != model.members { return "adds" }
    case (.set(let members), .replaced):
      if members.map(\.value) != model.members.map(\.value) { return "value" }
    case (.counter(let increments), .counter):
      if state.shown != last.value { return "value" }
      if increments != model.increments { return "increments" }
    case (.tombstone(let tombstone), .life(let life)):
      if tombstone.standing != life.standing { return "standing" }
      if tombstone != life.tombstone { return "deletion" }
    case (.scalar, _), (.set, _), (.counter, _), (.tombstone, _): return "kind"
    }
    if state.intent != last.intent { return "winner" }
    return state.number == last.number ? nil : "feed number"
  }

  private mutating func fail(
    _ difference: String, of state: FieldState?, _ field: FieldIndex, _ event: TraceEvent,
    _ run: RunFold, _ place: String
  ) {
    fail(difference, of: state, field, at: event.number, run, place)
  }

  private mutating func fail(
    _ difference: String, of state: FieldState?, _ field: FieldIndex, at step: Int,
    _ run: RunFold, _ place: String
  ) {
    let path = run.paths[field]
    let cloud = state.map { state in
      "\(run.words(state.shown)) (\(run.name(of: state.intent, field)), change \(state.number)"
        + "\(stampWords(state)))"
    }
    let last = run.model.fields[field].history.last
    let model = last.map { last in
      "\(run.words(last.value)) (\(run.winner(field)), change \(last.number)"
        + "\(stampWords(run.model.fields[field])))"
    }
    breach = Breach(
      step: step, subject: path.description, reason: difference,
      explanation: "In the cloud's \(place), \(path) is \(cloud ?? "nothing"); by the model it "
        + "is \(model ?? "nothing"). They differ in the \(difference).")
  }

  private func stampWords(_ state: FieldState) -> String {
    guard case .scalar(_, let stamp, let maker) = state.content else { return "" }
    return ", stamp \(stamp) of \(maker)"
  }

  private func stampWords(_ field: ModelField) -> String {
    guard case .scalar(let field) = field.content, let held = field.current else { return "" }
    return ", stamp \(held.stamp) of \(held.device)"
  }

  private mutating func fail(
    _ event: TraceEvent, _ subject: String, _ reason: String, _ explanation: String
  ) {
    breach = Breach(
      step: event.number, subject: subject, reason: reason, explanation: explanation)
  }
}
