import ClusterCore

/// Messages that wait for a named event, and copies that follow one.
struct HeldMessages {
  /// The events that some fate waits for.
  private var awaited: Set<EventName> = []
  /// Messages to be delivered once more, by the event they follow.
  private var again: [EventName: [MessageName]] = [:]
  /// Those of these events that have happened.
  private var followed: Set<EventName> = []
  private var happened: Set<Occurrence> = []
  private var held: [EventName: [Run.Delivery]] = [:]
  private var remembered: [MessageName: Run.Delivery] = [:]
  private var deliveries: [MessageName: Int] = [:]

  private struct Occurrence: Hashable {
    let name: EventName
    let node: NodeID
  }

  init() {}

  init(_ fates: [MessageName: Fate]) {
    for (message, fate) in fates.sorted(by: { Text("\($0.key)") < Text("\($1.key)") }) {
      if case .held(let event) = fate.travel { awaited.insert(event) }
      for event in fate.again { again[event, default: []].append(message) }
    }
  }

  /// Whether anything is ever released by an event.
  var mayRelease: Bool { !awaited.isEmpty || !again.isEmpty }

  /// Which delivery of this message the one in hand is, the first being 1.
  mutating func countDelivery(of message: MessageName) -> Int {
    deliveries[message, default: 0].increment()
  }

  func wasDelivered(_ message: MessageName) -> Bool { deliveries[message] != nil }

  /// How often the messages of one device were delivered; while orders are searched nothing is
  /// held.
  func messages(of device: NodeID) -> HeldMessages {
    var own = self
    own.deliveries = deliveries.filter { $0.key.device == device }
    return own
  }

  mutating func merge(_ other: HeldMessages) {
    deliveries.merge(other.deliveries) { own, _ in own }
  }

  /// Holds a message; true where the event has already happened, so that it is not held.
  mutating func hold(_ delivery: Run.Delivery, until event: EventName) -> Bool {
    let occurrence = Occurrence(name: event, node: delivery.message.destination)
    guard !happened.contains(occurrence) else { return true }
    held[event, default: []].append(delivery)
    return false
  }

  /// Keeps what may have to be delivered once more.
  mutating func remember(_ delivery: Run.Delivery) {
    guard !again.isEmpty else { return }
    remembered[delivery.message] = delivery
  }

  /// What is delivered at once after this event: what was held for it, then further copies.
  mutating func release(after event: EventName, at node: NodeID) -> [Run.Delivery] {
    guard mayRelease else { return [] }
    var released: [Run.Delivery] = []
    if awaited.contains(event) {
      happened.insert(Occurrence(name: event, node: node))
      let waiting = held[event] ?? []
      released = waiting.filter { $0.message.destination == node }
      held[event] = waiting.filter { $0.message.destination != node }
    }
    if again[event] != nil { followed.insert(event) }
    for message in again[event] ?? [] {
      guard let delivery = remembered[message], message.destination == node else { continue }
      released.append(delivery)
    }
    return released
  }

  /// How often each message has been delivered, by which its next delivery is named.
  func weigh(into state: inout StateDigest) { state.combine(deliveries) }

  /// The events that a copy was to follow and that never happened, in the order of their names.
  var neverFollowed: [EventName] {
    again.keys.filter { !followed.contains($0) }.sorted {
      Text($0.description) < Text($1.description)
    }
  }

  /// What was never released, in the order of its names.
  var remaining: [MessageName] {
    held.values.flatMap { $0.map(\.message) }.sorted {
      Text($0.description) < Text($1.description)
    }
  }
}
