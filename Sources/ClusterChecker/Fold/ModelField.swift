import ClusterCore
import SyncModels

/// One field of the pure model: what the cloud should hold there, and how it came to.
struct ModelField: Sendable {
  /// Whose value holds the field.
  enum Standing: Hashable, Sendable {
    case nobody
    /// A value that was there from the start.
    case start
    case user(EditIndex)
    /// A value that a device sent only because it saved the whole record.
    case carried(IntentID)
  }

  /// A change that was accepted.
  struct Accepted: Sendable {
    let number: Int
    let value: FieldValue
    let intent: IntentID
    let user: EditIndex?
    let step: Int
    let message: MessageName?
  }

  enum Content: Sendable {
    case nothing
    case scalar(StampedField<ModelValue>)
    case set(ObservedRemoveSet<Value, IntentID>)
    case replaced(ReplacedSet<Value>)
  }

  private(set) var content = Content.nothing
  private(set) var standing = Standing.nobody
  /// What was accepted, in the order of the feed numbers.
  private(set) var history: [Accepted] = []
  /// What was accepted and is no part of it any more: the cloud went back, or all was removed.
  private var forgotten: [Accepted] = []
  /// The members of a set with the adds that keep them; without them under `replace`.
  private(set) var members: [FieldState.Member] = []
  /// Intents that the cloud stamped here: a copy of one is not applied again.
  private var stampedByCloud: Set<IntentID> = []

  var number: Int { history.last?.number ?? 0 }
  var value: FieldValue? { history.last?.value }

  /// All that was ever accepted, in the order of the feed numbers.
  var everAccepted: [Accepted] {
    forgotten.isEmpty ? history : (forgotten + history).sorted { $0.number < $1.number }
  }

  mutating func remember(_ old: ModelField) {
    let known = Set(history.map(\.number))
    forgotten = old.everAccepted.filter { !known.contains($0.number) }
  }

  func weigh(into state: inout StateDigest) {
    content.weigh(into: &state)
    state.combine(standing)
    state.combine(history.count)
    for accepted in everAccepted {
      state.combine(accepted.number)
      state.combine(accepted.value)
      state.combine(accepted.intent)
      state.combine(accepted.user)
    }
    state.combine(members)
    state.combine(stampedByCloud)
  }

  /// Whether the value that holds the field now was brought by a save that only carried it.
  var isHeldByCarried: Bool {
    guard let last = history.last else { return false }
    return last.user == nil && last.step > 0
  }

  /// Whether one edit stands against another here, so that one of them wins.
  var hasWinner: Bool {
    switch content {
    case .scalar, .replaced: true
    case .nothing, .set: false
    }
  }

  /// Takes a record that was there from the start.
  mutating func begin(_ state: FieldState, under rule: CloudRules.Sets) {
    switch state.content {
    case .scalar(let value, let stamp, let maker):
      content = .scalar(
        StampedField(
          StampedField.Write(
            value: ModelValue(value), stamp: ModelStamp(stamp), device: maker.string)))
    case .set(let start) where rule == .replace:
      content = .replaced(ReplacedSet(start.map(\.value)))
      members = start
    case .set(let start):
      var set = ObservedRemoveSet<Value, IntentID>()
      for member in start {
        for add in member.adds { set.add(member.value, id: add) }
      }
      content = .set(set)
      members = start
    }
    standing = .start
    history.append(
      Accepted(
        number: state.number, value: state.shown, intent: state.intent, user: nil, step: 0,
        message: nil))
  }

  /// Whether a copy of an edit that the cloud has stamped here arrives again.
  mutating func isCopy(of edit: Edit) -> Bool {
    guard edit.stamp == nil else { return false }
    switch edit.operation {
    case .write, .replace: return !stampedByCloud.insert(edit.intent).inserted
    // An operation may add several values to one set; a second copy changes nothing anyhow.
    case .add, .remove: return false
    }
  }

  /// Applies what arrived; nil where such an edit cannot be of such a field.
  mutating func apply(
    _ operation: Edit.Operation, of intent: IntentID, stamp: ModelStamp, maker: NodeID,
    rule: MergeRule, sets: CloudRules.Sets
  ) -> Bool? {
    switch (operation, content, sets) {
    case (.write(let value), .nothing, _):
      return write(value, into: StampedField(), stamp: stamp, maker: maker, rule: rule)
    case (.write(let value), .scalar(let field), _):
      return write(value, into: field, stamp: stamp, maker: maker, rule: rule)
    case (.add(let value), .nothing, .union), (.add(let value), .nothing, .observedRemove):
      return change(ObservedRemoveSet()) { $0.add(value, id: intent) }
    case (.add(let value), .set(let set), .union),
      (.add(let value), .set(let set), .observedRemove):
      return change(set) { $0.add(value, id: intent) }
    case (.remove(let value, let adds), .nothing, .observedRemove):
      return change(ObservedRemoveSet()) { ModelField.remove(value, adds, from: &$0) }
    case (.remove(let value, let adds), .set(let set), .observedRemove):
      return change(set) { ModelField.remove(value, adds, from: &$0) }
    case (.replace(let values), .nothing, .replace), (.replace(let values), .replaced, .replace):
      let set = ReplacedSet(values)
      content = .replaced(set)
      members = set.elements.map { FieldState.Member(value: $0, adds: []) }
      return true
    case (.write, _, _), (.add, _, _), (.remove, _, _), (.replace, _, _): return nil
    }
  }

  private mutating func write(
    _ value: Value, into field: StampedField<ModelValue>, stamp: ModelStamp, maker: NodeID,
    rule: MergeRule
  ) -> Bool {
    var field = field
    let isKept = field.receive(
      ModelValue(value), stamp: stamp, device: maker.string, rule: rule)
    content = .scalar(field)
    return isKept
  }

  private mutating func change(
    _ set: consuming ObservedRemoveSet<Value, IntentID>,
    by body: (inout ObservedRemoveSet<Value, IntentID>) -> Bool
  ) -> Bool {
    content = .nothing
    let isChange = body(&set)
    if isChange {
      members = set.elements.map { value in
        FieldState.Member(value: value, adds: set.liveIDs(of: value).sorted())
      }
    }
    content = .set(set)
    return isChange
  }

  /// A remove that takes nothing out is no change, though it may keep out what comes later.
  private static func remove(
    _ value: Value, _ adds: [IntentID], from set: inout ObservedRemoveSet<Value, IntentID>
  ) -> Bool {
    let takesOut = !set.liveIDs(of: value).isDisjoint(with: adds)
    set.remove(value, observed: adds)
    return takesOut
  }

  /// Notes that what was applied last is the change of this number.
  ///
  /// A carried value that equals the one held leaves that one's edit standing: it is the same
  /// value still, and nobody's edit is lost to it.
  mutating func accept(
    number: Int, intent: IntentID, user: EditIndex?, step: Int, message: MessageName?
  ) {
    let value = currentValue
    if let user {
      standing = .user(user)
    } else if history.last?.value != value {
      standing = .carried(intent)
    }
    history.append(
      Accepted(
        number: number, value: value, intent: intent, user: user, step: step, message: message))
  }

  private var currentValue: FieldValue {
    guard case .scalar(let field) = content, let held = field.current?.value.value else {
      return .set(members.map(\.value))
    }
    return .scalar(held)
  }
}

extension ModelField.Content {
  func weigh(into state: inout StateDigest) {
    switch self {
    case .nothing: state.combine(0)
    case .scalar(let field):
      state.combine(1)
      state.combine(field.current?.value.value)
      state.combine(field.current?.stamp)
      state.combine(field.current?.device)
    case .set(let set):
      state.combine(2)
      state.combine(set)
    case .replaced(let set):
      state.combine(3)
      state.combine(set.elements)
    }
  }
}

/// A value as the models compare it.
struct ModelValue: ByteComparable, Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var comparedText: String { value.comparisonText.string }
}

extension ModelStamp {
  init(_ stamp: Stamp) {
    self.init(
      milliseconds: stamp.milliseconds, counter: stamp.counter,
      device: stamp.device?.string ?? "")
  }
}
