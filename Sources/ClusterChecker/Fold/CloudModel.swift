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
  }

  /// Whether a save is to name the tag of the record it is based on.
  var needsTags: Bool { saves == .ifTagMatches }

  mutating func addField() { fields.append(ModelField()) }

  mutating func begin(_ field: FieldIndex, of record: RecordID, _ state: FieldState) {
    fields[field].begin(state, under: sets)
    accept(field, of: record, at: .start)
  }

  /// Nothing is there any more, as if it never had been.
  mutating func empty(_ field: FieldIndex) {
    fields[field] = ModelField()
    tags = [:]
  }

  /// Of what the field was, checks have to know what it showed.
  mutating func remember(_ old: ModelField, of field: FieldIndex) { fields[field].remember(old) }

  func weigh(into state: inout StateDigest) {
    for field in fields { field.weigh(into: &state) }
    feed.weigh(into: &state, withInstants: isReadByInstants)
    state.combine(snapshots.count)
    for (name, snapshot) in snapshots.sorted(by: { $0.key < $1.key }) {
      state.combine(name)
      snapshot.weigh(into: &state)
    }
    state.combine(misfit?.field)
  }

  /// Applies one edit that arrived, and says whether that was a change.
  mutating func apply(
    _ edit: Edit, field: FieldIndex, user: EditIndex?, maker: NodeID, at instant: Instant,
    step: Int, message: MessageName?
  ) -> Bool {
    let number = feed.last + 1
    if fields[field].isCopy(of: edit) { return false }
    let stamp =
      edit.stamp.map { ModelStamp($0) }
      ?? ModelStamp(milliseconds: instant.milliseconds, counter: number)
    let isChange = fields[field].apply(
      edit.operation, of: edit.intent, stamp: stamp, maker: maker, rule: rule, sets: sets)
    guard let isChange else {
      if misfit == nil { misfit = (step, field) }
      return false
    }
    guard isChange else { return false }
    fields[field].accept(
      number: number, intent: edit.intent, user: user, step: step, message: message)
    accept(field, of: edit.path.record, at: instant)
    return true
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
