import ClusterCore

/// What a user sees of a field whose record was deleted at least once, by what the cloud holds.
///
/// Nothing while the record is gone, and all once an update has won. Of one that was made anew,
/// what its deletions have not won over: a scalar with a later stamp, under `updateWins` any that
/// they had not seen; members and increments that they had not seen.
func visible(
  _ state: FieldState, under tombstone: Tombstone, by rule: CloudRules.Deletes
) -> FieldValue? {
  switch tombstone.standing {
  case .gone: return nil
  case .updated: return state.shown
  case .anew: break
  }
  let isNew = { (id: IntentID) in !tombstone.observed.contains(id) }
  switch state.content {
  case .scalar(let value, let stamp, _):
    let isLater = rule == .updateWins || stamp > tombstone.stamp
    return isNew(state.intent) && isLater ? .scalar(value) : nil
  case .set(let members):
    let left = members.filter { $0.adds.contains(where: isNew) }
    return left.isEmpty ? nil : .set(left.map(\.value))
  case .counter(let increments):
    let left = increments.filter { isNew($0.id) }
    return left.isEmpty ? nil : .scalar(.integer(Counter.total(of: left)))
  case .tombstone: return nil
  }
}

/// What stands for a record that shows, at the path of the record itself; nothing does for one
/// that does not.
let recordIsThere = FieldValue.scalar(.text("there"))

/// Whether that is nothing to a user: no value, an empty set, or a value that was emptied.
func isNothing(_ value: FieldValue?) -> Bool {
  switch value {
  case nil, .scalar(.null): true
  case .set(let members): members.isEmpty
  case .scalar: false
  }
}

extension RunFold {
  /// What the cloud should show in a field by the model.
  func modelled(_ field: FieldIndex) -> FieldValue? {
    let path = paths[field]
    if path.isLife { return isThere(path.record) { modelled($0) } ? recordIsThere : nil }
    guard let tombstone = model.life(of: path.record)?.tombstone else {
      return model.fields[field].value
    }
    return model.fields[field].state.flatMap { visible($0, under: tombstone, by: deletes) }
  }

  /// What the cloud shows in a field at the end.
  func atEnd(_ field: FieldIndex, _ end: RunEnd) -> FieldValue? {
    let path = paths[field]
    if path.isLife { return isThere(path.record) { atEnd($0, end) } ? recordIsThere : nil }
    guard let state = end.state(of: field) else { return nil }
    let tombstone = model.lifeField(of: path.record).flatMap { end.state(of: $0)?.tombstone }
    guard let tombstone else { return state.shown.inOrder }
    return visible(state, under: tombstone, by: deletes)?.inOrder
  }

  private var deletes: CloudRules.Deletes { scenario.rules.deletes }

  /// Whether any of a record's fields holds something.
  func isThere(_ record: RecordID, _ value: (FieldIndex) -> FieldValue?) -> Bool {
    model.fieldsOf(record).contains { !isNothing(value($0)) }
  }

  /// Keeps what stands for a record itself in step with what a device shows of its fields.
  mutating func noteLife(of record: RecordID, on device: DeviceIndex, _ step: Int, _ by: EventName?)
  {
    guard let life = model.lifeField(of: record) else { return }
    let shown = isThere(record) { self.shown($0, on: device) } ? recordIsThere : nil
    guard shown != replicas[device].fields[life].shown else { return }
    replicas[device].fields[life].shown = shown
    replicas[device].fields[life].shownStep = step
    replicas[device].fields[life].shownBy = by
    if !moment.shown.contains(life) { moment.shown.append(life) }
  }
}
