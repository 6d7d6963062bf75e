import ClusterCore

/// What a device knows the cloud to hold, apart from its own pending edits.
struct Replica: Hashable, Sendable {
  private(set) var fields: [FieldPath: FieldState] = [:]
  /// How many of them say what became of a deleted record.
  private var lives = 0

  init(_ start: [Change]) {
    for change in start { put(change.state, at: change.path) }
  }

  /// Whether any record was ever deleted, as far as is known here.
  var hasLives: Bool { lives > 0 }

  private mutating func put(_ state: FieldState, at path: FieldPath) {
    let old = fields.updateValue(state, forKey: path)
    if old == nil, path.isLife { lives += 1 }
  }

  /// Takes over what is certainly newer; feed numbers tell, whatever the stamps say. Returns
  /// whether it is.
  @discardableResult
  mutating func advance(_ path: FieldPath, to state: FieldState) -> Bool {
    guard let place = fields.index(forKey: path) else {
      guard state.number > 0 else { return false }
      put(state, at: path)
      return true
    }
    guard state.number > fields.values[place].number else { return false }
    fields.values[place] = state
    return true
  }

  /// What became of a record after it was deleted; nil where it never was.
  func tombstone(of record: RecordID) -> Tombstone? {
    hasLives ? fields[FieldPath(lifeOf: record)]?.tombstone : nil
  }

  mutating func forget(_ path: FieldPath) {
    if fields.removeValue(forKey: path) != nil, path.isLife { lives -= 1 }
  }

  /// The change tag of a record: the feed number of its newest change that is known here.
  func tag(of record: RecordID) -> Int {
    var tag = 0
    for (path, state) in fields where path.record == record { tag = max(tag, state.number) }
    return tag
  }

  /// The fields of a record in the order of their names.
  func paths(of record: RecordID) -> [FieldPath] {
    fields.keys.filter { $0.record == record && !$0.isLife }.sorted()
  }

  /// What a field shows once these pending edits of it are laid over, oldest first.
  ///
  /// Where a later write of an actor has reached the cloud before an earlier one of another
  /// actor, the earlier is replaced already.
  ///
  /// - Parameter actors: of this device, if there are any.
  func value(
    of path: FieldPath, under pending: some Sequence<Edit>, madeBy actors: [NodeID] = []
  ) -> FieldValue? {
    var overlay = Overlay(fields[path])
    for edit in pending where !isReplaced(edit, by: actors) { overlay.apply(edit) }
    return overlay.value
  }

  /// The same of a record that has been deleted at least once.
  ///
  /// - Parameter pending: the edits of the whole record, oldest first.
  func value(
    of path: FieldPath, underAll pending: [Edit], madeBy actors: [NodeID],
    by rule: CloudRules.Deletes
  ) -> FieldValue? {
    let view = RecordView(tombstone(of: path.record), under: pending, by: rule)
    guard view.isThere else { return nil }
    var overlay = Overlay(view.rest(of: fields[path]))
    for edit in pending.dropFirst(view.firstShown)
    where edit.path == path && !isReplaced(edit, by: actors) {
      overlay.apply(edit)
    }
    return overlay.value
  }

  private func isReplaced(_ edit: Edit, by actors: [NodeID]) -> Bool {
    guard !actors.isEmpty, case .scalar(_, let stamp, let maker) = fields[edit.path]?.content,
      let own = edit.stamp
    else { return false }
    return actors.contains(maker) && stamp > own
  }
}

/// One field with pending edits laid over it.
private struct Overlay {
  private var scalar: Value?
  private var members: [Value: Set<IntentID>]?
  private var amounts: [IntentID: Int64]?

  init(_ state: FieldState?) {
    switch state?.content {
    case .scalar(let value, _, _): scalar = value
    case .set(let list):
      members = Dictionary(uniqueKeysWithValues: list.map { ($0.value, Set($0.adds)) })
    case .counter(let increments):
      amounts = Dictionary(uniqueKeysWithValues: increments.map { ($0.id, $0.amount) })
    case .tombstone, nil: break
    }
  }

  mutating func apply(_ edit: Edit) {
    switch edit.operation {
    case .write(let value): scalar = value
    case .add(let value):
      members = (members ?? [:]).merging([value: [edit.intent]]) { $0.union($1) }
    case .remove(let value, let observed):
      guard let adds = members?[value] else { return }
      let left = adds.subtracting(observed)
      members?[value] = left.isEmpty ? nil : left
    case .replace(let values):
      members = Dictionary(uniqueKeysWithValues: values.map { ($0, [edit.intent]) })
    case .increment(let amount):
      // One that the cloud has counted already is not counted again.
      amounts = (amounts ?? [:]).merging([edit.intent: amount]) { counted, _ in counted }
    case .delete, .create: break
    }
  }

  var value: FieldValue? {
    if let members { return .set(members.keys.sorted()) }
    if let amounts { return .scalar(.integer(amounts.values.reduce(0, &+))) }
    return scalar.map { .scalar($0) }
  }
}
