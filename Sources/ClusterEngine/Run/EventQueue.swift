import ClusterCore

/// What waits for its instant, by (instant, rank, order of putting in).
///
/// Only places are sorted; items lie still, since they are large. What sorts them knows no type of
/// item, so that a build without the optimiser does not look types up for each of them.
struct EventQueue<Item> {
  private var places = EventPlaces()
  /// By the place's slot.
  private var items: [Item?] = []
  private var free: [Int] = []

  /// The ticket of what is pushed next.
  private(set) var nextTicket: Int

  /// - Parameter nextTicket: the ticket of what is pushed first.
  init(nextTicket: Int = 0) {
    self.nextTicket = nextTicket
  }

  /// Of all that waits, in the order of coming up.
  var tickets: [Int] {
    var tickets: [Int] = []
    places.forEach { tickets.append($0.ticket) }
    return tickets.sorted()
  }

  var isEmpty: Bool { places.isEmpty }
  var nextInstant: Instant? { places.first?.at }

  /// A lower rank comes first within one instant.
  mutating func push(_ item: consuming Item, at instant: Instant, rank: Int) {
    put(item, at: instant, rank: rank, ticket: nextTicket)
    nextTicket += 1
  }

  /// Puts something in under a ticket that was given out before.
  mutating func put(_ item: consuming Item, at instant: Instant, rank: Int, ticket: Int) {
    let slot: Int
    if let used = free.popLast() {
      slot = used
      items[slot] = item
    } else {
      slot = items.count
      items.append(item)
    }
    places.insert(EventPlace(at: instant, rank: rank, ticket: ticket, slot: slot))
  }

  mutating func pop() -> (at: Instant, item: Item)? {
    guard let place = places.popFirst() else { return nil }
    return (place.at, takeItem(of: place))
  }

  private mutating func takeItem(of place: EventPlace) -> Item {
    guard let item = items[place.slot].take() else {
      preconditionFailure("slot \(place.slot) is empty")
    }
    free.append(place.slot)
    return item
  }

  /// What waits and where, in no order.
  func forEach(_ body: (_ at: Instant, _ rank: Int, _ ticket: Int, Item) -> Void) {
    places.forEach { place in
      if let item = items[place.slot] { body(place.at, place.rank, place.ticket, item) }
    }
  }

  /// What was put in under this ticket and still waits.
  func item(ticket: Int) -> Item? { entry(ticket: ticket)?.item }

  /// The same with its instant and rank.
  func entry(ticket: Int) -> (at: Instant, rank: Int, item: Item)? {
    guard let place = places.place(ticket: ticket), let item = items[place.slot] else {
      return nil
    }
    return (place.at, place.rank, item)
  }

  /// A queue of some of what waits, under the same tickets.
  func filter(_ isKept: (Item) -> Bool) -> EventQueue {
    var kept = EventQueue(nextTicket: nextTicket)
    forEach { at, rank, ticket, item in
      if isKept(item) { kept.put(item, at: at, rank: rank, ticket: ticket) }
    }
    return kept
  }

  /// Takes out what was put in under this ticket, the how-manieth it was of all.
  mutating func remove(ticket: Int) -> (at: Instant, item: Item)? {
    guard let place = places.remove(ticket: ticket) else { return nil }
    return (place.at, takeItem(of: place))
  }
}
