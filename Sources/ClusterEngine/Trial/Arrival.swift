/// The ways in which a trial applies its operations `a` and `b`.
package enum Arrival: String, CaseIterable, Sendable {
  case once
  case twice
  case forward
  case backward
  /// A copy of `a` comes late. No part of a published row.
  case late

  package enum Operation: String, Sendable {
    case a, b
  }

  /// What arrives, in its order.
  package var operations: [Operation] {
    switch self {
    case .once: [.a]
    case .twice: [.a, .a]
    case .forward: [.a, .b]
    case .backward: [.b, .a]
    case .late: [.a, .b, .a]
    }
  }

  var hasSecond: Bool { operations.contains(.b) }
}
