import ClusterCore

/// One plain value in a field: text, a whole number of 64 bits, a truth value, or nothing.
public enum PlainValue: Hashable, Sendable, Codable {
  case text(String)
  case integer(Int64)
  case bool(Bool)
  case null
}

extension PlainValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// What a field shows: one value, or a set.
public enum FieldValue: Hashable, Sendable, Codable {
  case value(PlainValue)
  case set([PlainValue])
}

/// When an edit says it was made: milliseconds, a counter, and for a hybrid logical clock the
/// device, compared in that order.
public struct EditStamp: Hashable, Sendable, Codable {
  public let milliseconds: Int64
  public let counter: Int
  public let device: String?

  public init(milliseconds: Int64, counter: Int = 0, device: String? = nil) {
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
  }
}

extension EditStamp: Comparable {
  public static func < (left: EditStamp, right: EditStamp) -> Bool { left.stamp < right.stamp }
}

// MARK: To and from the cluster's own

extension PlainValue {
  init(_ value: Value) {
    switch value {
    case .text(let text): self = .text(text.string)
    case .integer(let number): self = .integer(number)
    case .bool(let value): self = .bool(value)
    case .null: self = .null
    }
  }

  var value: Value {
    switch self {
    case .text(let text): .text(Text(text))
    case .integer(let number): .integer(number)
    case .bool(let value): .bool(value)
    case .null: .null
    }
  }
}

extension FieldValue {
  init(_ value: ClusterCore.FieldValue) {
    switch value {
    case .scalar(let value): self = .value(PlainValue(value))
    case .set(let members): self = .set(members.map(PlainValue.init))
    }
  }

  /// A set in the order of its bytes, each member once.
  var shown: ClusterCore.FieldValue {
    switch self {
    case .value(let value): .scalar(value.value)
    case .set(let members): .set(Set(members.map(\.value)).sorted())
    }
  }
}

extension EditStamp {
  init(_ stamp: Stamp) {
    self.init(
      milliseconds: stamp.milliseconds, counter: stamp.counter, device: stamp.device?.string)
  }

  var stamp: Stamp {
    Stamp(milliseconds: milliseconds, counter: counter, device: device.map { NodeID($0) })
  }
}
