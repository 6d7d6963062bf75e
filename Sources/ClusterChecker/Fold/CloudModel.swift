import ClusterCore
import SyncModels

/// The pure model of the cloud, folded over what was delivered to it and nothing else.
///
/// It decides for itself what is accepted, by `SyncModels`; no code of the nodes is in it.
struct CloudModel: Sendable {
  private let sets: CloudRules.Sets
  private let page: Int
  let saves: SaveRule
  let isAtomic: Bool
  /// The field in which a record names its parent; nil where records have none.
  let parentField: FieldName?
  let rule: MergeRule
  /// What two edits are compared by that carry stamps, whatever the cloud itself goes by.
  let stampRule: MergeRule
  /// By ``FieldIndex``.
  private(set) var fields: [ModelField] = []
  /// Which field each accepted change was of, by feed numbers.
  var feed = FeedModel()
  /// The model as it was, by the names of the cloud's snapshots.
  var snapshots: [ClusterCore.Text: CloudModel] = [:]
  /// An edit that arrived and that no field of its kind can take, by its step and field.
  private(set) var misfit: (step: Int, field: FieldIndex)?
  /// The change tag of each record: the feed number of its newest change.
  private(set) var tags: [RecordID: Int] = [:]
  /// The fields of each record, and the path of the record itself where it was ever deleted.
  var records: [RecordID: (fields: [FieldIndex], life: FieldIndex?)] = [:]
  private let deletes: DeletePolicy
  private let retention: Milliseconds?
  /// The highest feed number of a deletion of which no trace is left; 0 for none.
  private(set) var pruned = 0
  /// Whether some device asks for changes by an instant.
  private let isReadByInstants: Bool

  init(_ rules: CloudRules, isReadByInstants: Bool = false) {
    self.isReadByInstants = isReadByInstants
    sets = rules.sets
    page = rules.page
    saves = SaveRule(rules)
    isAtomic = rules.batch == .atomic
    parentField = rules.parent
    rule = MergeRule(rules)
    stampRule = MergeRule(.highestStamp, rules.tie)
    deletes = DeletePolicy(rules.deletes)
    retention = rules.retention
  }

  /// Whether a save is to name the tag of the record it is based on.
  var needsTags: Bool { saves == .ifTagMatches }

  mutating func addField(_ path: FieldPath) {
    if path.isLife {
      records[path.record, default: ([], nil)].life = fields.count
    } else {
      records[path.record, default: ([], nil)].fields.append(fields.count)
    }
    addField()
  }

  /// One that is known by its path already.
  mutating func addField() { fields.append(ModelField()) }

  func fieldsOf(_ record: RecordID) -> [FieldIndex] { records[record]?.fields ?? [] }

  func lifeField(of record: RecordID) -> FieldIndex? { records[record]?.life }

  /// Nil where the record was never deleted, as far as the cloud remembers.
  func life(of record: RecordID) -> ModelLife? {
    guard let life = lifeField(of: record).flatMap({ fields[$0].life }) else { return nil }
    return life.deletion == nil ? nil : life
  }

  mutating func begin(_ field: FieldIndex, of record: RecordID, _ state: FieldState) {
    fields[field].begin(state, under: sets)
    accept(field, of: record, at: .start)
  }

  /// Nothing is there any more, as if it never had been.
  mutating func empty(_ field: FieldIndex) {
    fields[field] = ModelField()
    tags = [:]
    pruned = 0
  }

  /// Of what the field was, checks have to know what it showed.
  mutating func remember(_ old: ModelField, of field: FieldIndex) { fields[field].remember(old) }

  func weigh(into state: inout StateDigest) {
    for field in fields { field.weigh(into: &state) }
    state.combine(pruned)
    feed.weigh(into: &state, withInstants: isReadByInstants)
    state.combine(snapshots.count)
    for (name, snapshot) in snapshots.sorted(by: { $0.key < $1.key }) {
      state.combine(name)
      snapshot.weigh(into: &state)
    }
    state.combine(misfit?.field)
  }

  /// Applies one edit that arrived, and says whether it was accepted, and whether that was a change
  /// of the field or of what became of its record.
  mutating func apply(
    _ edit: Edit, field: FieldIndex, user: EditIndex?, maker: NodeID, at instant: Instant,
    step: Int, message: MessageName?
  ) -> (isAccepted: Bool, isChange: Bool) {
    let number = feed.last + 1
    if fields[field].isCopy(of: edit) { return (false, false) }
    let stamp =
      edit.stamp.map { ModelStamp($0) }
      ?? ModelStamp(milliseconds: instant.milliseconds, counter: number)
    let isChange =
      if edit.path.isLife {
        applyToLife(edit, field: field, user: user, maker: maker, stamp: stamp, at: instant)
      } else {
        fields[field].apply(
          edit.operation, of: edit.intent, stamp: stamp, maker: maker, rule: rule, sets: sets)
      }
    if isChange == nil, misfit == nil { misfit = (step, field) }
    if isChange == true {
      fields[field].accept(
        number: number, intent: edit.intent, user: user, step: step, message: message)
      accept(field, of: edit.path.record, at: instant)
    }
    let hasTurned =
      !edit.path.isLife
      && turn(
        edit, user: user, isChange: isChange == true, at: instant, step: step, message: message)
    return (isChange == true, isChange == true || hasTurned)
  }

  private mutating func applyToLife(
    _ edit: Edit, field: FieldIndex, user: EditIndex?, maker: NodeID, stamp: ModelStamp,
    at instant: Instant
  ) -> Bool? {
    let isChange: Bool
    switch edit.operation {
    case .delete(let seen):
      let deletion = ModelLife.Deletion(
        intent: edit.intent, stamp: stamp, maker: maker, user: user)
      isChange = fields[field].changeLife { $0.delete(deletion, seen: seen) }
    case .create: isChange = fields[field].changeLife { $0.create(at: stamp) }
    case .write, .add, .remove, .replace, .increment: return nil
    }
    guard isChange else { return false }
    _ = decide(field, of: edit.path.record)
    noteChange(of: field, at: instant)
    return true
  }

  private mutating func noteChange(of life: FieldIndex, at instant: Instant) {
    guard retention != nil else { return }
    _ = fields[life].changeLife {
      $0.noteChange(at: instant)
      return true
    }
  }

  private mutating func decide(_ life: FieldIndex, of record: RecordID) -> Bool {
    let own = fieldsOf(record)
    let seen = fields[life].life?.observed ?? []
    let newest = own.compactMap { fields[$0].newest(but: seen) }.max()
    let holders = own.flatMap { fields[$0].holders }
    return fields[life].changeLife { $0.decide(deletes, newest: newest, holders: holders) }
  }

  /// Decides anew whether the edit's record is gone. Where that has turned by an edit of a field,
  /// it is a change of its own; and where tombstones are forgotten, whatever comes to a record that
  /// is gone makes its tombstone new again.
  private mutating func turn(
    _ edit: Edit, user: EditIndex?, isChange: Bool, at instant: Instant, step: Int,
    message: MessageName?
  ) -> Bool {
    let record = edit.path.record
    guard let life = lifeField(of: record) else { return false }
    let hasTurned = decide(life, of: record)
    let isRenewed = isChange && retention != nil && self.life(of: record)?.standing == .gone
    guard hasTurned || isRenewed else { return false }
    noteChange(of: life, at: instant)
    fields[life].accept(
      number: feed.last + 1, intent: edit.intent, user: user, step: step, message: message)
    accept(life, of: record, at: instant)
    return hasTurned
  }

  /// Forgets the records whose deletion is older than tombstones are kept, and names them.
  mutating func prune(at instant: Instant) -> [RecordID] {
    guard let retention else { return [] }
    var forgotten: [RecordID] = []
    for (record, known) in records {
      guard let life = known.life, fields[life].life?.isOver(after: retention, at: instant) ?? false
      else { continue }
      pruned = max(pruned, fields[life].number)
      tags[record] = nil
      for field in known.fields + [life] { fields[field] = ModelField() }
      forgotten.append(record)
    }
    return forgotten.sorted()
  }

  /// The records of a save that were deleted and are forgotten: an edit of one is refused, unless
  /// its maker takes the record for new or makes it anew.
  func forgottenRecords(of edits: [Edit]) -> Set<RecordID> {
    guard pruned > 0 else { return [] }
    var forgotten: Set<RecordID> = []
    for edit in edits where edit.base > 0 && edit.base <= pruned && tags[edit.path.record] == nil {
      forgotten.insert(edit.path.record)
    }
    for edit in edits where edit.operation == .create { forgotten.remove(edit.path.record) }
    return forgotten
  }

  private mutating func accept(_ field: FieldIndex, of record: RecordID, at instant: Instant) {
    feed.append(field, at: instant)
    tags[record] = feed.last
  }

  /// What a pull from `cursor` is answered; nil where that is of no use any more.
  func pulled(after cursor: Cursor) -> FeedModel.Page? {
    feed.page(after: cursor, most: page) { fields[$0].number }
  }

  /// Whether the value beats an edit that meets it, whichever of them arrives first.
  ///
  /// Only stamps that both carry can say so: under `lastArrival`, and in a tie that `arrival`
  /// decides, the one that arrives later wins, and that is not known yet.
  func beats(
    _ state: FieldState, edit value: Value, stamp: Stamp, by maker: NodeID,
    under rule: MergeRule? = nil
  ) -> Bool {
    guard case .scalar(let held, let best, let holder) = state.content else { return false }
    var field = StampedField(
      StampedField.Write(value: ModelValue(held), stamp: ModelStamp(best), device: holder.string))
    return !field.receive(
      ModelValue(value), stamp: ModelStamp(stamp), device: maker.string, rule: rule ?? self.rule)
  }
}

extension SaveRule {
  init(_ rules: CloudRules) {
    switch rules.saves {
    case .merge: self = .merge
    case .ifTagMatches: self = .ifTagMatches
    }
  }
}

extension MergeRule {
  init(_ rules: CloudRules) { self.init(rules.scalars, rules.tie) }

  init(_ scalars: CloudRules.Scalars, _ tie: CloudRules.Tie) {
    switch (scalars, tie) {
    case (.lastArrival, _): self = .lastArrival
    case (.highestStamp, .arrival): self = .highestStamp(tie: .arrival)
    case (.highestStamp, .device): self = .highestStamp(tie: .device)
    case (.highestStamp, .value): self = .highestStamp(tie: .value)
    }
  }
}
