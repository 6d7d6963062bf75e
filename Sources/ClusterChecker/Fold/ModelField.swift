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
    case counter(DistinctCounter<IntentID>)
    /// Of the record itself.
    case life(ModelLife)
  }

  private(set) var content = Content.nothing
  private(set) var standing = Standing.nobody
  /// What was accepted, in the order of the feed numbers.
  private(set) var history: [Accepted] = []
  /// What was accepted and is no part of it any more: the cloud went back, or all was removed.
  private var forgotten: [Accepted] = []
  /// The members of a set with the adds that keep them; under `replace` that is the edit that
  /// holds the set.
  private(set) var members: [FieldState.Member] = []
  /// What was added to a counter, in the order of the ids' bytes.
  private(set) var increments: [Counter.Increment] = []
  /// The highest stamp of a value that was written here, whether or not it was kept.
  private var newestWrite: ModelStamp?
  /// The stamps of what was added to a set or a counter, which no device is told of.
  private var untold: [IntentID: ModelStamp] = [:]
  /// Intents that the cloud stamped here: a copy of one is not applied again.
  private var stampedByCloud: Set<Stamped> = []

  /// An operation may add several values to one set, each by an edit of its own.
  private struct Stamped: Hashable, Sendable {
    let intent: IntentID
    let operation: Edit.Operation
  }

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
    state.combine(increments)
    state.combine(newestWrite)
    state.combine(untold)
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
    case .nothing, .set, .counter, .life: false
    }
  }

  var life: ModelLife? {
    if case .life(let life) = content { life } else { nil }
  }

  /// Whatever stands here: the edit that holds it, the adds of its members, its increments.
  var holders: [IntentID] {
    switch content {
    case .nothing, .life: []
    case .scalar(let field) where field.current?.value.value == .null: []
    case .scalar, .replaced: history.last.map { [$0.intent] } ?? []
    case .set: members.flatMap(\.adds)
    case .counter: increments.map(\.id)
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
    case .counter(let start):
      var counter = DistinctCounter<IntentID>()
      for increment in start { counter.increment(by: Int(increment.amount), id: increment.id) }
      content = .counter(counter)
      increments = start
    case .tombstone: break
    }
    newestWrite = ModelStamp(StartState.stamp)
    standing = .start
    history.append(
      Accepted(
        number: state.number, value: state.shown, intent: state.intent, user: nil, step: 0,
        message: nil))
  }

  /// Whether a copy of an edit that the cloud has stamped here arrives again.
  mutating func isCopy(of edit: Edit) -> Bool {
    guard edit.stamp == nil else { return false }
    let this = Stamped(intent: edit.intent, operation: edit.operation)
    return !stampedByCloud.insert(this).inserted
  }

  /// Applies what arrived; nil where such an edit cannot be of such a field.
  mutating func apply(
    _ operation: Edit.Operation, of intent: IntentID, stamp: ModelStamp, maker: NodeID,
    rule: MergeRule, sets: CloudRules.Sets
  ) -> Bool? {
    note(stamp, of: operation, intent)
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
      members = set.elements.map { FieldState.Member(value: $0, adds: [intent]) }
      return true
    case (.increment(let amount), .nothing, _):
      return count(amount, of: intent, in: DistinctCounter())
    case (.increment(let amount), .counter(let counter), _):
      return count(amount, of: intent, in: counter)
    case (.write, _, _), (.add, _, _), (.remove, _, _), (.replace, _, _), (.increment, _, _),
      (.delete, _, _), (.create, _, _):
      return nil
    }
  }

  private mutating func note(
    _ stamp: ModelStamp, of operation: Edit.Operation, _ intent: IntentID
  ) {
    switch operation {
    case .write(.null), .remove, .delete, .create: break
    case .write(_): newestWrite = max(newestWrite ?? stamp, stamp)
    case .add, .replace, .increment: untold[intent] = max(untold[intent] ?? stamp, stamp)
    }
  }

  /// The highest stamp that counts against a deletion whose maker had seen these: of what it had
  /// seen, only written values have a stamp that its clock could follow.
  func newest(but seen: Set<IntentID>) -> ModelStamp? {
    let added = untold.filter { !seen.contains($0.key) }.values
    return (added + [newestWrite].compactMap(\.self)).max()
  }

  private mutating func count(
    _ amount: Int64, of intent: IntentID, in counter: DistinctCounter<IntentID>
  ) -> Bool {
    var counter = counter
    let isNew = counter.increment(by: Int(amount), id: intent)
    content = .counter(counter)
    guard isNew else { return false }
    increments.append(Counter.Increment(id: intent, amount: amount))
    increments.sort { $0.id < $1.id }
    return true
  }

  /// Changes what is known of the record itself, and says whether that was a change.
  mutating func changeLife(_ change: (inout ModelLife) -> Bool) -> Bool {
    var life = self.life ?? ModelLife()
    let isChange = change(&life)
    content = .life(life)
    return isChange
  }

  /// Whether the cloud should hold anything here.
  var holdsSomething: Bool {
    guard !history.isEmpty else { return false }
    return switch content {
    case .nothing: false
    case .scalar(let field): field.current != nil
    case .set, .replaced, .counter: true
    case .life(let life): life.tombstone != nil
    }
  }

  /// What the cloud should hold here, as it would say it; nil where that is nothing.
  var state: FieldState? {
    guard let last = history.last else { return nil }
    let content: FieldState.Content
    switch self.content {
    case .nothing: return nil
    case .scalar(let field):
      guard let held = field.current else { return nil }
      content = .scalar(
        held.value.value, stamp: Stamp(held.stamp), maker: NodeID(held.device))
    case .set, .replaced: content = .set(members)
    case .counter: content = .counter(increments)
    case .life(let life):
      guard let tombstone = life.tombstone else { return nil }
      content = .tombstone(tombstone)
    }
    return FieldState(content: content, intent: last.intent, number: last.number)
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
    switch content {
    case .counter(let counter): return .scalar(.integer(Int64(counter.value)))
    case .life(let life): return .scalar(.text(Text(life.standing.rawValue)))
    case .nothing, .scalar, .set, .replaced: break
    }
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
    // The increments stand beside it.
    case .counter: state.combine(4)
    case .life(let life):
      state.combine(5)
      life.weigh(into: &state)
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

extension Stamp {
  init(_ stamp: ModelStamp) {
    self.init(
      milliseconds: stamp.milliseconds, counter: stamp.counter,
      device: stamp.device.isEmpty ? nil : NodeID(stamp.device))
  }
}

extension ModelStamp {
  init(_ stamp: Stamp) {
    self.init(
      milliseconds: stamp.milliseconds, counter: stamp.counter,
      device: stamp.device?.string ?? "")
  }
}
