import ClusterCore

/// No replica shows a value again after one that the cloud accepted later in its place.
///
/// What a device shows is placed among the field's accepted changes by its value: at the first
/// change with that value that is not older than what the device has shown before. Only where
/// every such change is older has it gone back; so a value that was accepted again, or was
/// written twice, accuses nobody. A value that was never accepted has no place and is passed
/// over, as is an own edit that is still pending: one of a set makes the whole set a mixture,
/// which is not judged until the answer has come. An older value counts also where the device
/// shows it for the first time: its user has seen a newer one. So does one that a new process
/// shows, unless its user had removed the app; a step that a kill cut is not judged. A set out of
/// which a member was taken begins anew where the cloud goes back behind that. Witnesses are the times a replica
/// went from one accepted change to a later one.
struct NeverGoesBack: Check {
  static let name = CheckName.neverGoesBack

  /// By device, then by field: the feed number of the newest change the device has shown.
  private var newest: [[Int]]
  private var witnesses = 0
  private var breach: Breach?
  /// What the step before shows wrong; it counts unless that step turns out to have been cut.
  private var suspicion: Breach?
  private let start: [Int]

  init(_ scenario: Scenario) {
    // The start records are the first fields, and the first changes.
    start = scenario.start.records.indices.enumerated().map { $0.offset + 1 }
    newest = Array(repeating: start, count: scenario.devices.count)
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    settleSuspicion(run)
    // A new app on the device has shown nothing yet.
    if let died = run.moment.died, run.moment.isRemoval { newest[died] = start }
    if run.moment.hasGoneBack { beginAnew(run) }
    guard let device = run.moment.device, breach == nil else { return }
    if run.moment.shown.isEmpty && run.moment.told.isEmpty { return }
    newest[device].grow(to: run.paths.count, with: 0)
    for field in run.moment.shown { judge(field, on: device, event, run) }
    for told in run.moment.told where !run.moment.shown.contains(told.field) {
      judge(told.field, on: device, event, run)
    }
  }

  /// A member that was taken out is back with a backup, and nobody knows better.
  private mutating func beginAnew(_ run: RunFold) {
    for edit in run.ledger.edits where edit.wasUndone && edit.takesSomethingOut {
      for device in newest.indices where edit.field < newest[device].count {
        newest[device][edit.field] = 0
      }
    }
  }

  func weigh(into state: inout StateDigest) {
    state.combine(newest)
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

  private mutating func judge(
    _ field: FieldIndex, on device: DeviceIndex, _ event: TraceEvent, _ run: RunFold
  ) {
    // Of a record that was made anew a set or a sum is shown in part, and is no accepted one.
    let isPart =
      !run.model.fields[field].hasWinner
      && run.model.lifeField(of: run.paths[field].record) != nil
    guard !isPart, let shown = run.shown(field, on: device),
      !isPending(shown, field, on: device, run)
    else { return }
    let (history, floor) = (run.model.fields[field].everAccepted, newest[device][field])
    guard let place = place(of: shown, in: history, notBefore: floor) else { return }
    guard place >= floor else {
      if suspicion != nil { return }
      return fail(field, place, on: device, event, run)
    }
    if place > floor && floor > 0 && !run.moment.isCalms { witnesses += 1 }
    newest[device][field] = place
  }

  private func isPending(
    _ shown: FieldValue, _ field: FieldIndex, on device: DeviceIndex, _ run: RunFold
  ) -> Bool {
    run.shared.actors(of: device).contains { actor in
      run.replicas[actor].fields[field].unanswered.contains { own in
        guard let value = run.ledger[own].written else { return true }
        return !run.ledger[own].isEchoed && shown == .scalar(value)
      }
    }
  }

  /// The first change with that value from `floor` on, else the last before it.
  private func place(
    of shown: FieldValue, in history: [ModelField.Accepted], notBefore floor: Int
  ) -> Int? {
    var best: Int?
    for accepted in history.reversed() {
      if accepted.number < floor, best != nil { return best }
      guard accepted.value == shown else { continue }
      if accepted.number < floor { return accepted.number }
      best = accepted.number
    }
    return best
  }

  private mutating func fail(
    _ field: FieldIndex, _ place: Int, on device: DeviceIndex, _ event: TraceEvent,
    _ run: RunFold
  ) {
    let (path, history) = (run.paths[field], run.model.fields[field].everAccepted)
    let older = history.first { $0.number == place }
    let newer = history.first { $0.number == newest[device][field] }
    func words(_ accepted: ModelField.Accepted?) -> String {
      guard let accepted else { return "a value" }
      let by = accepted.step > 0 ? ", by \(run.place(accepted.message, accepted.step))" : ""
      return "\(run.words(accepted.value)) (\(run.name(of: accepted.intent, field)), change "
        + "\(accepted.number)\(by))"
    }
    suspicion = Breach(
      step: event.number, subject: path.description, reason: "an older value is back",
      explanation: "\(run.replicas[device].id) shows \(path) = \(words(older)) after "
        + "\(words(newer)), which the cloud accepted later in its place. That came of "
        + "\(event.step.map { $0.name.description } ?? "no message"), step \(event.number).")
  }
}
