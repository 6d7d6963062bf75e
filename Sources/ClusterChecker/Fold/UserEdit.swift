import ClusterCore

/// What one operation of a user did to one field, and what is known of it so far.
///
/// Only the timeline's intents make one: what a device merely carries along, or calls an edit
/// though no operation asked for it, is none.
struct UserEdit: Sendable {
  /// One thing the user can see of it.
  struct Part: Sendable {
    enum Deed: Hashable, Sendable {
      case write(Value)
      case add(Value)
      case remove(Value)
      case increment(Int64)
      /// Of the record itself.
      case delete
    }

    let deed: Deed
    /// Whether it was so before the edit: a remove of it then had nothing to take out.
    let wasSo: Bool

    var value: Value {
      switch deed {
      case .write(let value), .add(let value), .remove(let value): value
      case .increment(let amount): .integer(amount)
      case .delete: .null
      }
    }

    func isShown(in shown: FieldValue?) -> Bool { deed.isShown(in: shown) }
  }

  /// Where a save carrying it was first handled by the cloud, and what the cloud said of it.
  ///
  /// By the cloud's own answer, since that is the count of changes that devices are told: a
  /// cloud that counts wrong is to be blamed by `matches-model` and must not make a device that
  /// follows it look wrong. By the model where the cloud says nothing.
  struct Arrival: Sendable {
    let step: Int
    let message: MessageName?
    /// Whether it holds the field after that save.
    let isKept: Bool
    /// The feed number of the field after that save.
    let number: Int
  }

  let key: EditKey
  let field: FieldIndex
  let maker: DeviceIndex
  let mark: Sight.Mark
  let parts: [Part]
  let madeAt: Instant
  let madeStep: Int
  /// What the maker had seen when making it.
  let sight: Sight
  /// The feed number of the newest state of the field that the maker had been told.
  let told: Int
  /// What stood on the maker's screen in the field, and beside it in a question.
  var onScreen: [FieldValue] = []

  /// The feed number of the newest word on its record's deletion that the maker had been told.
  var toldLife = 0
  /// Up to which feed number the maker had been told that deletions may be forgotten.
  var toldPruned = 0
  /// Known once a save carries it, unless the cloud is to stamp it.
  var stamp: Stamp?
  /// Where the device stored it before sending it; read for the stamp alone.
  var entry: StoreEntry?
  /// Whether the device showed it as made when the step was over.
  ///
  /// Or when its making was cut off by a kill, and a later process of the device showed it.
  var wasShown = false
  /// Whether a kill cut the step that made it: then it may take effect or not, but wholly.
  var wasCutOff = false
  /// Whether its user removed the app before the edit had arrived. That is the user's own act:
  /// what goes with the app is not lost.
  var wasGivenUp = false
  /// The adds that a remove says it saw, by the value; nothing before it is sent.
  var observed: [(value: Value, adds: [IntentID])] = []
  var wasSent = false
  /// Whether a save with it was refused because its record had changed.
  var wasStale = false
  /// Why the last save that was refused with it was.
  var refusal: CloudError?
  /// Whether its record was deleted and forgotten, and it with that.
  var wasForgotten = false
  /// Whether it is the sum of what the user saw and added: what it had not seen is not in it.
  var isSum = false
  var arrival: Arrival?
  /// Whether an answer that names it was delivered to its maker.
  var isAnswered = false
  /// Whether its maker was delivered the field with this edit as its winner.
  var isEchoed = false
  /// Another edit its maker was told of, which beats it by the rule wherever they meet.
  var beatenBy: IntentID?

  /// Where it had arrived before a rollback took it from the cloud.
  var takenFrom: Arrival?
  /// Whether another device than its maker had been told of it by then.
  var isKnownToOthers = false
  /// Whether the cloud undid it so that nobody can be asked for it: all was removed on purpose, or
  /// a rollback took it after it had lost, or took out a remove.
  var wasUndone = false

  func weigh(into state: inout StateDigest) {
    state.combine(key)
    state.combine(maker)
    state.combine(mark.maker)
    state.combine(mark.turn)
    for part in parts {
      state.combine(part.deed)
      state.combine(part.wasSo)
    }
    state.combine(madeAt)
    sight.weigh(into: &state)
    state.combine(told)
    state.combine(onScreen.count)
    for value in onScreen { state.combine(value) }
    state.combine(toldLife)
    state.combine(toldPruned)
    state.combine([wasShown, wasCutOff, wasGivenUp, wasSent, isAnswered, isEchoed, wasStale])
    state.combine([takenFrom != nil, isKnownToOthers, wasUndone, wasForgotten])
    state.combine(takenFrom?.number)
    state.combine(refusal)
    state.combine(observed.count)
    for observed in observed {
      state.combine(observed.value)
      state.combine(observed.adds)
    }
    state.combine(arrival?.isKept)
    state.combine(arrival?.number)
    state.combine(beatenBy)
  }

  /// Where it came to the cloud, whether or not a rollback has taken it from there since.
  var lastArrival: Arrival? { arrival ?? takenFrom }

  var takesSomethingOut: Bool {
    parts.contains { if case .remove = $0.deed { true } else { false } }
  }

  /// What it wrote, for a scalar field.
  var written: Value? {
    guard case .write(let value) = parts.first?.deed else { return nil }
    return value
  }

  /// Whether this edit was there to be seen by the maker of another one of its field.
  func isSighted(by other: UserEdit) -> Bool {
    if maker == other.maker { return other.sight.contains(mark) }
    guard let arrival else { return false }
    return arrival.number <= other.told
  }
}

extension UserEdit.Part.Deed {
  func isShown(in shown: FieldValue?) -> Bool {
    switch (self, shown) {
    case (.write(let value), .scalar(let other)): value == other
    case (.add(let value), .set(let members)): members.contains(value)
    case (.remove(let value), .set(let members)): !members.contains(value)
    case (.write(.null), nil): true
    case (.remove, nil): true
    // Of what others added to the number as well, the device's own part is not to be told.
    case (.increment, .scalar(.integer)): true
    case (.delete, nil): true
    case (.write, _), (.add, _), (.remove, _), (.increment, _), (.delete, _): false
    }
  }
}
