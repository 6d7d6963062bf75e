/// The class of a check: what it says about a correct version and about a faulty one.
///
/// Listed in the order in which the count lines are printed.
package enum Discrimination: String, CaseIterable, Sendable {
  case discriminating = "ayiran"
  case blind = "kor"
  case noisy = "gurultulu"
  case inverted = "ters"

  /// The class that two verdicts make.
  package init(passesCorrect: Bool, passesFaulty: Bool) {
    switch (passesCorrect, passesFaulty) {
    case (true, false): self = .discriminating
    case (true, true): self = .blind
    case (false, false): self = .noisy
    case (false, true): self = .inverted
    }
  }

  /// The class for output in English.
  package var english: String {
    switch self {
    case .discriminating: "discriminating"
    case .blind: "blind"
    case .noisy: "noisy"
    case .inverted: "inverted"
    }
  }
}

/// Prints as published.
extension Discrimination: CustomStringConvertible {
  package var description: String { rawValue }
}
