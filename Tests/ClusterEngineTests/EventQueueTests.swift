import ClusterCore
import Testing

@testable import ClusterEngine

/// A queue beside a plain list that is sorted each time.
@Suite struct EventQueueTests {
  private struct Waiting: Hashable {
    let at: Instant
    let rank: Int
    let ticket: Int
  }

  private struct Pair {
    var queue = EventQueue<Int>()
    var list: [Waiting] = []

    mutating func push(at milliseconds: Int64, rank: Int) {
      let waiting = Waiting(
        at: Instant(milliseconds), rank: rank, ticket: queue.nextTicket)
      queue.push(waiting.ticket, at: waiting.at, rank: rank)
      list.append(waiting)
      list.sort { ($0.at, $0.rank, $0.ticket) < ($1.at, $1.rank, $1.ticket) }
    }

    /// What both say comes next; false where they differ.
    mutating func popsAlike() -> Bool {
      let popped = queue.pop()
      guard !list.isEmpty else { return popped == nil && queue.isEmpty }
      let first = list.removeFirst()
      return popped?.at == first.at && popped?.item == first.ticket
    }

    mutating func removesAlike(_ index: Int) -> Bool {
      let wanted = list.remove(at: index)
      let removed = queue.remove(ticket: wanted.ticket)
      return removed?.at == wanted.at && removed?.item == wanted.ticket
    }
  }

  /// - Parameter spread: how far ahead what is pushed lies; 0 has all of it at the same instant.
  @Test(arguments: [0, 3, 1_000_000] as [Int64])
  func whatComesNextIsTheFirstOfASortedList(spread: Int64) {
    var random = Seed(7).generator(for: "queue/\(spread)")
    var pair = Pair()
    var now: Int64 = 0
    for _ in 0..<3_000 {
      switch random.next() % 8 {
      case 0...3:
        let ahead = spread == 0 ? 0 : Int64(random.next() % UInt64(spread))
        pair.push(at: now + ahead, rank: Int(random.next() % 3))
      case 4 where !pair.list.isEmpty:
        let isAlike = pair.removesAlike(Int(random.next() % UInt64(pair.list.count)))
        #expect(isAlike)
      default:
        now = pair.list.first?.at.milliseconds ?? now
        let isAlike = pair.popsAlike()
        #expect(isAlike)
      }
      #expect(pair.queue.nextInstant == pair.list.first?.at)
    }
    #expect(pair.queue.tickets == pair.list.map(\.ticket).sorted())
    // Once more than there is.
    for _ in 0...pair.list.count {
      let isAlike = pair.popsAlike()
      #expect(isAlike)
    }
  }

  @Test func someOfWhatWaitsKeepsItsTickets() {
    var pair = Pair()
    for number in 0..<100 { pair.push(at: Int64(number * 37 % 50), rank: 1) }
    var even = pair.queue.filter { $0.isMultiple(of: 2) }
    let expected = pair.list.map(\.ticket).filter { $0.isMultiple(of: 2) }
    #expect(even.nextTicket == pair.queue.nextTicket)
    var popped: [Int] = []
    while let next = even.pop() { popped.append(next.item) }
    #expect(popped == expected)
  }
}
