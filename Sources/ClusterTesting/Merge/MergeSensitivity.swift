import SyncModels

/// The class of a merge: what it minds, copies or the order of arrival.
public enum MergeSensitivity: String, CaseIterable, Hashable, Sendable {
  /// Neither: `a, a` ends as `a`, and `a, b` as `b, a`.
  case robust
  /// Copies alone, as a counter does.
  case repetitionSensitive
  /// Order alone, as whatever takes the last arrival does.
  case orderSensitive
  /// Both, as appending to a list does.
  case doublySensitive

  init(_ sensitivity: Sensitivity) {
    switch sensitivity {
    case .robust: self = .robust
    case .repetition: self = .repetitionSensitive
    case .order: self = .orderSensitive
    case .both: self = .doublySensitive
    }
  }

  /// The same class as the models know it.
  var measured: Sensitivity {
    switch self {
    case .robust: .robust
    case .repetitionSensitive: .repetition
    case .orderSensitive: .order
    case .doublySensitive: .both
    }
  }

  /// The laws that a merge of this class breaks, and must be seen to break where it is expected.
  var brokenLaws: Set<MergeLaw> {
    switch self {
    case .robust: []
    case .repetitionSensitive: [.idempotence]
    case .orderSensitive: [.commutativity]
    case .doublySensitive: [.idempotence, .commutativity]
    }
  }

  /// The laws that it still has to keep. Last arrival minds a late repeat and an average is not
  /// associative, so these two are asked of the robust only.
  var keptLaws: Set<MergeLaw> {
    switch self {
    case .robust: Set(MergeLaw.allCases)
    case .repetitionSensitive: [.commutativity]
    case .orderSensitive: [.idempotence]
    case .doublySensitive: []
    }
  }
}

/// In English: `order-sensitive`.
extension MergeSensitivity: CustomStringConvertible {
  public var description: String { measured.english }
}
