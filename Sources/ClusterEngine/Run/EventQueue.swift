import ClusterCore

/// What waits for its instant, by (instant, rank, order of putting in).
///
/// Most of what is put in comes after all that was put in like it: the entries of a timeline,
/// timeouts of one length, deliveries that take a link's one delay. So places lie in a few rows, each
/// in its order, and what fits at the end of none of them in a binary heap. Rows and heap hold
/// places only; items lie still, since they are large.
struct EventQueue<Item> {
  private struct Place {
    let at: Instant
    /// The rank in the top bits, and the ticket.
    let order: UInt64
    let slot: Int

    private static var ticketBits: UInt64 { 56 }

    init(at: Instant, rank: Int, ticket: Int, slot: Int) {
      self.at = at
      order = UInt64(rank) << Place.ticketBits | UInt64(ticket)
      self.slot = slot
    }

    var rank: Int { Int(order >> Place.ticketBits) }
    var ticket: Int { Int(order & (1 << Place.ticketBits - 1)) }

    func precedes(_ other: Place) -> Bool {
      at == other.at ? order < other.order : at < other.at
    }
  }

  /// Places in their order; those before `head` are taken out.
  private struct Row {
    var places: [Place] = []
    var head = 0

    var isEmpty: Bool { head == places.count }

    /// Whether the place may stand at the end.
    func takesIn(_ place: Place) -> Bool { isEmpty || places[places.count - 1].precedes(place) }

    mutating func removeFirst() {
      head += 1
      if isEmpty {
        places.removeAll(keepingCapacity: true)
        head = 0
      } else if head >= 64, head * 2 >= places.count {
        places.removeSubrange(..<head)
        head = 0
      }
    }

    mutating func remove(at index: Int) {
      if index == head { removeFirst() } else { places.remove(at: index) }
    }
  }

  /// Where the first of all places stands.
  private enum Source {
    case row(Int)
    case heap
  }

  private static var mostRows: Int { 4 }

  private var rows: [Row] = []
  private var heap: [Place] = []
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
    forEachPlace { tickets.append($0.ticket) }
    return tickets.sorted()
  }

  var isEmpty: Bool { first == nil }
  var nextInstant: Instant? { first?.place.at }

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
    insert(Place(at: instant, rank: rank, ticket: ticket, slot: slot))
  }

  private mutating func insert(_ place: Place) {
    for index in rows.indices where rows[index].takesIn(place) {
      rows[index].places.append(place)
      return
    }
    if rows.count < EventQueue.mostRows {
      rows.append(Row(places: [place]))
    } else {
      heap.append(place)
      siftUp(heap.count - 1)
    }
  }

  private var first: (place: Place, source: Source)? {
    var first = heap.isEmpty ? nil : (place: heap[0], source: Source.heap)
    for index in rows.indices where !rows[index].isEmpty {
      let place = rows[index].places[rows[index].head]
      if first.map({ place.precedes($0.place) }) ?? true { first = (place, .row(index)) }
    }
    return first
  }

  mutating func pop() -> (at: Instant, item: Item)? {
    guard let (place, source) = first else { return nil }
    switch source {
    case .row(let index): rows[index].removeFirst()
    case .heap: removeFromHeap(at: 0)
    }
    return (place.at, takeItem(of: place))
  }

  private mutating func takeItem(of place: Place) -> Item {
    guard let item = items[place.slot].take() else {
      preconditionFailure("slot \(place.slot) is empty")
    }
    free.append(place.slot)
    return item
  }

  private func forEachPlace(_ body: (Place) -> Void) {
    for row in rows {
      for place in row.places[row.head...] { body(place) }
    }
    for place in heap { body(place) }
  }

  /// What waits and where, in no order.
  func forEach(_ body: (_ at: Instant, _ rank: Int, _ ticket: Int, Item) -> Void) {
    forEachPlace { place in
      if let item = items[place.slot] { body(place.at, place.rank, place.ticket, item) }
    }
  }

  /// What was put in under this ticket and still waits.
  func item(ticket: Int) -> Item? { entry(ticket: ticket)?.item }

  /// The same with its instant and rank.
  func entry(ticket: Int) -> (at: Instant, rank: Int, item: Item)? {
    guard let (place, _, _) = find(ticket), let item = items[place.slot] else { return nil }
    return (place.at, place.rank, item)
  }

  private func find(_ ticket: Int) -> (place: Place, source: Source, index: Int)? {
    for (number, row) in rows.enumerated() {
      for index in row.head..<row.places.count where row.places[index].ticket == ticket {
        return (row.places[index], .row(number), index)
      }
    }
    guard let index = heap.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return (heap[index], .heap, index)
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
    guard let (place, source, index) = find(ticket) else { return nil }
    switch source {
    case .row(let row): rows[row].remove(at: index)
    case .heap: removeFromHeap(at: index)
    }
    return (place.at, takeItem(of: place))
  }
}

// MARK: The heap

extension EventQueue {
  private mutating func removeFromHeap(at index: Int) {
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    siftDown(index)
    siftUp(index)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      let child = 2 * parent + 1
      if child < heap.count, heap[child].precedes(heap[least]) { least = child }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[least]) { least = child + 1 }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
