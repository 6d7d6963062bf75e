import ClusterCore

/// What waits for its instant: a binary heap by (instant, rank, order of putting in).
///
/// The heap holds places only; items lie still while it is sorted, since they are large.
struct EventQueue<Item> {
  private struct Place {
    let at: Instant
    let rank: Int
    let sequence: Int
    let slot: Int

    static func precedes(_ left: Place, _ right: Place) -> Bool {
      if left.at != right.at { return left.at < right.at }
      if left.rank != right.rank { return left.rank < right.rank }
      return left.sequence < right.sequence
    }
  }

  private var heap: [Place] = []
  private var items: [Item?] = []
  private var free: [Int] = []
  private var nextSequence = 0

  /// - Parameter nextTicket: the ticket of what is pushed first.
  init(nextTicket: Int = 0) {
    nextSequence = nextTicket
  }

  /// The ticket of what is pushed next.
  var nextTicket: Int { nextSequence }
  /// Of all that waits, in the order of coming up.
  var tickets: [Int] { heap.map(\.sequence).sorted() }

  var isEmpty: Bool { heap.isEmpty }
  var nextInstant: Instant? { heap.first?.at }

  /// A lower rank comes first within one instant.
  mutating func push(_ item: Item, at instant: Instant, rank: Int) {
    put(item, at: instant, rank: rank, ticket: nextSequence)
    nextSequence += 1
  }

  /// Puts something in under a ticket that was given out before.
  mutating func put(_ item: Item, at instant: Instant, rank: Int, ticket: Int) {
    let slot: Int
    if let used = free.popLast() {
      slot = used
      items[slot] = item
    } else {
      slot = items.count
      items.append(item)
    }
    heap.append(Place(at: instant, rank: rank, sequence: ticket, slot: slot))
    siftUp(heap.count - 1)
  }

  mutating func pop() -> (at: Instant, item: Item)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      siftDown(0)
    }
    guard let item = items[first.slot] else { preconditionFailure("slot \(first.slot) is empty") }
    items[first.slot] = nil
    free.append(first.slot)
    return (first.at, item)
  }

  /// What waits and where, in no order.
  func forEach(_ body: (_ at: Instant, _ rank: Int, _ ticket: Int, Item) -> Void) {
    for place in heap {
      guard let item = items[place.slot] else { continue }
      body(place.at, place.rank, place.sequence, item)
    }
  }

  /// What was put in under this ticket and still waits.
  func item(ticket: Int) -> Item? { entry(ticket: ticket)?.item }

  /// The same with its instant and rank.
  func entry(ticket: Int) -> (at: Instant, rank: Int, item: Item)? {
    guard let place = heap.first(where: { $0.sequence == ticket }), let item = items[place.slot]
    else { return nil }
    return (place.at, place.rank, item)
  }

  /// A queue of some of what waits, under the same tickets.
  func filter(_ isKept: (Item) -> Bool) -> EventQueue {
    var kept = EventQueue(nextTicket: nextSequence)
    forEach { at, rank, ticket, item in
      if isKept(item) { kept.put(item, at: at, rank: rank, ticket: ticket) }
    }
    return kept
  }

  /// Takes out what was put in under this ticket, the how-manieth it was of all.
  mutating func remove(ticket: Int) -> (at: Instant, item: Item)? {
    guard let index = heap.firstIndex(where: { $0.sequence == ticket }),
      let item = items[heap[index].slot]
    else { return nil }
    let place = heap[index]
    items[place.slot] = nil
    free.append(place.slot)
    let last = heap.removeLast()
    if index < heap.count {
      heap[index] = last
      siftDown(index)
      siftUp(index)
    }
    return (place.at, item)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard Place.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in (2 * parent + 1)...(2 * parent + 2) where child < heap.count {
        if Place.precedes(heap[child], heap[least]) { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
