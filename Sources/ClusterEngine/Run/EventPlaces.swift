import ClusterCore

/// Where something stands that waits: its instant, its rank and ticket, and where the thing itself
/// lies.
struct EventPlace {
  let at: Instant
  /// The rank in the top bits, and the ticket.
  private let order: UInt64
  let slot: Int

  private static var ticketBits: UInt64 { 56 }

  init(at: Instant, rank: Int, ticket: Int, slot: Int) {
    self.at = at
    order = UInt64(rank) << EventPlace.ticketBits | UInt64(ticket)
    self.slot = slot
  }

  var rank: Int { Int(order >> EventPlace.ticketBits) }
  var ticket: Int { Int(order & (1 << EventPlace.ticketBits - 1)) }

  func precedes(_ other: EventPlace) -> Bool {
    at == other.at ? order < other.order : at < other.at
  }
}

/// Places by (instant, rank, ticket).
///
/// Most of what is put in comes after all that was put in like it: the entries of a timeline,
/// timeouts of one length, deliveries that take a link's one delay. So places lie in a few rows, each
/// in its order, and what fits at the end of none of them in a binary heap.
struct EventPlaces {
  /// Places in their order; those before `head` are taken out.
  private struct Row {
    var places: [EventPlace] = []
    var head = 0

    var isEmpty: Bool { head == places.count }

    /// Whether the place may stand at the end.
    func takesIn(_ place: EventPlace) -> Bool {
      isEmpty || places[places.count - 1].precedes(place)
    }

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

  private static var mostRows: Int { 4 }

  private var rows: [Row] = []
  private var heap: [EventPlace] = []

  var isEmpty: Bool { heap.isEmpty && rows.allSatisfy(\.isEmpty) }

  var first: EventPlace? { leader?.place }

  /// The first of all, and the row that it leads; none where it leads the heap.
  private var leader: (place: EventPlace, row: Int?)? {
    var first = heap.first
    var led: Int?
    for row in 0..<rows.count where !rows[row].isEmpty {
      let place = rows[row].places[rows[row].head]
      if let earlier = first, !place.precedes(earlier) { continue }
      first = place
      led = row
    }
    return first.map { ($0, led) }
  }

  mutating func insert(_ place: EventPlace) {
    for row in 0..<rows.count where rows[row].takesIn(place) {
      rows[row].places.append(place)
      return
    }
    if rows.count < EventPlaces.mostRows {
      rows.append(Row(places: [place]))
    } else {
      heap.append(place)
      siftUp(heap.count - 1)
    }
  }

  mutating func popFirst() -> EventPlace? {
    guard let (place, row) = leader else { return nil }
    if let row { rows[row].removeFirst() } else { removeFromHeap(at: 0) }
    return place
  }

  func place(ticket: Int) -> EventPlace? { find(ticket)?.place }

  mutating func remove(ticket: Int) -> EventPlace? {
    guard let (place, row, index) = find(ticket) else { return nil }
    if let row { rows[row].remove(at: index) } else { removeFromHeap(at: index) }
    return place
  }

  private func find(_ ticket: Int) -> (place: EventPlace, row: Int?, index: Int)? {
    for (number, row) in rows.enumerated() {
      for index in row.head..<row.places.count where row.places[index].ticket == ticket {
        return (row.places[index], number, index)
      }
    }
    guard let index = heap.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return (heap[index], nil, index)
  }

  /// All of them, in no order.
  func forEach(_ body: (EventPlace) -> Void) {
    for row in rows {
      for index in row.head..<row.places.count { body(row.places[index]) }
    }
    for place in heap { body(place) }
  }
}

// MARK: The heap

extension EventPlaces {
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
