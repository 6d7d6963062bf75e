import ClusterCore

/// One choice of a search: how a run departs from the one before it.
package enum Deviation: Hashable, Sendable {
  /// The message is lost.
  case lose(MessageName)
  /// A message that was delivered to that node is delivered there once more, right after.
  case again(MessageName, after: EventName)
  /// A message that was lost is delivered after all, right after: the loss becomes a hold.
  case release(MessageName, after: EventName)

  /// The device is killed by the system in the middle of handling an event.
  case kill(NodeID, during: EventName, afterEffects: Int)
  /// Where a client has several jobs ready while it handles an event, another than the first runs.
  case pick(EventName, turn: Int, place: Int)

  /// How long a device that a search kills is dead.
  package static let deadFor = Milliseconds(1500)

  /// A hold is a loss that ends, and costs no more than the loss did.
  package var cost: Int {
    switch self {
    case .lose, .again, .kill, .pick: 1
    case .release: 0
    }
  }
}

extension Deviation {
  /// The schedule that brings about these choices.
  package static func schedule(_ choices: [Deviation]) -> Schedule {
    var order: [MessageName] = []
    var fates: [MessageName: Fate] = [:]
    var kills: [Kill] = []
    var picks: [DrawnPicks] = []
    func change(_ message: MessageName, _ body: (inout Fate) -> Void) {
      if fates[message] == nil { order.append(message) }
      body(&fates[message, default: Fate(.ordinary)])
    }
    for choice in choices {
      switch choice {
      case .lose(let message): change(message) { $0.travel = .copies([]) }
      case .again(let message, let event): change(message) { $0.again.append(event) }
      case .release(let message, let event): change(message) { $0.travel = .held(until: event) }
      case .kill(let device, let event, let count):
        kills.append(
          Kill(
            device: device, manner: .system, length: deadFor, during: event,
            cut: Cut(afterEffects: count)))
      case .pick(let event, let turn, let place):
        var before = picks.last.flatMap { $0.event == event ? $0.picks : nil } ?? []
        if !before.isEmpty { picks.removeLast() }
        before += Array(repeating: 0, count: turn - before.count) + [place]
        picks.append(DrawnPicks(event: event, picks: before))
      }
    }
    let named = order.compactMap { message in
      fates[message].map { NamedFate(message: message, fate: $0) }
    }
    var schedule = Schedule(fates: named, kills: kills)
    schedule.picks = picks
    return schedule
  }
}
