import SyncModels

/// A law that a merge may be held to; the first three are about operations that arrive, the last
/// about states that are merged.
///
/// Together they are what makes replicas converge that got the same operations, in whatever order
/// and however often (strong eventual consistency; Shapiro, Preguiça, Baquero, Zawirski:
/// *Conflict-free Replicated Data Types*, 2011).
public enum MergeLaw: String, CaseIterable, Hashable, Sendable {
  /// A copy that comes right behind its original changes nothing: `a, a` ends as `a`.
  case idempotence
  /// The order in which operations come does not matter: `a, b` ends as `b, a`.
  case commutativity
  /// A copy that comes later, behind other operations, changes nothing: `a, b, a` ends as `a, b`.
  /// Whatever arrived last keeps `idempotence` and breaks this.
  case lateRepeat
  /// How states are grouped does not matter: `(a * b) * c` is `a * (b * c)`. Judged only where
  /// states are merged (``MergeCheck/init(from:merging:merge:)``).
  case associativity
}

extension MergeLaw {
  /// The law in words, for the line of a failure that names it.
  var words: String {
    switch self {
    case .idempotence: "idempotence: a copy right behind its original changes nothing"
    case .commutativity: "commutativity: operations end alike in whatever order they come"
    case .lateRepeat: "late repeat: a copy that comes behind other operations changes nothing"
    case .associativity: "associativity: states end alike however their merging is grouped"
    }
  }

  /// What usually mends it, and what to write where the law is not meant to hold.
  var advice: String {
    switch self {
    case .idempotence:
      "remember which operations were applied, or set a value instead of adding to it; where a "
        + "repeat may matter, say .expecting(.repetitionSensitive)"
    case .commutativity:
      "let the operations decide and not their arrival: compare stamps, and break a tie by device "
        + "or value; where order may matter, say .expecting(.orderSensitive)"
    case .lateRepeat:
      "drop an operation that is older than what is held; where a late copy may matter, say "
        + ".requiring(.idempotence, .commutativity)"
    case .associativity:
      "merge by a least upper bound (the larger stamp, the union), nothing that averages, counts "
        + "merges or looks at the left side first"
    }
  }

  /// What a merge is that breaks it.
  var broken: String {
    switch self {
    case .idempotence: "repetition-sensitive"
    case .commutativity: "order-sensitive"
    case .lateRepeat: "sensitive to a late repeat"
    case .associativity: "not associative"
    }
  }

  /// The class that breaking this law alone makes; nil where classes do not tell.
  var sensitivity: Sensitivity? {
    switch self {
    case .idempotence: .repetition
    case .commutativity: .order
    case .lateRepeat, .associativity: nil
    }
  }
}
