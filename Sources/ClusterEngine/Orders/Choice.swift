import ClusterCore

/// One way on from a state of a search over every order.
///
/// What it is about is told by its ticket: the place it has among all that the run has put into
/// its queue, which is the same whenever the choices before it are.
package struct Choice: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// A message is delivered.
    case deliver
    /// A message is delivered, and a copy of it stays under way.
    case double
    /// A message is lost.
    case lose
    /// A copy is delivered.
    case deliverCopy
    /// A copy is never delivered.
    case forgetCopy
    /// Time goes on to the next entry, end of an interval or timer.
    case proceed
    /// A timer fires although a message could be delivered.
    case early

    /// Whether some node may be handed something; else a message is taken away, and that is all.
    var handsOver: Bool {
      switch self {
      case .deliver, .double, .deliverCopy, .proceed, .early: true
      case .lose, .forgetCopy: false
      }
    }
  }

  let kind: Kind
  let ticket: Int32
  /// Which of the device steps that it leads to is cut by a kill, the first being 0, and after
  /// how many effects; nil where nobody is killed.
  var cut: Cut?

  struct Cut: Hashable, Sendable {
    let step: Int16
    let afterEffects: Int16
  }

  init(_ kind: Kind, ticket: Int) {
    self.kind = kind
    self.ticket = Int32(ticket)
  }

  /// The same in a run that has given it another ticket.
  init(_ choice: Choice, ticket: Int) {
    self.init(choice.kind, ticket: ticket)
    cut = choice.cut
  }
}

/// How often a run may depart from what a perfect network and devices that stay alive would do.
package struct OrderBudget: Hashable, Sendable {
  /// Messages that may be lost.
  package var drops: Int
  /// Requests and pushes that may be delivered once more.
  package var duplicates: Int
  /// Kills of a device in the middle of a step; it is started again after 1.5 s.
  package var kills: Int
  /// Timers that may fire although a message could be delivered.
  package var early: Int

  package init(drops: Int = 0, duplicates: Int = 0, kills: Int = 0, early: Int = 0) {
    self.drops = drops
    self.duplicates = duplicates
    self.kills = kills
    self.early = early
  }

  /// What is left once this has been chosen; nil where it does not reach.
  func spent(on choice: Choice) -> OrderBudget? {
    var left = self
    switch choice.kind {
    case .deliver, .deliverCopy, .forgetCopy, .proceed: break
    case .double: left.duplicates -= 1
    case .lose: left.drops -= 1
    case .early: left.early -= 1
    }
    if choice.cut != nil { left.kills -= 1 }
    return min(left.drops, left.duplicates, left.kills, left.early) < 0 ? nil : left
  }
}
