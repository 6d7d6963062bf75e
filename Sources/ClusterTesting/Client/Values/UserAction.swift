import ClusterCore

/// What the user of a device does: an operation of the scenario's timeline.
public enum UserAction: Hashable, Sendable {
  /// A field and the value that the user gives it.
  public struct Field: Hashable, Sendable {
    public let record: String
    public let field: String
    public let value: FieldValue
  }

  /// Values that go into a set, or out of it.
  public struct Members: Hashable, Sendable {
    public let record: String
    public let field: String
    public let values: [PlainValue]
  }

  /// An amount to add to the number that a field shows.
  public struct Amount: Hashable, Sendable {
    public let record: String
    public let field: String
    public let amount: Int64
  }

  /// Writes fields of one value each, in the order of their names.
  case write([Field])
  case add([Members])
  case remove([Members])
  /// Makes records; a set stands for its members, to be added.
  case create([Field])
  case increment([Amount])
  /// Settles what the user was asked of these fields; where nothing was, an ordinary write.
  case resolve([Field])
  /// Saves what is pending, then pulls all pages. The calm at the end of a run asks for it too.
  case sync
  /// `tries`: the intent that the user tries again; nil for a new order.
  case order(String, tries: String?)
  case search(String)
  case register(deviceToken: String)
  /// The app is opened, by a tap on the push of that id or from its icon.
  case open(push: String?)
  case markRead([String])
  /// Any request that needs a user; `preparing` is how long the app works on it between taking up
  /// its session and using it.
  case call(String, preparing: Swift.Duration)
  case signIn(String)
  case signOut
  /// An operation that this library does not map yet, by its verb in the scenario format.
  case other(String)
}

extension UserAction {
  init(_ operation: Operation, intent: IntentID) {
    switch operation {
    case .write(let values): self = .write(UserAction.fields(values))
    case .add(let values): self = .add(UserAction.members(values))
    case .remove(let values): self = .remove(UserAction.members(values))
    case .create(let values):
      self = .create(
        values.sorted { $0.key < $1.key }.map { path, value in
          Field(
            record: path.record.string, field: path.field.string, value: FieldValue(value))
        })
    case .increment(let amounts):
      self = .increment(
        amounts.sorted { $0.key < $1.key }.map { path, amount in
          Amount(record: path.record.string, field: path.field.string, amount: amount)
        })
    case .resolve(let values): self = .resolve(UserAction.fields(values))
    case .sync: self = .sync
    case .order(let wish):
      let named = wish.intent.flatMap { $0 == intent ? nil : $0.string }
      self = .order(wish.item.string, tries: named)
    case .search(let query): self = .search(query.string)
    case .register(let token): self = .register(deviceToken: token.string)
    case .open(let push): self = .open(push: push?.string)
    case .markRead(let items): self = .markRead(items.map(\.string))
    case .call(let name, let preparing):
      self = .call(name.string, preparing: .milliseconds(preparing.count))
    case .signIn(let user): self = .signIn(user.string)
    case .signOut: self = .signOut
    case .delete, .resolveAll, .download, .upload, .cancelTransfer:
      self = .other(operation.verb.rawValue)
    }
  }

  private static func fields(_ values: [FieldPath: Value]) -> [Field] {
    values.sorted { $0.key < $1.key }.map { path, value in
      Field(
        record: path.record.string, field: path.field.string, value: .value(PlainValue(value)))
    }
  }

  private static func members(_ values: [FieldPath: [Value]]) -> [Members] {
    values.sorted { $0.key < $1.key }.map { path, values in
      Members(
        record: path.record.string, field: path.field.string, values: values.map(PlainValue.init))
    }
  }
}

extension PushMessage {
  init(_ push: Push) {
    switch push {
    case .changed(let intent): self = .changed(intent: intent.string)
    case .notice(let notice):
      self = .notice(id: notice.id.string, item: notice.item?.string, badge: notice.badge)
    }
  }
}
