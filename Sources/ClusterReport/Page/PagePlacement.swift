import ClusterCore

/// Where the rows of a page stand: their heights, and which of them share a chunk.
///
/// A chunk is what a printer keeps together and what a browser draws at once. It ends where the
/// fewest messages are under way. Lengths are pixels.
struct PagePlacement {
  /// What has to have a place: one row, or two that stand beside each other.
  struct Slot {
    let lines: Int
    /// Virtual time since the slot before.
    let pause: Milliseconds
    /// Messages and ties that are under way from the slot before to this one.
    let crossings: Int
  }

  struct Chunk: Hashable {
    let slots: Range<Int>
    let height: Int
  }

  static let lineHeight = 24
  /// The names of the lanes, above each chunk.
  static let headHeight = 26
  private static let leastSlots = 10
  /// A chunk has to fit a landscape page of A4 and of US letter.
  private static let mostHeight = 620

  private(set) var chunks: [Chunk] = []
  /// By slot, within its chunk, the pause above it left out.
  private(set) var tops: [Int] = []
  private(set) var heights: [Int]
  /// By slot: the blank above it that stands for time.
  let pauses: [Int]

  init(_ slots: [Slot]) {
    heights = slots.map { $0.lines * PagePlacement.lineHeight + 2 }
    pauses = slots.map { PagePlacement.blank($0.pause) }
    var start = 0
    while start < slots.count {
      let end = end(from: start, slots)
      var y = PagePlacement.headHeight
      for slot in start..<end {
        y += pauses[slot]
        tops.append(y)
        y += heights[slot]
      }
      chunks.append(Chunk(slots: start..<end, height: y + 2))
      start = end
    }
  }

  /// Time is drawn compressed: nothing for a moment, a little for a while, a mark for a second.
  private static func blank(_ pause: Milliseconds) -> Int {
    switch pause.count {
    case ..<20: 0
    case ..<200: 3
    case ..<1000: 8
    default: 18
    }
  }

  /// Pauses of so many pixels say how long they are.
  static let toldPause = 18

  private func end(from start: Int, _ slots: [Slot]) -> Int {
    var height = PagePlacement.headHeight
    var best = start + 1
    var fewest = Int.max
    for slot in start..<slots.count {
      height += pauses[slot] + heights[slot]
      if height > PagePlacement.mostHeight && slot > start { return best }
      guard slot + 1 < slots.count else { return slots.count }
      guard slot + 1 - start >= PagePlacement.leastSlots || height > PagePlacement.mostHeight / 2
      else {
        best = slot + 1
        continue
      }
      if slots[slot + 1].crossings <= fewest {
        fewest = slots[slot + 1].crossings
        best = slot + 1
      }
    }
    return slots.count
  }
}
