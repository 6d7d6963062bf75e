import ClusterCore

/// One event of a run as a row of the page, before anything has a place.
struct PageRow {
  /// The number of the trace event.
  let step: Int
  let at: Instant
  /// At least one.
  var lines: [PageLine]
  /// How each lane's line looks from here on.
  let lanes: [ChartRow.LaneState]
  /// What else is the case on each lane from here on.
  let conditions: [LaneCondition]
  /// When it happened, and because of what.
  let title: String
}

/// One line of a row.
struct PageLine {
  enum Content {
    case arrow(PageArrow)
    case marks([ChartMark])
    case rule(String, isStrong: Bool)
    case failure(String)
    /// Where two runs part.
    case parting(String)
  }

  let content: Content
}

/// A message on the page: one copy of it, or what kept it from arriving.
struct PageArrow {
  let arrow: ChartArrow
  let fate: ArrowFate
  /// The step in which it was sent; nil where no line of the trace says.
  let sentAt: Int?
}

/// What became of a message, as the page's elements name it.
package enum ArrowFate: String, CaseIterable, Sendable {
  case delivered, late, copy, lost, refused, held
  /// It arrived, and nobody took it.
  case unheard

  init(_ arrow: ChartArrow) {
    switch arrow.end {
    case .arrives(let copy): self = copy > 1 ? .copy : arrow.isLate ? .late : .delivered
    case .lost: self = .lost
    case .refused: self = .refused
    case .held: self = .held
    case .unheard: self = .unheard
    }
  }
}

/// What is the case on a lane for a while, drawn as bands beside its line.
struct LaneCondition: Hashable {
  var isSuspended = false
  var isLocked = false
  /// The access token in the vault, which tells generations apart.
  var token: TokenBand?
}

/// What a vault holds for a while. Of three that follow each other on a lane no two are shaded
/// alike, whatever their numbers are.
package struct TokenBand: Hashable, Sendable {
  static let shades = 3

  package let number: Int
  /// From 0.
  package let shade: Int
}

/// A line down a lane from one step to a later one of the same node.
struct PageTie: Hashable {
  enum Kind: Hashable {
    /// From an attempt to the next one of the same request.
    case retry
    /// From where a timer was set to where it fired.
    case timer
  }

  let kind: Kind
  let lane: Int
  let from: Int
  let to: Int
}
