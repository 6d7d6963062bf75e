/// An order as a device sends it: what the user wants done at the cloud exactly once.
package struct Order: Hashable, Sendable {
  package let intent: IntentID
  package let item: Text
  /// When the payload was made by the device's clock: a part of it that another try may change.
  package let made: Int64
  /// What the cloud can know a repeat by; nil where the device gives none.
  package let key: Text?

  package init(intent: IntentID, item: Text, made: Int64, key: Text?) {
    self.intent = intent
    self.item = item
    self.made = made
    self.key = key
  }
}

/// What a user asks for: the item, and where it is a further try the intent that it tries again.
package struct OrderWish: Hashable, Sendable {
  package let item: Text
  package let intent: IntentID?

  package init(item: Text, intent: IntentID? = nil) {
    self.item = item
    self.intent = intent
  }
}

/// What a device tells its user of an order.
package enum OrderStatus: String, CaseIterable, Sendable {
  case pending, placed, failed
}

/// One entry of the cloud's ledger.
package struct LedgerEntry: Hashable, Sendable {
  package let intent: IntentID
  package let item: Text

  package init(intent: IntentID, item: Text) {
    self.intent = intent
    self.item = item
  }
}

/// What the cloud does with an order whose key it has seen.
package struct OrderRules: Hashable, Sendable {
  package enum Idempotency: String, CaseIterable, Sendable {
    /// The first answer again.
    case honour
    /// Another entry: keys mean nothing to it.
    case ignore
    /// The first answer again, until the key's lifetime is over.
    case forget
    /// A refusal: it already exists.
    case refuse
  }

  package var idempotency: Idempotency
  /// Under `forget`, for how long a key is known.
  package var keyLifetime: Milliseconds

  package static let standard = OrderRules(idempotency: .honour, keyLifetime: .seconds(24 * 3600))

  package init(idempotency: Idempotency, keyLifetime: Milliseconds) {
    self.idempotency = idempotency
    self.keyLifetime = keyLifetime
  }
}

extension OrderRules: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("idempotency", idempotency.rawValue)
      if idempotency == .forget { json.member("keyLifetime", keyLifetime.description) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["idempotency", "keyLifetime"])
    let standard = OrderRules.standard
    idempotency = try object.optional("idempotency")?.choice() ?? standard.idempotency
    keyLifetime = try object.optional("keyLifetime")?.delay() ?? standard.keyLifetime
    if idempotency != .forget, let lifetime = object.optional("keyLifetime") {
      throw lifetime.error(
        "a key has a lifetime only where the cloud forgets it",
        allowed: "\"idempotency\": \"forget\", or no \"keyLifetime\"")
    }
  }
}

extension Order: JSONWritable {
  static let keys: JSONKeys = ["intent", "item", "made", "key"]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("intent", intent)
    json.member("item", item.string)
    json.member("made", made)
    if let key { json.member("key", key.string) }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: Order.keys))
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    intent = try object.required("intent").identifier()
    item = try object.required("item").text()
    made = try object.required("made").integer(in: Limit.moments)
    key = try object.optional("key").map { reader throws(FormatError) in
      try reader.text()
    }
  }
}

extension OrderWish: JSONWritable {
  package func write(to json: inout JSONWriter) {
    guard let intent else { return json.string(item.string) }
    json.object { json in
      json.member("item", item.string)
      json.member("intent", intent)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    guard reader.kind == .object else {
      self.init(item: try reader.text())
      return
    }
    let object = try reader.object(allowing: ["item", "intent"])
    let intent: IntentID? = try object.optional("intent")?.identifier()
    self.init(item: try object.required("item").text(), intent: intent)
  }
}

extension LedgerEntry: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("intent", intent)
      json.member("item", item.string)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["intent", "item"])
    intent = try object.required("intent").identifier()
    item = try object.required("item").text()
  }
}
