import ClusterCore

/// How the orders and repeats of a trial are brought about in a run.
enum Forcing: Sendable {
  /// The link copies and delays the message that carries `a`; `b` is an entry of its own, whose
  /// message is of the same kind.
  case link(MessageName)
  /// The link does so, and `b` is the device's own next try of `a`, whose answer is lost.
  case retry(MessageName)
  /// The message that carries `a`, which no link copies, is held until an event of `b`, and is
  /// handed over once more by the engine.
  case handover(MessageName, second: EventName)
  /// The entries stand in that order, and `a` stands there twice.
  case entries
}

// What the timeline says.
extension Forcing {
  private static let first: EntryID = "a"
  private static let second: EntryID = "b"
  /// `a` given once more, where it is the entries that are repeated.
  private static let again: EntryID = "a-again"

  /// When a copy, or a message that is overtaken, arrives: after all else has happened.
  private static let late = Milliseconds.seconds(30)
  /// When a message arrives that nothing delays.
  private static let prompt: Milliseconds = 50
  private static let begin = Instant(1000)
  /// How far apart entries are that are to be over before the next.
  private static let apart = Milliseconds.seconds(10)

  /// The entries of the two operations; `gap` is what `b` comes after `a`.
  func timeline(
    _ arrival: Arrival, _ first: Entry.Action, _ second: Entry.Action, gap: Milliseconds
  ) -> [Entry] {
    let a = Entry(id: Forcing.first, at: Forcing.begin, action: first)
    switch self {
    case .retry: return [a]
    case .link, .handover:
      guard arrival.hasSecond else { return [a] }
      return [a, Entry(id: Forcing.second, at: Forcing.begin + gap, action: second)]
    case .entries: return Forcing.inOrder(arrival.operations, first, second)
    }
  }

  private static func inOrder(
    _ operations: [Arrival.Operation], _ first: Entry.Action, _ second: Entry.Action
  ) -> [Entry] {
    var entries: [Entry] = []
    var at = begin
    for operation in operations {
      let isAgain = entries.contains { $0.id == Forcing.first }
      switch operation {
      case .a: entries.append(Entry(id: isAgain ? again : Forcing.first, at: at, action: first))
      case .b: entries.append(Entry(id: Forcing.second, at: at, action: second))
      }
      at = at + apart
    }
    return entries
  }
}

// What becomes of the messages.
extension Forcing {
  func fates(_ arrival: Arrival) -> [NamedFate] {
    switch self {
    case .link(let message): [NamedFate(message: message, fate: Forcing.copies(arrival))]
    case .retry(let message):
      [
        NamedFate(message: message, fate: Forcing.copies(arrival)),
        NamedFate(message: message.answer, fate: arrival.hasSecond ? .lost : Fate(.ordinary)),
      ]
    case .handover(let message, let second):
      [NamedFate(message: message, fate: Forcing.handovers(arrival, of: message, second))]
    case .entries: []
    }
  }

  private static func copies(_ arrival: Arrival) -> Fate {
    switch arrival {
    case .once, .forward: Fate(.copies([prompt]))
    case .twice, .late: Fate(.copies([prompt, late]))
    case .backward: Fate(.copies([late]))
    }
  }

  private static func handovers(
    _ arrival: Arrival, of message: MessageName, _ second: EventName
  ) -> Fate {
    switch arrival {
    case .once, .forward: Fate(.ordinary)
    case .twice: Fate(.ordinary, again: [.delivery(message, copy: 1)])
    case .backward: Fate(.held(until: second))
    case .late: Fate(.ordinary, again: [second])
    }
  }
}

// What came of it.
extension Forcing {
  /// What arrived, in its order, by the trace: a row that agrees without that having been
  /// forced would say nothing.
  func arrivals(in events: [TraceEvent]) -> [Arrival.Operation] {
    var roots: Set<RootID> = []
    return events.compactMap { event in
      switch self {
      case .entries: roots.insert(event.root).inserted ? Forcing.operation(of: event.root) : nil
      case .link, .retry, .handover: event.step.flatMap { operation(of: $0.name) }
      }
    }
  }

  private static func operation(of root: RootID) -> Arrival.Operation? {
    if root == first || root == again { return .a }
    return root == second ? .b : nil
  }

  private func operation(of event: EventName) -> Arrival.Operation? {
    switch self {
    case .handover(_, second: event): return .b
    case .link(let first), .retry(let first), .handover(let first, _):
      guard case .delivery(let message, _) = event else { return nil }
      return message == first ? .a : isSecond(message, first) ? .b : nil
    case .entries: return nil
    }
  }

  private func isSecond(_ message: MessageName, _ first: MessageName) -> Bool {
    guard message.kind == first.kind, message.part == first.part else { return false }
    switch self {
    case .link: return message.root == Forcing.second
    case .retry: return message.root == first.root && message.count == first.count + 1
    case .handover, .entries: return false
    }
  }
}
