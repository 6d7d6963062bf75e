import ClusterCore

/// What the event in hand did, worked out once for every check.
struct Moment: Sendable {
  /// An edit of a save that the cloud handled.
  struct Arrived: Sendable {
    let edit: Edit
    let field: FieldIndex
    /// The user's edit; nil for a value that was merely carried along.
    let user: EditIndex?
    /// Whether no earlier save brought it.
    let isFirst: Bool
    let isAccepted: Bool
    /// What held the field just before.
    let before: ModelField.Standing
    /// Whether a user's edit lost to a value that was merely carried along, and to no edit.
    let isLostToCarried: Bool
    /// Why its record is refused by the model: then nothing happened.
    var refusal: CloudError?
    /// Whether the cloud holds something else since: in the field, or of its record.
    var isChange = false
    var isRefused: Bool { refusal != nil }
  }

  /// What a device was told that the cloud holds.
  struct Told: Sendable {
    let field: FieldIndex
    let state: FieldState
  }

  struct Sent: Sendable {
    let message: MessageName
    /// Where a pull reads on; nil for any other message.
    let cursor: Cursor?
  }

  /// The device that handled it.
  var device: DeviceIndex?
  /// Whether it is a part of the calm, and so no witness.
  var isCalms = false
  /// The device whose process is over.
  var died: DeviceIndex?
  /// The step that its death cut; nil where it died between two.
  var cutStep: Int?
  /// Whether its user removed it, and its store with it.
  var isRemoval = false
  var made: [EditIndex] = []
  /// Edits whose making was cut off, and which a new process shows after all.
  var taken: [EditIndex] = []
  var told: [Told] = []
  /// Edits of another actor of the device that it found in their store.
  var read: [EditIndex] = []
  /// Fields whose shown value changed.
  var shown: [FieldIndex] = []
  var arrived: [Arrived] = []
  /// Whether the device in hand was told that deletions may be forgotten.
  var isToldPruned = false
  /// Records that the device in hand was told are forgotten at the cloud.
  var forgotten: [RecordID] = []
  var sent: [Sent] = []
  /// What the scenario has the cloud answer instead.
  var scripted: ScriptedAnswer?
  /// What the model answers a request whose kind is limited.
  var throttled: Answer?
  /// What an order, or a question about one, is to be answered by the model.
  var orderAnswer: Answer?
  /// Whether an order came into the ledger.
  var isPlaced = false
  /// Whether the cloud's records went back, or were all removed.
  var hasGoneBack = false

  /// Whether no device made, was told or showed anything.
  var isIdle: Bool {
    made.isEmpty && told.isEmpty && read.isEmpty && shown.isEmpty && !isToldPruned
  }

  /// Forgets the event before, and keeps the memory.
  mutating func clear() {
    device = nil
    isCalms = false
    isPlaced = false
    isToldPruned = false
    hasGoneBack = false
    // By the case: to compare with nil is to copy an answer.
    if case .some = scripted { scripted = nil }
    if case .some = throttled { throttled = nil }
    if case .some = orderAnswer { orderAnswer = nil }
    died = nil
    cutStep = nil
    isRemoval = false
    if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
    if !made.isEmpty { made.removeAll(keepingCapacity: true) }
    if !told.isEmpty { told.removeAll(keepingCapacity: true) }
    if !read.isEmpty { read.removeAll(keepingCapacity: true) }
    if !shown.isEmpty { shown.removeAll(keepingCapacity: true) }
    if !forgotten.isEmpty { forgotten = [] }
    if !arrived.isEmpty { arrived.removeAll(keepingCapacity: true) }
    if !sent.isEmpty { sent.removeAll(keepingCapacity: true) }
  }
}
