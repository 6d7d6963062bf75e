import ClusterCore

/// The lanes of a run with all that is drawn on them, in pixels; nothing here knows how.
package struct PageLayout {
  package struct Lane: Hashable, Sendable {
    package let node: NodeID
    package let x: Int
  }

  /// A row of a chunk: one step.
  package struct Row {
    package let step: Int
    package let title: String
    package let at: Instant
    /// Its top and height, the pause above it left out.
    package let top: Int
    package let height: Int
    /// The time since the row before where the blank above says it; else nil.
    package let pause: Milliseconds?
    package let items: [Item]
  }

  package enum Item {
    case arrow(Arrow)
    case mark(ChartMark, x: Int, y: Int, room: Int)
    case rule(String, y: Int, isStrong: Bool)
    case failure(String, y: Int)
    case parting(String, y: Int)
  }

  package struct Arrow {
    package let arrow: ChartArrow
    package let fate: ArrowFate
    package let label: String
    package let sentAt: Int?
    /// Where its line begins and ends, and at which height it runs.
    package let from: Int
    package let to: Int
    package let y: Int
    /// Where its label begins, how much room it has, and the height of its letters' foot.
    package let labelX: Int
    package let labelRoom: Int
    package let labelY: Int
    /// Where what the receiver made of it is told.
    package let noteX: Int
    package let noteRoom: Int
  }

  /// A part of a line between rows: a message under way, or a tie.
  package struct Stroke: Hashable {
    package enum Kind: Hashable {
      case flight(ChartArrow.Kind, ArrowFate)
      case retry, timer
    }

    package let kind: Kind
    package let fromX: Int
    package let fromY: Int
    package let toX: Int
    package let toY: Int
  }

  /// A piece of a lane's line.
  package struct Run: Hashable {
    package let state: ChartRow.LaneState
    package let x: Int
    package let from: Int
    package let to: Int
  }

  /// Something that is the case on a lane for a while.
  package struct Band: Hashable {
    package enum Kind: Hashable {
      case cutOff, suspended, locked
      case token(TokenBand)
    }

    package let kind: Kind
    package let x: Int
    package let from: Int
    package let to: Int
  }

  package struct Chunk {
    package let height: Int
    package let rows: [Row]
    package let strokes: [Stroke]
    package let runs: [Run]
    package let bands: [Band]
  }

  package let lanes: [Lane]
  package let width: Int
  package let chunks: [Chunk]

  /// A run alone.
  package init(_ scenario: Scenario, _ events: [TraceEvent], checks: [CheckResult]) {
    self.init(alone: PageRows(scenario, events, checks: checks))
  }

  init(alone rows: PageRows) {
    let geometry = PageGeometry(laneCount: rows.lanes.count)
    let placement = PagePlacement(rows.slots(geometry))
    self.init(rows, geometry, placement, slots: Array(rows.rows.indices))
  }

  /// - Parameter slots: by row, the slot it stands in.
  init(_ rows: PageRows, _ geometry: PageGeometry, _ placement: PagePlacement, slots: [Int]) {
    lanes = zip(rows.lanes, geometry.lanes).map { Lane(node: $0, x: $1) }
    width = geometry.width
    chunks = PageArrangement(rows, geometry, placement, slots: slots).chunks
  }
}

extension PageRows {
  /// What the rows ask of their places, each in a slot of its own.
  func slots(_ geometry: PageGeometry) -> [PagePlacement.Slot] {
    let crossings = crossings
    return rows.indices.map { index in
      let pause = index > 0 ? rows[index].at - rows[index - 1].at : .zero
      return PagePlacement.Slot(
        lines: geometry.lineCount(rows[index]), pause: pause, crossings: crossings[index])
    }
  }

  /// For each row how many messages and ties go on from the row before to it.
  private var crossings: [Int] {
    var changes = Array(repeating: 0, count: rows.count + 1)
    func note(from: Int, to: Int) {
      guard let first = rows.first?.step, from < to else { return }
      changes[from - first + 1] += 1
      changes[to - first + 1] -= 1
    }
    for row in rows {
      for case .arrow(let arrow) in row.lines.map(\.content) {
        if let sent = arrow.sentAt { note(from: sent, to: row.step) }
      }
    }
    for tie in ties { note(from: tie.from, to: tie.to) }
    var crossings: [Int] = []
    var open = 0
    for change in changes.dropLast() {
      open += change
      crossings.append(open)
    }
    return crossings
  }
}
