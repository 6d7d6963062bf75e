import ClusterCore

/// One change of one field, as a client saves it.
public struct FieldEdit: Hashable, Sendable, Codable {
  public enum Change: Hashable, Sendable, Codable {
    case write(PlainValue)
    /// Adds a value to a set.
    case add(PlainValue)
    /// Takes a value out of a set; `observed` names the adds of it that the client had seen.
    case remove(PlainValue, observed: [String])
    /// The whole set as the client shows it, where the cloud replaces sets.
    case replace([PlainValue])
    /// Adds to a counter, where the cloud sums up; the edit's intent tells it from every other.
    case increment(Int64)
  }

  /// The id of what the user did.
  public let intent: String
  public let record: String
  public let field: String
  public let change: Change
  /// Nil where the cloud is to stamp it on arrival.
  public let stamp: EditStamp?
  /// The change tag that the client knows of the record: the largest ``FieldChange/number`` of its
  /// fields; 0 for none.
  public let base: Int

  public init(
    intent: String, record: String, field: String, change: Change, stamp: EditStamp? = nil,
    base: Int = 0
  ) {
    self.intent = intent
    self.record = record
    self.field = field
    self.change = change
    self.stamp = stamp
    self.base = base
  }
}

/// What the cloud holds in one field, as it comes with a pull or a save's answer.
public struct FieldChange: Hashable, Sendable, Codable {
  /// A value in a set, and the intents that added it and keep it there.
  public struct Member: Hashable, Sendable, Codable {
    public let value: PlainValue
    public let adds: [String]
  }

  public enum Content: Hashable, Sendable, Codable {
    /// A value, the stamp it holds the field with, and the device that made it.
    case value(PlainValue, stamp: EditStamp, maker: String)
    /// The members in the order of their bytes.
    case set([Member])
    /// The sum of what was added to a counter, and the intents that added it.
    case counter(Int64, counted: [String])
    /// What became of a deleted record; the field is empty, since it is about the record itself.
    case tombstone(isGone: Bool)
  }

  public let record: String
  public let field: String
  public let content: Content
  /// The intent whose edit holds the field, or last changed the set.
  public let intent: String
  /// The feed number of that change, from 1: of two changes of a field the larger is the newer.
  public let number: Int

  /// What the field shows.
  public var value: FieldValue {
    switch content {
    case .value(let value, _, _): .value(value)
    case .set(let members): .set(members.map(\.value))
    case .counter(let sum, _): .value(.integer(sum))
    case .tombstone(let isGone): .value(.bool(!isGone))
    }
  }
}

/// Some of the change feed, oldest first.
public struct ChangePage: Hashable, Sendable {
  public let changes: [FieldChange]
  /// Where to pull from next.
  public let cursor: FeedCursor
  public let hasMore: Bool
  /// How often the cloud's records were restored from a backup. Where it is another than before,
  /// all has to be read anew, and sent what the cloud lacks.
  public let restorations: Int
}

/// How far a client has read the change feed; to be stored, and compared by its order.
public struct FeedCursor: Hashable, Comparable, Codable, Sendable {
  /// The cloud gives out another generation once it has forgotten how far devices had read.
  public let generation: Int
  /// The feed number of the last change read.
  public let number: Int

  /// Before all changes.
  public static let start = FeedCursor(generation: 0, number: 0)

  public static func < (left: FeedCursor, right: FeedCursor) -> Bool {
    (left.generation, left.number) < (right.generation, right.number)
  }

  /// - Parameters:
  ///   - generation: 0 unless the cloud has said otherwise.
  ///   - number: 0 for none.
  public init(generation: Int, number: Int) {
    self.generation = generation
    self.number = number
  }

  /// Nil for an instant, which nobody is given who asks by number.
  init?(_ cursor: Cursor) {
    guard case .number(let number, let generation) = cursor else { return nil }
    self.init(generation: generation, number: number)
  }

  var cursor: Cursor { .number(number, generation: generation) }
}

/// What became of one edit of a save.
public struct SaveResult: Hashable, Sendable {
  public let intent: String
  public let record: String
  public let field: String
  /// Whether the edit holds the field (or stands in the set) now.
  public let isKept: Bool
  /// What the cloud holds there after the save: the edit itself, or what it lost to.
  public let current: FieldChange?
  /// Why the edit was not taken in at all; nil where it was.
  public let refusal: TransportError?
  /// The cloud's record where it was refused, field by field; in the record's first result only.
  public let refusedRecord: [FieldChange]
}

// MARK: To and from the cluster's own

extension FieldEdit {
  var edit: Edit {
    let operation: Edit.Operation =
      switch change {
      case .write(let value): .write(value.value)
      case .add(let value): .add(value.value)
      case .remove(let value, let observed):
        .remove(value.value, observed: observed.map { IntentID($0) })
      case .replace(let values): .replace(Set(values.map(\.value)).sorted())
      case .increment(let amount): .increment(amount)
      }
    return Edit(
      intent: IntentID(intent), path: FieldPath(RecordID(record), FieldName(field)),
      operation: operation, stamp: stamp?.stamp, base: max(0, base))
  }
}

extension FieldChange {
  init(_ change: ClusterCore.Change) { self.init(change.path, change.state) }

  init(_ path: FieldPath, _ state: FieldState) {
    record = path.record.string
    field = path.field.string
    intent = state.intent.string
    number = state.number
    content =
      switch state.content {
      case .scalar(let value, let stamp, let maker):
        .value(PlainValue(value), stamp: EditStamp(stamp), maker: maker.string)
      case .set(let members):
        .set(
          members.map { member in
            Member(value: PlainValue(member.value), adds: member.adds.map(\.string))
          })
      case .counter(let increments):
        .counter(Counter.total(of: increments), counted: increments.map(\.id.string))
      case .tombstone(let tombstone): .tombstone(isGone: tombstone.standing == .gone)
      }
  }
}

extension SaveResult {
  init(_ result: EditResult) {
    intent = result.intent.string
    record = result.path.record.string
    field = result.path.field.string
    isKept = result.isKept
    current = result.state.map { FieldChange(result.path, $0) }
    refusal = result.refusal.map { TransportError($0.error) }
    refusedRecord = result.refusal?.record.map { FieldChange($0) } ?? []
  }
}
