/// The class of a trial: what an operation minds, being repeated or being reordered.
///
/// Listed in the order in which the count lines are printed.
package enum Sensitivity: String, CaseIterable, Sendable {
  case robust = "saglam"
  case repetition = "yinelemeye-duyarli"
  case order = "siraya-duyarli"
  case both = "cift-duyarli"

  /// The class that two inequalities make: `once ≠ twice` and `forward ≠ backward`.
  package init(repetitionMatters: Bool, orderMatters: Bool) {
    switch (repetitionMatters, orderMatters) {
    case (false, false): self = .robust
    case (true, false): self = .repetition
    case (false, true): self = .order
    case (true, true): self = .both
    }
  }

  /// The class for output in English.
  package var english: String {
    switch self {
    case .robust: "robust"
    case .repetition: "repetition-sensitive"
    case .order: "order-sensitive"
    case .both: "doubly sensitive"
    }
  }
}

/// Prints as published.
extension Sensitivity: CustomStringConvertible {
  package var description: String { rawValue }
}
