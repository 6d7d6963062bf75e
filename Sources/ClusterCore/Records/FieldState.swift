/// What the cloud holds in one field, as it travels in answers and changes.
package struct FieldState: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// A value, the stamp it holds the field with, and the device that made it.
    case scalar(Value, stamp: Stamp, maker: NodeID)
    /// The members in the order of their values' bytes.
    case set([Member])
    /// What was added to a counter, in the order of the ids' bytes.
    case counter([Counter.Increment])
    /// Of the record itself: what became of it after it was deleted.
    case tombstone(Tombstone)
  }

  /// A value in a set and the adds that keep it there, in the order of their ids' bytes.
  package struct Member: Hashable, Sendable {
    package let value: Value
    package let adds: [IntentID]

    package init(value: Value, adds: [IntentID]) {
      self.value = value
      self.adds = adds
    }
  }

  package let content: Content
  /// The intent whose edit won the field, or last changed the set.
  package let intent: IntentID
  /// The feed number of the change that made it so: 1 for the first accepted by the cloud.
  package let number: Int

  package init(content: Content, intent: IntentID, number: Int) {
    self.content = content
    self.intent = intent
    self.number = number
  }

  /// What the field shows while its record is there.
  package var shown: FieldValue {
    switch content {
    case .scalar(let value, _, _): .scalar(value)
    case .set(let members): .set(members.map(\.value))
    case .counter(let increments): .scalar(.integer(Counter.total(of: increments)))
    case .tombstone(let tombstone): .scalar(.text(Text(tombstone.standing.rawValue)))
    }
  }

  /// The tombstone, if it is the state of a record itself.
  package var tombstone: Tombstone? {
    if case .tombstone(let tombstone) = content { tombstone } else { nil }
  }
}

extension FieldState.Member: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("value", value)
      json.key("adds")
      json.array(adds) { $0.string($1.string) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["value", "adds"])
    value = try Value(try object.required("value"))
    let adds = try object.required("adds").list(IntentID.init)
    self.adds = adds
  }
}

extension FieldState: JSONWritable {
  static let keys: JSONKeys = [
    "value", "stamp", "maker", "members", "increments", "tombstone", "intent", "number",
  ]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    switch content {
    case .scalar(let value, let stamp, let maker):
      json.member("value", value)
      json.member("stamp", stamp)
      json.member("maker", maker)
    case .set(let members):
      json.member("members", members)
    case .counter(let increments): json.member("increments", increments)
    case .tombstone(let tombstone): json.member("tombstone", tombstone)
    }
    json.member("intent", intent)
    json.member("number", number)
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: FieldState.keys))
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    if let list = object.optional("members") {
      let members = try list.list(Member.init)
      content = .set(members)
    } else if let list = object.optional("increments") {
      let increments = try list.list(Counter.Increment.init)
      content = .counter(increments)
    } else if let tombstone = object.optional("tombstone") {
      content = .tombstone(try Tombstone(tombstone))
    } else {
      content = .scalar(
        try Value(try object.required("value")), stamp: try Stamp(try object.required("stamp")),
        maker: try object.required("maker").identifier())
    }
    intent = try object.required("intent").identifier()
    number = try object.required("number").count(in: 1...Limit.count)
  }
}
