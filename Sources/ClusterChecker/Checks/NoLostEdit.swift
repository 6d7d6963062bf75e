import ClusterCore

/// Each edit that a device showed as made shows at the cloud in the end, or lost by the rule to
/// another user's edit of that field.
///
/// An edit that reached the cloud has lost by the rule where the model has another edit in its
/// place, and not where a value merely carried along or one from the start is. Of values carried
/// along only those count that changed the field: an equal one leaves the edit as it was. An
/// edit that never reached the cloud may have lost on its device: to a later edit of its own
/// maker, or to one its maker was told of that beats it by stamp. A removed value may come back
/// by an add that the remover had not seen. While the run has not become quiet, an edit that its
/// maker still shows and owes is not lost. A remove of what was not there has nothing to lose.
///
/// Where saves need the tag, an edit may replace another's only if its maker had been shown that
/// one when making it, or has the larger stamp. An edit that was refused waits for its user
/// without being lost, unless what it is asked about is its own maker's.
///
/// An edit of a record of which its user is told that the cloud will not take it was refused
/// visibly, as long as it shows there and the model would refuse the record still.
///
/// Of an operation that a kill cut off, all edits count as soon as one has shown or arrived: it
/// takes effect wholly or not at all. What a user removes together with the app, before it has
/// arrived, is not lost. Witnesses are edits that were shown as made.
struct NoLostEdit: Check {
  static let name = CheckName.noLostEdit

  /// An edit whose place a carried value took.
  private struct Overrun {
    let edit: EditIndex
    let by: IntentID
    let step: Int
    let message: MessageName?
  }

  struct Loss {
    let reason: String
    let step: Int
    let words: String
  }

  /// By field; empty again once an edit wins, since that one would have won all the same.
  private var overruns: [[Overrun]] = []
  /// By field, where saves need the tag: edits replaced by one whose maker did not know them.
  private var unseen: [[Overrun]] = []

  init(_ scenario: Scenario) {}

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    if run.moment.hasGoneBack { (overruns, unseen) = ([], []) }
    for arrived in run.moment.arrived
    where !arrived.isRefused && run.model.fields[arrived.field].hasWinner {
      overruns.grow(to: run.paths.count, with: [])
      note(arrived, run)
      if run.model.needsTags { noteReplaced(by: arrived, run) }
    }
  }

  private mutating func noteReplaced(by arrived: Moment.Arrived, _ run: RunFold) {
    guard let winner = arrived.user, arrived.isAccepted else { return }
    let field = arrived.field
    unseen.grow(to: run.paths.count, with: [])
    unseen[field].removeAll { $0.edit == winner || run.mayReplace($0.edit, by: winner) }
    guard case .user(let held) = arrived.before, held != winner,
      !run.mayReplace(held, by: winner), let last = run.model.fields[field].history.last
    else { return }
    unseen[field].append(
      Overrun(edit: held, by: last.intent, step: last.step, message: last.message))
  }

  private mutating func note(_ arrived: Moment.Arrived, _ run: RunFold) {
    let field = arrived.field
    guard let last = run.model.fields[field].history.last else { return }
    var lost: EditIndex?
    if let user = arrived.user {
      if arrived.isAccepted {
        overruns[field] = []
      } else if arrived.isLostToCarried, arrived.isFirst {
        lost = user
      }
    } else if arrived.isAccepted, case .user(let held) = arrived.before,
      case .carried = run.model.fields[field].standing
    {
      lost = held
    }
    guard let lost, !overruns[field].contains(where: { $0.edit == lost }) else { return }
    overruns[field].append(
      Overrun(edit: lost, by: last.intent, step: last.step, message: last.message))
  }

  func weigh(into state: inout StateDigest) {
    state.combine(overruns.count)
    for overruns in overruns { state.combine(Set(overruns.map(\.edit))) }
    state.combine(unseen.count)
    for overruns in unseen { state.combine(Set(overruns.map(\.edit))) }
  }

  func finding(_ run: RunFold) -> Finding {
    guard let end = run.end else { return .withoutEnd }
    var witnesses = 0
    var breach: Breach?
    for index in run.ledger.edits.indices where run.ledger.isTaken(index) {
      witnesses += 1
      guard breach == nil else { continue }
      for part in run.ledger[index].parts where breach == nil {
        breach = self.breach(index, part, run, end)
      }
    }
    return Finding(witnesses: witnesses, breach: breach)
  }

  private func breach(
    _ index: EditIndex, _ part: UserEdit.Part, _ run: RunFold, _ end: RunEnd
  ) -> Breach? {
    guard let loss = loss(of: index, part, run, end) else { return nil }
    let edit = run.ledger[index]
    let (path, shown) = (run.paths[edit.field], run.atEnd(edit.field, end))
    let holds =
      path.isLife
      ? "has the record"
      : "holds \(run.words(shown))\(run.contrast(shown, .scalar(part.value))) "
        + "(\(run.winner(edit.field)))"
    return Breach(
      step: loss.step, subject: path.description, reason: loss.reason,
      explanation: "\(run.replicas[edit.maker].id) \(part.words(run)) \(path) "
        + "(\(edit.key.intent), made at step \(edit.madeStep)) \(evidence(index, run)), "
        + "\(loss.words). In the end the cloud \(holds).")
  }

  /// Why its user may rely on the edit; of an operation that a kill cut off, by which part of it.
  private func evidence(_ index: EditIndex, _ run: RunFold) -> String {
    if run.ledger[index].wasShown { return "and showed it" }
    let siblings = run.ledger.siblings(of: index)
    func named(_ parts: [EditIndex]) -> String {
      parts.map { run.paths[run.ledger[$0].field].description }.joined(separator: ", ")
    }
    let shown = siblings.filter { run.ledger[$0].wasShown }
    if !shown.isEmpty { return "and, cut off by a kill, showed \(named(shown)) of it" }
    let arrived = siblings.filter { run.ledger[$0].arrival != nil }
    return "and was cut off by a kill, but \(named(arrived)) of it came to the cloud"
  }

  private func loss(
    of index: EditIndex, _ part: UserEdit.Part, _ run: RunFold, _ end: RunEnd
  ) -> Loss? {
    let edit = run.ledger[index]
    if edit.wasForgotten || edit.wasUndone { return nil }
    if run.isDeleted(index) { return lossToDeletion(index, run) }
    if let loss = lossOfSum(index, run) { return loss }
    if isThere(part, edit, run, end) { return nil }
    if case .remove = part.deed, part.wasSo { return nil }
    if isStillOwed(edit, part, run, end) { return nil }
    if case .delete = part.deed { return lossOfDeletion(index, run) }
    guard let arrival = edit.arrival else {
      if edit.beatenBy != nil || isReplacedByItsMaker(index, part, run) { return nil }
      return lossBeforeArrival(index, part, run)
    }
    if run.model.fields[edit.field].hasWinner {
      return lossToWinner(index, arrival, run)
    }
    return lossInSet(edit, part, arrival, run, end)
  }

  private func lossBeforeArrival(
    _ index: EditIndex, _ part: UserEdit.Part, _ run: RunFold
  ) -> Loss? {
    let edit = run.ledger[index]
    if edit.takenFrom != nil { return lossToRollback(index, run) }
    if run.waitsVisibly(index), part.isShown(in: run.shown(edit.field, on: edit.maker)) {
      guard run.standingRefusal(of: index) == nil else { return nil }
      return Loss(
        reason: "held back", step: edit.madeStep,
        words: "but holds it back and says that the cloud does not take its record, though it "
          + "would now")
    }
    guard !run.replicas[edit.maker].fields[edit.field].isAsked else {
      guard run.knowsWinner(index) else { return nil }
      return Loss(
        reason: "held back for its maker's own edit", step: edit.madeStep,
        words: "but holds it back and asks its user, though it had seen the edit that it asks about"
      )
    }
    if let refusal = edit.refusal {
      let why =
        refusal == .serverRecordChanged
        ? "since the record had changed, and it was told of no edit that beats it"
        : "the last time as \(refusal.rawValue), and its user is not told"
      return Loss(
        reason: "refused and given up", step: edit.madeStep,
        words: "but the cloud refused each save with it, \(why)")
    }
    return Loss(
      reason: "never reached the cloud", step: edit.madeStep,
      words: edit.wasSent
        ? "but no save with it ever arrived at the cloud"
        : "but never sent it, though it was told of no edit that beats it")
  }

  /// The cloud alone cannot make up for it; whoever had the edit can.
  private func lossToRollback(_ index: EditIndex, _ run: RunFold) -> Loss? {
    let edit = run.ledger[index]
    if case .user(let winner) = run.model.fields[edit.field].standing,
      run.mayReplace(index, by: winner)
    {
      return nil
    }
    guard edit.isKnownToOthers || run.replicas[edit.maker].sight.contains(edit.mark) else {
      return nil
    }
    return Loss(
      reason: "lost to a rollback", step: edit.madeStep,
      words: "and the cloud had it until it was rolled back; nobody who had it sent it again")
  }

  private func isStillOwed(
    _ edit: UserEdit, _ part: UserEdit.Part, _ run: RunFold, _ end: RunEnd
  ) -> Bool {
    end.reason != .quiet && part.isShown(in: run.shown(edit.field, on: edit.maker))
      && run.replicas[edit.maker].fields[edit.field].unanswered.contains {
        run.ledger[$0].arrival == nil
      }
  }

  /// Whether its maker edited the field again, in a set the same value.
  private func isReplacedByItsMaker(
    _ index: EditIndex, _ part: UserEdit.Part, _ run: RunFold
  ) -> Bool {
    let edit = run.ledger[index]
    return run.ledger.edits.indices[(index + 1)...].contains { place in
      let later = run.ledger[place]
      return later.field == edit.field && later.maker == edit.maker && !run.ledger.isVoid(place)
        && (edit.written != nil || run.scenario.rules.sets == .replace
          || later.parts.contains { $0.value == part.value })
    }
  }

  private func lossToWinner(
    _ index: EditIndex, _ arrival: UserEdit.Arrival, _ run: RunFold
  ) -> Loss? {
    let field = run.ledger[index].field
    let place = run.place(arrival.message, arrival.step)
    if field < overruns.count, let overrun = overruns[field].first(where: { $0.edit == index }) {
      return Loss(
        reason: "lost to a value carried along", step: max(overrun.step, arrival.step),
        words: "it reached the cloud by \(place), but lost to a value that \(overrun.by) only "
          + "carried along, by \(run.place(overrun.message, overrun.step))")
    }
    if field < unseen.count, let other = unseen[field].first(where: { $0.edit == index }) {
      return Loss(
        reason: "replaced unseen", step: other.step,
        words: "it reached the cloud by \(place), but \(run.name(of: other.by, field)) took its "
          + "place by \(run.place(other.message, other.step)), whose maker had not been shown it "
          + "and has the smaller stamp")
    }
    switch run.model.fields[field].standing {
    case .user(let winner) where winner != index: return nil
    case .carried: return nil
    case .start:
      return Loss(
        reason: "lost to the start", step: arrival.step,
        words: "it reached the cloud by \(place), but lost to the value from the start")
    case .user, .nobody:
      return Loss(
        reason: "not at the cloud", step: arrival.step,
        words: "it reached the cloud by \(place) and by the rule nothing beats it")
    }
  }

  private func lossInSet(
    _ edit: UserEdit, _ part: UserEdit.Part, _ arrival: UserEdit.Arrival, _ run: RunFold,
    _ end: RunEnd
  ) -> Loss? {
    let place = run.place(arrival.message, arrival.step)
    switch part.deed {
    case .write, .delete: return nil
    case .increment:
      return Loss(
        reason: "not counted", step: arrival.step,
        words: "it reached the cloud by \(place), but it is not in the sum")
    case .add(let value):
      let isTakenOut = run.ledger.edits.contains { other in
        other.field == edit.field && other.arrival != nil
          && other.observed.contains { $0.value == value && $0.adds.contains(edit.key.intent) }
      }
      if isTakenOut { return nil }
      return Loss(
        reason: "not at the cloud", step: arrival.step,
        words: "it reached the cloud by \(place), and no remove that arrived had seen it")
    case .remove(let value):
      guard case .set(let members)? = end.state(of: edit.field)?.content else { return nil }
      let adds = members.first { $0.value == value }?.adds ?? []
      let isNew = adds.contains { add in
        run.ledger.find(EditKey(intent: add, path: edit.key.path)) != nil
          && !edit.hadSeen(add: add, run)
      }
      if isNew { return nil }
      return Loss(
        reason: "a removed value is back", step: arrival.step,
        words: "the remove reached the cloud by \(place), and \(run.replicas[edit.maker].id) had "
          + "seen every add that keeps the value")
    }
  }
}
