import ClusterCore

/// What was out of the ordinary in a run, step by step: what the network and the systems did.
struct PageOddities {
  struct Oddity {
    let step: Int
    let text: String
  }

  private(set) var list: [Oddity] = []
  private(set) var late = 0

  /// So many are listed.
  static let most = 60

  init(_ rows: PageRows) {
    for row in rows.rows {
      for line in row.lines {
        switch line.content {
        case .arrow(let arrow): take(arrow, at: row.step, rows.lanes)
        case .marks(let marks):
          for mark in marks where mark.isOdd {
            list.append(Oddity(step: row.step, text: "\(rows.lanes[mark.lane]): \(mark.text)"))
          }
        case .rule, .failure: break
        }
      }
    }
  }

  private mutating func take(_ arrow: PageArrow, at step: Int, _ lanes: [NodeID]) {
    switch arrow.fate {
    case .delivered: return
    case .late: late += 1
    case .copy, .lost, .refused, .held, .unheard:
      let way = "\(lanes[arrow.arrow.from]) to \(lanes[arrow.arrow.to])"
      list.append(Oddity(step: step, text: "\(arrow.label) (\(way))"))
    }
  }
}

extension ChartMark {
  fileprivate var isOdd: Bool {
    switch kind {
    case .killed, .failed: true
    case .started: text != "started"
    case .user, .shows, .timer, .plain: false
    }
  }
}
