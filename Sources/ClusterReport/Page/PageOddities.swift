import ClusterCore

/// What was out of the ordinary in a run, step by step: what the network and the systems did.
struct PageOddities {
  struct Oddity {
    let step: Int
    let text: String
  }

  private(set) var list: [Oddity] = []
  /// What transfers cost that were made more than once; nil where none was.
  let waste: String?
  /// Late messages that are counted only, because they are many.
  private(set) var late = 0

  /// So many are listed.
  static let most = 60
  /// So many late messages are listed one by one.
  private static let mostLate = 8

  init(_ run: PageRun) {
    let rows = run.rows
    waste = FileBytes(run.events).waste
    let late = rows.rows.flatMap(\.lines).count { $0.isLateArrow }
    let listsLate = late <= PageOddities.mostLate
    self.late = listsLate ? 0 : late
    for row in rows.rows {
      for line in row.lines {
        switch line.content {
        case .arrow(let arrow): take(arrow, at: row.step, rows.lanes, listsLate: listsLate)
        case .marks(let marks):
          for mark in marks where mark.isOdd {
            list.append(Oddity(step: row.step, text: "\(rows.lanes[mark.lane]): \(mark.text)"))
          }
        case .rule, .failure, .parting: break
        }
      }
    }
  }

  private mutating func take(
    _ arrow: PageArrow, at step: Int, _ lanes: [NodeID], listsLate: Bool
  ) {
    switch arrow.fate {
    case .delivered: return
    case .late: guard listsLate else { return }
    case .copy, .lost, .refused, .held, .unheard: break
    }
    let way = "\(lanes[arrow.arrow.from]) to \(lanes[arrow.arrow.to])"
    list.append(Oddity(step: step, text: "\(arrow.label) (\(way))"))
  }
}

extension PageLine {
  fileprivate var isLateArrow: Bool {
    guard case .arrow(let arrow) = content else { return false }
    return arrow.fate == .late
  }
}

extension ChartMark {
  fileprivate var isOdd: Bool {
    switch kind {
    case .killed, .failed: true
    case .started: text != "started"
    case .user, .cloud, .system, .shows, .timer, .plain: false
    }
  }
}
