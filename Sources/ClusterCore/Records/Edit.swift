/// One change of one field, as a device sends it in a save.
package struct Edit: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    case write(Value)
    case add(Value)
    /// Takes a value out of a set; `observed` names the adds of it that the maker had seen.
    case remove(Value, observed: [IntentID])
    /// The whole set as the maker shows it, under `sets: replace`.
    case replace([Value])
    /// Adds to a counter, under `counters: sum`; the edit's intent tells it from every other.
    case increment(Int64)
    /// Deletes the record; `observed` names what stood in its fields as the maker had seen it:
    /// the edits that held them, the adds of its sets, the increments of its counters.
    case delete(observed: [IntentID])
    /// Makes a record anew that the maker has seen deleted.
    case create
  }

  package let intent: IntentID
  package let path: FieldPath
  package let operation: Operation
  /// Nil where the cloud is to stamp it on arrival.
  package let stamp: Stamp?
  /// The change tag of the record that the maker had been shown; 0 for none.
  package let base: Int
  /// Sent only because the whole record is saved: the maker changed another field.
  package let isCarried: Bool

  package init(
    intent: IntentID, path: FieldPath, operation: Operation, stamp: Stamp?, base: Int,
    isCarried: Bool = false
  ) {
    self.intent = intent
    self.path = path
    self.operation = operation
    self.stamp = stamp
    self.base = base
    self.isCarried = isCarried
  }

  /// The same edit, made once more upon a record with that tag.
  package func rebased(on base: Int) -> Edit {
    Edit(
      intent: intent, path: path, operation: operation, stamp: stamp, base: base,
      isCarried: isCarried)
  }
}

extension Edit: JSONWritable {
  static let keys: JSONKeys = [
    "intent", "record", "field", "op", "value", "observed", "stamp", "base", "carried",
  ]

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("intent", intent)
      path.writeMembers(to: &json)
      operation.writeMembers(to: &json)
      if let stamp { json.member("stamp", stamp) }
      json.member("base", base)
      if isCarried { json.member("carried", true) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Edit.keys)
    intent = try object.required("intent").identifier()
    path = try FieldPath(object)
    operation = try Operation(object)
    guard path.isLife == operation.isOfRecord else {
      throw reader.error(
        path.isLife ? "the edit names no field" : "a field is not deleted or created by itself",
        allowed: "delete and create without \"field\", anything else with one")
    }
    stamp = if let stamp = object.optional("stamp") { try Stamp(stamp) } else { nil }
    base = try object.required("base").count()
    isCarried = try object.optional("carried")?.bool() ?? false
  }
}

extension Edit.Operation {
  private enum Verb: String, CaseIterable {
    case write, add, remove, replace
    case increment
    case delete, create
  }

  /// Whether it is about the record itself and no field of it.
  package var isOfRecord: Bool {
    switch self {
    case .delete, .create: true
    case .write, .add, .remove, .replace, .increment: false
    }
  }

  /// Whether there is more after it than before: what takes out brings no record back.
  package var putsSomething: Bool {
    switch self {
    case .write(.null), .remove, .delete, .create: false
    case .write, .add, .replace, .increment: true
    }
  }

  func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .write(let value):
      json.member("op", "write")
      json.member("value", value)
    case .add(let value):
      json.member("op", "add")
      json.member("value", value)
    case .remove(let value, let observed):
      json.member("op", "remove")
      json.member("value", value)
      json.key("observed")
      json.array(observed) { $0.string($1.string) }
    case .replace(let values):
      json.member("op", "replace")
      json.member("value", values)
    case .increment(let amount):
      json.member("op", "increment")
      json.member("value", amount)
    case .delete(let observed):
      json.member("op", "delete")
      json.key("observed")
      json.array(observed) { $0.string($1.string) }
    case .create: json.member("op", "create")
    }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    switch try object.required("op").choice(Verb.self) {
    case .write: self = .write(try Value(try object.required("value")))
    case .add: self = .add(try Value(try object.required("value")))
    case .remove:
      let observed = try object.required("observed").list(IntentID.init)
      self = .remove(try Value(try object.required("value")), observed: observed)
    case .replace:
      let values = try object.required("value").list(Value.init)
      self = .replace(values)
    case .increment:
      self = .increment(try object.required("value").integer(in: Counter.amounts))
    case .delete:
      let observed = try object.required("observed").list(IntentID.init)
      self = .delete(observed: observed)
    case .create: self = .create
    }
  }
}

extension Edit.Operation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .write(let value): "= \(value)"
    case .add(let value): "+ \(value)"
    case .remove(let value, _): "− \(value)"
    case .replace(let values): "= \(FieldValue.set(values))"
    case .increment(let amount): amount < 0 ? "− \(amount.magnitude)" : "+ \(amount)"
    case .delete: "deleted"
    case .create: "made anew"
    }
  }
}
