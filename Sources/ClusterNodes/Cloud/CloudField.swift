import ClusterCore

/// What the cloud holds in one field, and how a save changes it.
struct CloudField: Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    case empty
    case scalar(Value, stamp: Stamp, maker: NodeID)
    /// The adds of each member, and the adds that were taken out, which stay out.
    case set([Value: Set<IntentID>], removed: [Value: Set<IntentID>])
    /// What was added, each amount under the intent that added it.
    case counter([IntentID: Int64])
  }

  private var content = Content.empty
  /// The intent that holds the field, or last changed the set.
  private(set) var intent = StartState.intent
  /// The feed number of the last accepted change; 0 before the first.
  private(set) var number = 0
  /// The highest stamp of a value that was written here, whether or not it was kept.
  private var newestWrite: Stamp?
  /// The stamps of what was added to a set or a counter. No device is told of them.
  private var untold: [IntentID: Stamp] = [:]
  /// Edits applied here, kept only where a copy of one must not be applied again.
  private var applied: Set<Applied> = []

  /// An intent adds several values to a set, each an edit of its own.
  private struct Applied: Hashable {
    let intent: IntentID
    let operation: Edit.Operation
  }

  init() {}

  init(_ state: FieldState) {
    intent = state.intent
    number = state.number
    switch state.content {
    case .scalar(let value, let stamp, let maker):
      content = .scalar(value, stamp: stamp, maker: maker)
    case .set(let members):
      content = .set(
        Dictionary(uniqueKeysWithValues: members.map { ($0.value, Set($0.adds)) }), removed: [:])
    case .counter(let increments):
      content = .counter(
        Dictionary(uniqueKeysWithValues: increments.map { ($0.id, $0.amount) }))
    case .tombstone: preconditionFailure("a tombstone was handed to a field")
    }
    newestWrite = StartState.stamp
  }

  /// The highest stamp of an edit that put something here, whether or not it was kept; nil for
  /// none.
  ///
  /// - Parameter seen: what whoever deleted the record had seen. Of that the adds and increments do
  ///   not count: their stamps are not told, so that no clock can follow them.
  func newest(but seen: Set<IntentID>) -> Stamp? {
    let added = untold.lazy.filter { !seen.contains($0.key) }.map(\.value).max()
    return [newestWrite, added].compactMap(\.self).max()
  }

  /// Nil where nothing was ever accepted.
  var state: FieldState? {
    guard number > 0 else { return nil }
    switch content {
    case .empty: return nil
    case .scalar(let value, let stamp, let maker):
      return FieldState(
        content: .scalar(value, stamp: stamp, maker: maker), intent: intent, number: number)
    case .set(let members, _):
      let list = members.sorted { $0.key < $1.key }.map {
        FieldState.Member(value: $0.key, adds: $0.value.sorted())
      }
      return FieldState(content: .set(list), intent: intent, number: number)
    case .counter(let amounts):
      let list = amounts.sorted { $0.key < $1.key }.map {
        Counter.Increment(id: $0.key, amount: $0.value)
      }
      return FieldState(content: .counter(list), intent: intent, number: number)
    }
  }

  /// Whether the edit holds the field now.
  func isHeld(by edit: Edit) -> Bool {
    if case .scalar = content { return intent == edit.intent }
    return true
  }

  /// Applies one edit that arrived; returns whether that was a change. `next` is the feed
  /// number it gets if it is one.
  mutating func apply(
    _ edit: Edit, from maker: NodeID, at instant: Instant, next: Int, rules: CloudRules
  ) -> Bool {
    if edit.stamp == nil {
      let this = Applied(intent: edit.intent, operation: edit.operation)
      guard applied.insert(this).inserted else { return false }
    }
    let stamp = edit.stamp ?? Stamp(milliseconds: instant.milliseconds, counter: next)
    noteStamp(of: edit, stamp)
    let isChange =
      switch edit.operation {
      case .write(let value): write(value, stamp: stamp, maker: maker, rules: rules)
      case .add(let value): add(value, edit.intent)
      case .remove(let value, let observed): remove(value, observed)
      case .replace(let values): replace(values, edit.intent)
      case .increment(let amount): increment(by: amount, edit.intent)
      case .delete, .create: preconditionFailure("\(edit.path) is no field")
      }
    if isChange {
      intent = edit.intent
      number = next
    }
    return isChange
  }

  private mutating func noteStamp(of edit: Edit, _ stamp: Stamp) {
    switch edit.operation {
    case .write(.null), .remove, .delete, .create: break
    case .write: newestWrite = max(newestWrite ?? stamp, stamp)
    case .add, .replace, .increment:
      untold[edit.intent] = max(untold[edit.intent] ?? stamp, stamp)
    }
  }

  private mutating func write(
    _ value: Value, stamp: Stamp, maker: NodeID, rules: CloudRules
  ) -> Bool {
    if rules.scalars == .highestStamp, case .scalar(let held, let best, let holder) = content {
      guard stamp >= best else { return false }
      if stamp == best {
        switch rules.tie {
        case .arrival: break
        case .device: guard maker >= holder else { return false }
        case .value: guard value.comparisonText >= held.comparisonText else { return false }
        }
      }
    }
    content = .scalar(value, stamp: stamp, maker: maker)
    return true
  }

  private mutating func add(_ value: Value, _ id: IntentID) -> Bool {
    var (members, removed) = takeSet()
    let isOut = removed[value]?.contains(id) ?? false
    let isNew = !isOut && members[value, default: []].insert(id).inserted
    content = .set(members, removed: removed)
    return isNew
  }

  private mutating func remove(_ value: Value, _ observed: [IntentID]) -> Bool {
    var (members, removed) = takeSet()
    removed[value, default: []].formUnion(observed)
    let old = members[value]
    let left = old?.subtracting(observed) ?? []
    members[value] = left.isEmpty ? nil : left
    content = .set(members, removed: removed)
    return old != members[value]
  }

  private mutating func replace(_ values: [Value], _ id: IntentID) -> Bool {
    content = .set(Dictionary(uniqueKeysWithValues: values.map { ($0, [id]) }), removed: [:])
    return true
  }

  private mutating func increment(by amount: Int64, _ id: IntentID) -> Bool {
    var amounts: [IntentID: Int64] = [:]
    if case .counter(let held) = content { amounts = held }
    guard amounts.updateValue(amount, forKey: id) == nil else { return false }
    content = .counter(amounts)
    return true
  }

  /// Takes the set out to be changed, so that nothing of it has to be copied.
  private mutating func takeSet() -> ([Value: Set<IntentID>], [Value: Set<IntentID>]) {
    guard case .set(let members, let removed) = content else { return ([:], [:]) }
    content = .empty
    return (members, removed)
  }
}
