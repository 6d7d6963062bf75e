import ClusterCore

/// The deaths of devices, and what a new process of one brings back.
extension RunFold {
  mutating func die(_ id: NodeID, _ death: Death, _ event: TraceEvent) {
    guard let device = device(id) else { return }
    if !scenario.endsLife(of: id) { diedUnforeseen.insert(id) }
    moment.died = device
    moment.cutStep = event.cause
    if !hasCalmBegun { traffic.count(.killed) }
    cutOff(event.cause, on: device)
    replicas[device].die(next: lives, ledger)
    lives += 1
    let isStoreGone = takesStore(death, of: id)
    shared.die(device, isStoreGone: isStoreGone)
    guard isStoreGone else { return }
    replicas[device].forgetAll(start: start.count, lives: lives)
    replicas[device].cutOff = []
    guard death == .reinstall else { return }
    moment.isRemoval = true
    for edit in ledger.edits.indices
    where ledger[edit].maker == device && ledger[edit].arrival == nil {
      ledger[edit].wasGivenUp = true
    }
  }

  /// Notes the edits that were made in the step that the kill cut.
  private mutating func cutOff(_ step: Int?, on device: DeviceIndex) {
    guard let step else { return }
    for edit in ledger.edits.indices.reversed() {
      guard ledger[edit].madeStep >= step else { return }
      guard ledger[edit].madeStep == step, ledger[edit].maker == device else { continue }
      ledger[edit].wasCutOff = true
      // What showed just so before the edit is no sign of it.
      if ledger[edit].parts.allSatisfy(\.wasSo) { ledger[edit].wasShown = false }
      if !ledger[edit].wasShown { replicas[device].cutOff.insert(edit, at: 0) }
    }
  }

  /// Whether the device's store goes with its process. What was never synced, a power loss takes.
  private func takesStore(_ death: Death, of device: NodeID) -> Bool {
    switch death {
    case .system, .user: false
    case .reinstall: true
    case .power: scenario.device(device)?.durability != .power
    }
  }

  mutating func ignore(_ id: EntryID, on device: NodeID) {
    guard !scenario.endsLife(of: device),
      case .operation(let operation, _) = scenario.timeline.first(where: { $0.id == id })?.action
    else { return }
    ignored.formUnion(operation.editedPaths)
  }

  /// Fields of which a file without deaths cannot foretell the end: an operation on them met a
  /// dead app, or was cut off and never took effect.
  var unforeseen: Set<FieldPath> {
    var fields = ignored
    for edit in ledger.edits.indices where ledger.isVoid(edit) {
      guard !scenario.endsLife(of: replicas[ledger[edit].maker].id) else { continue }
      fields.insert(paths[ledger[edit].field])
    }
    return fields
  }

  mutating func beginAgain(_ device: DeviceIndex, _ step: Step, _ event: TraceEvent) {
    guard replicas[device].isDead else { return }
    if !hasCalmBegun { traffic.count(.restarted) }
    replicas[device].begin(start, at: event.number, step.name)
    for path in paths where path.isLife {
      noteLife(of: path.record, on: device, event.number, step.name)
    }
    moment.shown = Array(paths.indices)
  }

  /// Edits whose making was cut off and which the new process shows: their operations have been
  /// taken, each as a whole.
  ///
  /// A value that the device was told of as another's says nothing; it would show it anyhow.
  mutating func takeBack(on device: DeviceIndex) {
    guard !replicas[device].cutOff.isEmpty else { return }
    for edit in replicas[device].cutOff where isBack(edit) {
      for sibling in ledger.siblings(of: edit) where !ledger[sibling].wasShown {
        ledger[sibling].wasShown = true
        moment.taken.append(sibling)
      }
    }
    replicas[device].cutOff.removeAll { ledger[$0].wasShown }
  }

  private func isBack(_ index: EditIndex) -> Bool {
    let edit = ledger[index]
    let field = replicas[edit.maker].fields[edit.field]
    // Nothing shows of a record that is gone, whatever was cut off.
    if field.shown == nil, model.lifeField(of: edit.key.path.record) != nil { return false }
    let told = model.fields[edit.field].history.first { $0.number == field.told }?.value
    return edit.parts.contains { $0.isShown(in: field.shown) && !$0.isShown(in: told) }
  }
}

extension Scenario {
  /// Whether the file itself kills, freezes or removes the device's app.
  fileprivate func endsLife(of device: NodeID) -> Bool {
    if aimed.kills.contains(where: { $0.device == device }) { return true }
    let home = self.device(device)?.home
    return timeline.contains { entry in
      switch entry.action {
      case .kill(let kill): kill.device == device
      case .suspend(let other, _): other == device
      case .reinstall(let other), .power(let other, _): other == home
      case .operation, .partition, .clock, .lock, .cloud: false
      }
    }
  }
}
