/// One entry of a device's journal.
package enum StoreEntry: Hashable, Sendable {
  /// Edits the user made with one operation, not yet answered for; `clock` is the hybrid
  /// clock after stamping them.
  case made([Edit], clock: Stamp?)
  /// Edits that are pending no longer, and what fields hold at the cloud as far as known.
  case settled([EditKey], fields: [Change])
  /// How far the change feed has been read.
  case cursor(Cursor)
  /// All that the cloud holds, read anew: what was known of it before counts no more.
  case refetched([Change], cursor: Cursor, fingerprint: Int?)
  /// Fields that the cloud has no more, and of which nothing is kept.
  case forgotten([FieldPath])
  /// A file the user wants, before the system is asked for it.
  case transferWanted(TransferTask)
  /// The end of such a wish.
  case transferEnded(TransferKey, intent: IntentID, TransferEnd)
  /// An entry of a device that this program did not write: any JSON.
  case foreign(JSONNode)
  /// An order that the user wants, before it is shown or sent.
  case ordered(Order)
  /// What became of an order.
  case orderSettled(IntentID, OrderStatus)
  /// The token that pushes come to, and whether the cloud has said that it knows it.
  case registered(Text, isKnown: Bool)
  /// Items the user has read, until the cloud has been told.
  case read([Text], intent: IntentID, isTold: Bool)
  /// Pushes that have been counted.
  case counted(Text)
  /// The records of the first launch have been made, or are not needed.
  case seeded
  /// The user wants something of the cloud that is no edit, and it is not settled.
  case asked(Operation, intent: IntentID)
  /// Such a wish is settled, done or failed.
  case answered(IntentID, CallStatus)
  /// A user has signed out, and the cloud is to be told that the session of that refresh token
  /// is over; ``answered(_:_:)`` ends it. The token stands here since the vault is empty by then.
  case signedOut(Token, intent: IntentID)
  /// An actor renews the session, and the others wait for it until then at most, by the device's
  /// continuous clock.
  case renewing(until: Int64)
  /// It does no longer.
  case renewed

  package static func == (left: StoreEntry, right: StoreEntry) -> Bool {
    left.json == right.json
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

/// What tells a pending edit from every other: an operation edits a field once.
@frozen
@usableFromInline
package struct EditKey: Hashable, Sendable {
  @usableFromInline package let intent: IntentID
  @usableFromInline package let path: FieldPath

  @inlinable
  package init(intent: IntentID, path: FieldPath) {
    self.intent = intent
    self.path = path
  }

  @inlinable
  package static func == (left: EditKey, right: EditKey) -> Bool {
    left.intent == right.intent && left.path == right.path
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(intent)
    hasher.combine(path)
  }
}

extension EditKey: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("intent", intent)
      path.writeMembers(to: &json)
    }
  }

  private static let keys: JSONKeys = ["intent", "record", "field"]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: EditKey.keys)
    intent = try object.required("intent").identifier()
    path = try FieldPath(object)
  }
}

extension StoreEntry: JSONWritable {
  private enum Kind: String, JSONChoice {
    case made, settled, cursor
    case forgotten
    case refetched
    case transferWanted, transferEnded
    case ordered, orderSettled, registered, read, counted, seeded
    case asked, answered, signedOut, renewing, renewed

    static let words = JSONWords<Kind>()
  }

  package func write(to json: inout JSONWriter) {
    if case .foreign(let node) = self { return json.value(node) }
    json.object { json in
      switch self {
      case .made(let edits, let clock):
        json.member("kind", Kind.made.rawValue)
        json.member("edits", edits)
        if let clock { json.member("clock", clock) }
      case .settled(let keys, let fields):
        json.member("kind", Kind.settled.rawValue)
        json.member("edits", keys)
        json.member("fields", fields)
      case .cursor(let cursor):
        json.member("kind", Kind.cursor.rawValue)
        cursor.writeMembers(to: &json)
      case .refetched(let fields, let cursor, let fingerprint):
        json.member("kind", Kind.refetched.rawValue)
        json.member("fields", fields)
        cursor.writeMembers(to: &json)
        if let fingerprint { json.member("fingerprint", fingerprint) }
      case .forgotten(let paths):
        json.member("kind", Kind.forgotten.rawValue)
        json.key("forgotten")
        json.array(paths) { json, path in json.object { path.writeMembers(to: &$0) } }
      case .transferWanted(let task):
        json.member("kind", Kind.transferWanted.rawValue)
        task.writeMembers(to: &json)
      case .transferEnded(let key, let intent, let end):
        json.member("kind", Kind.transferEnded.rawValue)
        key.writeMembers(to: &json)
        json.member("intent", intent)
        json.member("end", end.rawValue)
      case .foreign: break
      case .ordered(let order):
        json.member("kind", Kind.ordered.rawValue)
        json.member("order", order)
      case .orderSettled(let intent, let status):
        json.member("kind", Kind.orderSettled.rawValue)
        json.member("intent", intent)
        json.member("status", status.rawValue)
      case .registered(let token, let isKnown):
        json.member("kind", Kind.registered.rawValue)
        json.member("token", token.string)
        json.member("known", isKnown)
      case .read(let items, let intent, let isTold):
        json.member("kind", Kind.read.rawValue)
        json.member("items", texts: items)
        json.member("intent", intent)
        json.member("told", isTold)
      case .counted(let id):
        json.member("kind", Kind.counted.rawValue)
        json.member("push", id.string)
      case .seeded: json.member("kind", Kind.seeded.rawValue)
      case .asked(let operation, let intent):
        json.member("kind", Kind.asked.rawValue)
        json.member("intent", intent)
        operation.writeMember(to: &json)
      case .answered(let intent, let status):
        json.member("kind", Kind.answered.rawValue)
        json.member("intent", intent)
        json.member("status", status.rawValue)
      case .signedOut(let token, let intent):
        json.member("kind", Kind.signedOut.rawValue)
        json.member("token", token)
        json.member("intent", intent)
      case .renewing(let end):
        json.member("kind", Kind.renewing.rawValue)
        json.member("until", end)
      case .renewed: json.member("kind", Kind.renewed.rawValue)
      }
    }
  }

  private static let keys: JSONKeys =
    [
      "kind", "edits", "clock", "fields", "cursor", "generation", "since",
      "fingerprint",
      "order", "intent", "status", "token", "known", "items", "told", "push",
      "until",
      "forgotten",
      "end",
    ]
    + TransferTask.keys + Operation.Verb.words.keys

  /// Reads an entry that this program wrote.
  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: StoreEntry.keys)
    switch try object.required("kind").choice(Kind.self) {
    case .made:
      let edits = try object.required("edits").list(Edit.init)
      let clock: Stamp? =
        if let clock = object.optional("clock") { try Stamp(clock) } else { nil }
      self = .made(edits, clock: clock)
    case .settled:
      let keys = try object.required("edits").list(EditKey.init)
      let fields = try object.required("fields").list(Change.init)
      self = .settled(keys, fields: fields)
    case .cursor: self = .cursor(try Cursor(object))
    case .refetched:
      let fields = try object.required("fields").list(Change.init)
      self = .refetched(
        fields, cursor: try Cursor(object),
        fingerprint: try object.optional("fingerprint")?.count())
    case .forgotten:
      let paths = try object.required("forgotten").list { reader throws(FormatError) in
        try FieldPath(try reader.object(allowing: ["record", "field"]))
      }
      self = .forgotten(paths)
    case .transferWanted: self = .transferWanted(try TransferTask(object))
    case .transferEnded:
      self = .transferEnded(
        try TransferKey(object), intent: try object.required("intent").identifier(),
        try object.required("end").choice())
    case .ordered: self = .ordered(try Order(try object.required("order")))
    case .orderSettled:
      self = .orderSettled(
        try object.required("intent").identifier(), try object.required("status").choice())
    case .registered:
      self = .registered(
        try object.required("token").text(), isKnown: try object.required("known").bool())
    case .read:
      self = .read(
        try object.required("items").texts(), intent: try object.required("intent").identifier(),
        isTold: try object.required("told").bool())
    case .seeded: self = .seeded
    case .counted: self = .counted(try object.required("push").text())
    case .asked:
      guard let verb = object.first(Operation.Verb.self) else {
        throw reader.error("the operation is missing", allowed: "one of call, signIn, …")
      }
      self = .asked(
        try Operation(verb, try object.required(verb.rawValue)),
        intent: try object.required("intent").identifier())
    case .answered:
      self = .answered(
        try object.required("intent").identifier(), try object.required("status").choice())
    case .signedOut:
      self = .signedOut(
        try Token(try object.required("token")),
        intent: try object.required("intent").identifier())
    case .renewing:
      self = .renewing(until: try object.required("until").integer(in: Limit.moments))
    case .renewed: self = .renewed
    }
  }
}
