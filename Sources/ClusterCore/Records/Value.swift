/// A plain value in a field: text, a whole number, a truth value or nothing.
package enum Value: Hashable, Sendable {
  case text(Text)
  case integer(Int64)
  case bool(Bool)
  case null

  /// The bytes a tie by value compares: the text itself, or the JSON form of anything else.
  package var comparisonText: Text {
    switch self {
    case .text(let text): text
    case .integer, .bool, .null: Text(json)
    }
  }
}

extension Value: Comparable {
  /// By the bytes of ``comparisonText``; kinds that read the same are told apart by their JSON.
  package static func < (left: Value, right: Value) -> Bool {
    if case .text(let one) = left, case .text(let other) = right { return one < other }
    let (a, b) = (left.comparisonText, right.comparisonText)
    return a == b ? left.json.utf8.lexicographicallyPrecedes(right.json.utf8) : a < b
  }
}

extension Value: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text(let text): text.string
    case .integer, .bool, .null: json
    }
  }
}

extension Value: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .text(let text): json.string(text.string)
    case .integer(let number): json.integer(number)
    case .bool(let value): json.bool(value)
    case .null: json.null()
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    switch reader.kind {
    case .string: self = .text(try reader.text())
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .null: self = .null
    case .number:
      guard let number = reader.integer else {
        throw reader.mismatch(expected: "text, a whole number, true, false or null")
      }
      self = .integer(number)
    case .array, .object:
      throw reader.mismatch(expected: "text, a whole number, true, false or null")
    }
  }
}

/// What a field shows: one value, or a set in the order of its values' bytes.
package enum FieldValue: Hashable, Sendable, CustomStringConvertible {
  case scalar(Value)
  case set([Value])

  package var description: String {
    switch self {
    case .scalar(let value): value.description
    case .set(let members): "{" + members.map(\.description).joined(separator: ", ") + "}"
    }
  }
}

extension FieldValue: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .scalar(let value): json.value(value)
    case .set(let members): json.array(members) { $0.value($1) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    guard reader.kind == .array else {
      self = .scalar(try Value(reader))
      return
    }
    let members = try reader.list(Value.init)
    guard Set(members).count == members.count else {
      throw reader.error("a value stands twice in this set", allowed: "each value once")
    }
    self = .set(members.sorted())
  }
}

/// One field of one record.
@frozen
@usableFromInline
package struct FieldPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  @usableFromInline package let record: RecordID
  @usableFromInline package let field: FieldName

  @inlinable
  package init(_ record: RecordID, _ field: FieldName) {
    self.record = record
    self.field = field
  }

  @inlinable
  package static func == (left: FieldPath, right: FieldPath) -> Bool {
    left.record == right.record && left.field == right.field
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(record)
    hasher.combine(field)
  }

  @inlinable
  package static func < (left: FieldPath, right: FieldPath) -> Bool {
    left.record == right.record ? left.field < right.field : left.record < right.record
  }

  @usableFromInline package var description: String { isLife ? "\(record)" : "\(record).\(field)" }
}

extension FieldPath {
  /// What stands for the record itself: whether it was deleted, and made anew. It sorts before the
  /// record's fields, and no file can name a field so.
  private static let life: FieldName = ""

  /// The record itself.
  package init(lifeOf record: RecordID) { self.init(record, FieldPath.life) }

  /// Whether it stands for the record itself and no field of it.
  package var isLife: Bool { field == FieldPath.life }

  /// Writes `"record"` and `"field"` into the object that is open; without a field it is the
  /// record itself.
  func writeMembers(to json: inout JSONWriter) {
    json.member("record", record)
    if !isLife { json.member("field", field) }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    self.init(
      try object.required("record").identifier(),
      try object.optional("field")?.identifier() ?? FieldPath.life)
  }
}
