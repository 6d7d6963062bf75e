/// What became of one edit of a save.
package struct EditResult: Hashable, Sendable {
  package let intent: IntentID
  package let path: FieldPath
  /// Whether the edit holds the field (or stands in the set) now.
  package let isKept: Bool
  /// What the cloud holds there after the save: the edit itself, or what it lost to.
  package let state: FieldState?
  /// Why the edit was not taken in at all; nil where it was.
  package let refusal: Refusal?
  /// What became of the edit's record after it was deleted; nil where it never was.
  package let tombstone: FieldState?

  /// A record of a save that was refused.
  package struct Refusal: Hashable, Sendable {
    package let error: CloudError
    /// The cloud's record, field by field in the order of their names; in the first result of
    /// the record only.
    package let record: [Change]

    package init(_ error: CloudError, record: [Change]) {
      self.error = error
      self.record = record
    }
  }

  package init(
    intent: IntentID, path: FieldPath, isKept: Bool, state: FieldState?, refusal: Refusal? = nil,
    tombstone: FieldState? = nil
  ) {
    self.intent = intent
    self.path = path
    self.isKept = isKept
    self.state = state
    self.refusal = refusal
    self.tombstone = tombstone
  }

  /// What the answer says of the record, field and all.
  package var changes: [Change] {
    var changes = state.map { [Change(path: path, state: $0)] } ?? []
    if let tombstone, !path.isLife {
      changes.append(Change(path: FieldPath(lifeOf: path.record), state: tombstone))
    }
    return changes
  }
}

extension EditResult: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("intent", intent)
      path.writeMembers(to: &json)
      json.member("kept", isKept)
      if let state { json.member("state", state) }
      if let refusal { json.member("refused", refusal) }
      if let tombstone { json.member("deleted", tombstone) }
    }
  }

  private static let keys: JSONKeys = [
    "intent", "record", "field", "kept", "state", "refused", "deleted",
  ]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: EditResult.keys)
    intent = try object.required("intent").identifier()
    path = try FieldPath(object)
    isKept = try object.required("kept").bool()
    state = if let state = object.optional("state") { try FieldState(state) } else { nil }
    refusal = if let refusal = object.optional("refused") { try Refusal(refusal) } else { nil }
    tombstone = if let state = object.optional("deleted") { try FieldState(state) } else { nil }
  }
}

extension EditResult.Refusal: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      error.writeMembers(to: &json)
      if !record.isEmpty { json.member("fields", record) }
    }
  }

  private static let keys: JSONKeys = CloudError.keys + ["fields"]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: EditResult.Refusal.keys)
    error = try object.required("error").choice()
    let fields = try object.optional("fields")?.list(Change.init) ?? []
    record = fields
  }
}
