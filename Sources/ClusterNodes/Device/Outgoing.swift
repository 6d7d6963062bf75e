import ClusterCore

/// The parts of the app on a device. Each has its own state; requests and timers come back to
/// the part that asked for them.
enum DevicePart: String, CaseIterable, Sendable {
  case records
  case transfers
  case orders
  case lists
  case notices
  case session
}

/// What a device wants done about the event in hand, gathered from its parts in order.
struct Outgoing: Hashable, Sendable {
  /// Empty between two events.
  private var effects: [Effect] = []
  private var nextRequest = 1
  /// The requests that are waited for, by their numbers.
  private var waiting: [Waiting] = []
  private struct Waiting: Hashable {
    var number: RequestNumber
    let part: DevicePart
  }

  /// Whether the device has been told that its link is up.
  var isLinkUp = true

  /// Hands over what is to be done about the event, and is ready for the next.
  mutating func end() -> [Effect] {
    let done = effects
    effects = []
    return done
  }

  /// The number of the next request.
  var upcoming: RequestNumber { nextRequest }

  /// Counts requests from elsewhere.
  mutating func renumber(by shift: Int) {
    nextRequest += shift
    for place in waiting.indices { waiting[place].number += shift }
  }

  mutating func emit(_ effect: Effect) {
    // An operation stores, shows and sends; that has room at once.
    if effects.isEmpty { effects.reserveCapacity(4) }
    effects.append(effect)
  }

  /// Sends a request; its answer or failure goes to `part`.
  mutating func send(_ request: Request, for part: DevicePart) -> RequestNumber {
    let number = nextRequest
    nextRequest += 1
    waiting.append(Waiting(number: number, part: part))
    emit(.send(request, number: number))
    return number
  }

  /// The part that waits for this request; it waits no longer.
  mutating func owner(of request: RequestNumber) -> DevicePart? {
    guard let place = waiting.firstIndex(where: { $0.number == request }) else { return nil }
    return waiting.remove(at: place).part
  }

  /// The part whose timer this is: the first word of its key.
  static func owner(of timer: TimerKey) -> DevicePart? {
    timer.string.split(separator: "/").first.flatMap { DevicePart(rawValue: String($0)) }
  }
}
