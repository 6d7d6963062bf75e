import ClusterCore

/// A device shows its own edit from the moment it is made until a named other one wins.
///
/// It is judged at the end of each of the device's steps, since nobody sees what flickers
/// within one. Another one has won where the device was told so: it was delivered a state of the
/// field that the cloud came to after the edit had arrived there and that is not the edit's; or,
/// before that, one that beats the edit by stamp wherever they meet. In a set an added value
/// stays until a state without it that is newer than the add's arrival is delivered, and a
/// removed one stays away until one with an add that the remover had not seen is. A later edit
/// of the same device takes the place of an earlier one of the same field, in a set of the same
/// value, also one by another of its actors. A value that a device carried over the edit counts as another one here: whoever
/// follows the cloud is not to blame, and `no-lost-edit` tells. A step that a kill cut is not
/// judged, and an edit that had not shown by then is owed from the moment a new process shows
/// it. Witnesses are edits.
struct OwnEditsShow: Check {
  static let name = CheckName.ownEditsShow

  struct Claim {
    let edit: EditIndex
    let part: UserEdit.Part
  }

  /// By device, then by field: what the device has to show there.
  var claims: [[[Claim]]]
  private var witnesses = 0
  private var breach: Breach?
  /// What the step before shows wrong; it counts unless that step turns out to have been cut.
  private var suspicion: Breach?

  init(_ scenario: Scenario) {
    claims = Array(repeating: [], count: scenario.devices.count)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    settleSuspicion(run)
    if let died = run.moment.died { release(died, run) }
    if run.moment.hasGoneBack { releaseUndone(run) }
    guard let device = run.moment.device, breach == nil else { return }
    if run.moment.isIdle { return }
    claims[device].grow(to: run.paths.count, with: [])
    for told in run.moment.told where !claims[device][told.field].isEmpty {
      claims[device][told.field].removeAll { OwnEditsShow.isOver($0, told.state, run) }
    }
    releaseDeleted(on: device, run)
    for edit in run.moment.read { replace(by: edit, on: device, run) }
    for edit in run.moment.made { claim(edit, run) }
    for edit in run.moment.taken { claim(edit, run) }
    for field in run.moment.shown { judge(field, on: device, event, run) }
    for edit in run.moment.made { judge(run.ledger[edit].field, on: device, event, run) }
  }

  func weigh(into state: inout StateDigest) {
    for fields in claims {
      state.combine(fields.count)
      for claims in fields {
        state.combine(claims.count)
        for claim in claims {
          state.combine(claim.edit)
          state.combine(claim.part.deed)
        }
      }
    }
    state.combine(witnesses > 0)
    // Between two choices a suspicion stands: a death that cut its step has been told by then.
    state.combine(breach ?? suspicion)
  }

  func finding(_ run: RunFold) -> Finding {
    Finding(witnesses: witnesses, breach: breach ?? suspicion)
  }

  /// A step that a kill cut has no end at which anyone could have looked.
  private mutating func settleSuspicion(_ run: RunFold) {
    guard let suspicion else { return }
    self.suspicion = nil
    if breach == nil, run.moment.cutStep != suspicion.step { breach = suspicion }
  }

  /// A device that dies owes nothing of what it had not shown yet; of an app that its user
  /// removes nothing is owed at all.
  private mutating func release(_ device: DeviceIndex, _ run: RunFold) {
    for field in claims[device].indices {
      claims[device][field].removeAll { claim in
        run.moment.isRemoval || !run.ledger[claim.edit].wasShown
      }
    }
  }

  /// What the cloud undid so that nobody can make up for it is owed no longer.
  private mutating func releaseUndone(_ run: RunFold) {
    for device in claims.indices {
      for field in claims[device].indices {
        claims[device][field].removeAll { run.ledger[$0.edit].wasUndone }
      }
    }
  }

  private mutating func claim(_ index: EditIndex, _ run: RunFold) {
    if !run.moment.taken.contains(index) { witnesses += 1 }
    let edit = run.ledger[index]
    replace(by: index, on: edit.maker, run)
    for part in edit.parts {
      claims[edit.maker][edit.field].append(Claim(edit: index, part: part))
    }
  }

  /// A later edit on the same device: the earlier ones of the same thing are owed no longer.
  private mutating func replace(by index: EditIndex, on device: DeviceIndex, _ run: RunFold) {
    let edit = run.ledger[index]
    claims[device].grow(to: run.paths.count, with: [])
    replaceLives(by: index, on: device, run)
    for part in edit.parts {
      claims[device][edit.field].removeAll { old in
        guard old.edit < index else { return false }
        switch (old.part.deed, part.deed) {
        case (.write, _), (_, .write), (.delete, _), (_, .delete): return true
        case (.increment, _), (_, .increment): return false
        case (.add, .add), (.add, .remove), (.remove, .add), (.remove, .remove):
          return old.part.value == part.value
        }
      }
    }
  }

  private static func isOver(_ claim: Claim, _ state: FieldState, _ run: RunFold) -> Bool {
    let edit = run.ledger[claim.edit]
    switch (claim.part.deed, state.content) {
    case (.write, _): return isOver(edit, state)
    case (.add(let value), .set(let members)):
      guard let arrival = edit.lastArrival, state.number >= arrival.number else { return false }
      return !members.contains { $0.value == value }
    case (.remove(let value), .set(let members)):
      if run.scenario.rules.sets == .replace { return isOver(edit, state) }
      let member = members.first { $0.value == value }
      return member?.adds.contains { !edit.hadSeen(add: $0, run) } ?? false
    case (.increment, .counter(let increments)):
      return increments.contains { $0.id == edit.key.intent }
    case (.delete, .tombstone(let tombstone)):
      guard let arrival = edit.arrival else { return false }
      return tombstone.standing != .gone && state.number >= arrival.number
    case (.add, _), (.remove, _), (.increment, _), (.delete, _): return false
    }
  }

  /// Where an edit stands against another: the state is another's and came after the edit.
  private static func isOver(_ edit: UserEdit, _ state: FieldState) -> Bool {
    guard state.intent != edit.key.intent else { return false }
    if edit.beatenBy != nil { return true }
    guard let arrival = edit.lastArrival else { return false }
    return arrival.isKept ? state.number > arrival.number : state.number >= arrival.number
  }

  private mutating func judge(
    _ field: FieldIndex, on device: DeviceIndex, _ event: TraceEvent, _ run: RunFold
  ) {
    let shown = run.shown(field, on: device)
    guard breach == nil, suspicion == nil,
      let claim = claims[device][field].first(where: {
        !$0.part.isShown(in: shown) || !isCounted($0, in: shown, on: device, run)
      })
    else { return }
    let (edit, path) = (run.ledger[claim.edit], run.paths[field])
    let isNew = edit.madeStep == event.number
    let id = run.replicas[device].id
    let deed = claim.part.words(run)
    suspicion = Breach(
      step: event.number, subject: path.description,
      reason: isNew ? "not shown when made" : "gone before another edit won",
      explanation: isNew
        ? "\(id) \(deed) \(path) (\(edit.key.intent)), but shows \(run.showing(field, on: device)) "
          + "when that step is over."
        : "\(id) \(deed) \(path) (\(edit.key.intent), made at step \(edit.madeStep), "
          + "\(run.arrival(of: claim.edit))), and no other edit was said to win there; but now it "
          + "shows \(run.showing(field, on: device))"
          + "\(run.contrast(shown, .scalar(claim.part.value))). "
          + "At the cloud \(run.winner(field)) stands.")
  }
}

extension UserEdit {
  /// Whether this edit, a remove, can have known of the add.
  func hadSeen(add: IntentID, _ run: RunFold) -> Bool {
    if add == StartState.intent { return true }
    guard let other = run.ledger.find(EditKey(intent: add, path: key.path)) else { return false }
    return run.ledger[other].isSighted(by: self)
  }
}

extension UserEdit.Part {
  /// `wrote "Milk" to`, `added "shop" to`, `removed "shop" from`.
  func words(_ run: RunFold) -> String {
    switch deed {
    case .write(let value): "wrote \(run.words(value)) to"
    case .add(let value): "added \(run.words(value)) to"
    case .remove(let value): "removed \(run.words(value)) from"
    case .increment(let amount):
      amount < 0 ? "took \(amount.magnitude) from" : "added \(amount) to"
    case .delete: "deleted"
    }
  }
}
