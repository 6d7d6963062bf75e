import ClusterCore

/// One row of a run's chart, before it is drawn: what happened, to whom, and when.
///
/// Its texts are raw; ``ChartRenderer`` makes them harmless.
package struct ChartRow: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// A message on its way between two lanes.
    case arrow(ChartArrow)
    /// What happened in one lane, or the same in several at once.
    case marks([ChartMark])
    /// A line across all lanes: the calm, the end.
    case rule(String, isStrong: Bool)
    /// Where a check broke.
    case failure(String)
    /// Rows that were left out, from this row's step to that one.
    case gap(rows: Int, to: Int)
  }

  /// What a lane's line looks like.
  package enum LaneState: Hashable, Sendable {
    case running, cutOff, dead
  }

  /// The number of the trace event.
  package let step: Int
  package let at: Instant
  /// When the message left, for one that arrives later.
  package var sent: Instant?
  package let content: Content
  /// Belongs to the row above: its number and instant are not written again.
  package var isFollowUp = false
  /// Of no interest unless something is wrong with it, such as a pull that brings nothing.
  package var isRoutine = false
  /// By lane.
  package let lanes: [LaneState]

  package init(
    step: Int, at: Instant, sent: Instant? = nil, content: Content, isFollowUp: Bool = false,
    isRoutine: Bool = false, lanes: [LaneState]
  ) {
    self.step = step
    self.at = at
    self.sent = sent
    self.content = content
    self.isFollowUp = isFollowUp
    self.isRoutine = isRoutine
    self.lanes = lanes
  }
}

/// A message in a chart: one copy of it, or its loss.
package struct ChartArrow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case request, answer, push
  }

  package enum End: Hashable, Sendable {
    /// The `copy`-th to arrive, the first being 1.
    case arrives(copy: Int)
    case lost
    /// Refused at once: the link was known to be down.
    case refused
    /// Waits for that.
    case held(String)
    /// Arrived, and nobody took it; says why.
    case unheard(String)
  }

  /// Lanes by their places, and the lane whose device speaks or is spoken to.
  package let from: Int
  package let to: Int
  package let kind: Kind
  package let label: String
  package let end: End
  /// Nil where it is not late.
  package let lateness: Lateness?
  /// What the receiver made of it.
  package let note: String
  /// Which message it is; nil in a chart made by hand.
  package let message: MessageName?

  package init(
    from: Int, to: Int, kind: Kind, label: String, end: End, lateness: Lateness? = nil,
    note: String = "", message: MessageName? = nil
  ) {
    self.from = from
    self.to = to
    self.kind = kind
    self.label = label
    self.end = end
    self.lateness = lateness
    self.note = note
    self.message = message
  }
}

extension ChartArrow {
  package var isLate: Bool { lateness != nil }
}

/// In what way a message is late.
package enum Lateness: Hashable, Sendable {
  /// It took so long, which is longer than its link usually takes.
  case slow(Milliseconds)
  /// One that was sent after it came before it.
  case overtaken
}

/// A sign on a lane and words beside it.
package struct ChartMark: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The user of the device does something, or the app by itself what an entry tells it.
    case user
    /// An entry of the timeline at the cloud.
    case cloud
    /// The system does something to the app: freezes it, locks, ends its transfers.
    case system
    /// What the device shows has changed.
    case shows
    case started, killed, timer
    /// An attempt ended without an answer.
    case failed
    /// Words without a sign.
    case plain
  }

  package let lane: Int
  package let kind: Kind
  package let text: String

  package init(lane: Int, kind: Kind, text: String) {
    self.lane = lane
    self.kind = kind
    self.text = text
  }
}
