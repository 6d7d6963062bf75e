import ClusterCore

/// Gives everything that is drawn its coordinates.
struct PageArrangement {
  private let rows: PageRows
  private let geometry: PageGeometry
  private let placement: PagePlacement
  /// By row, its slot; by slot, its row in this run.
  private let slots: [Int]
  private let rowOfSlot: [Int: Int]
  private let chunkOfSlot: [Int]

  private(set) var chunks: [PageLayout.Chunk] = []
  private var strokes: [[PageLayout.Stroke]]

  /// From the top of a line to the line of its arrow, and to the foot of its letters.
  private static let arrowLine = 19
  private static let letterFoot = 15

  init(_ rows: PageRows, _ geometry: PageGeometry, _ placement: PagePlacement, slots: [Int]) {
    self.rows = rows
    self.geometry = geometry
    self.placement = placement
    self.slots = slots
    rowOfSlot = Dictionary(uniqueKeysWithValues: zip(slots, rows.rows.indices))
    chunkOfSlot = placement.chunks.enumerated().flatMap { number, chunk in
      chunk.slots.map { _ in number }
    }
    strokes = Array(repeating: [], count: placement.chunks.count)
    for tie in rows.ties { add(tie) }
    let parts = placement.chunks.map { chunk in chunk.slots.compactMap { rowOfSlot[$0] } }
    let placed = parts.map { part in part.map { row($0) } }
    for index in placement.chunks.indices {
      chunks.append(
        PageLayout.Chunk(
          height: placement.chunks[index].height, rows: placed[index], strokes: strokes[index],
          runs: runs(in: index), bands: bands(in: index)))
    }
  }
}

// MARK: - Rows

extension PageArrangement {
  private mutating func row(_ index: Int) -> PageLayout.Row {
    let row = rows.rows[index]
    let slot = slots[index]
    var y = placement.tops[slot]
    var items: [PageLayout.Item] = []
    for line in row.lines {
      switch line.content {
      case .arrow(let arrow):
        let isLong = geometry.needsLabelLine(arrow)
        items.append(.arrow(self.arrow(arrow, top: y, isLong: isLong, in: index)))
        if isLong { y += PagePlacement.lineHeight }
      case .marks(let marks): items += marks.map { mark($0, top: y, isAlone: marks.count == 1) }
      case .rule(let text, let isStrong):
        items.append(.rule(text, y: y + PageArrangement.letterFoot, isStrong: isStrong))
      case .failure(let text): items.append(.failure(text, y: y + PageArrangement.letterFoot))
      case .parting(let text): items.append(.parting(text, y: y + PageArrangement.letterFoot))
      }
      y += PagePlacement.lineHeight
    }
    let isTold = placement.pauses[slot] >= PagePlacement.toldPause && index > 0
    return PageLayout.Row(
      step: row.step, title: row.title, at: row.at, top: placement.tops[slot],
      height: placement.heights[slot],
      pause: isTold ? row.at - rows.rows[index - 1].at : nil, items: items)
  }

  private func mark(_ mark: ChartMark, top: Int, isAlone: Bool) -> PageLayout.Item {
    let x = geometry.lanes[mark.lane]
    let room = isAlone ? geometry.width - x - 16 : geometry.distance - 24
    return .mark(mark, x: x, y: top + PageArrangement.letterFoot, room: room)
  }

  private mutating func arrow(
    _ arrow: PageArrow, top: Int, isLong: Bool, in index: Int
  ) -> PageLayout.Arrow {
    let chart = arrow.arrow
    let (from, to) = (geometry.lanes[chart.from], geometry.lanes[chart.to])
    let y = top + PageArrangement.arrowLine + (isLong ? PagePlacement.lineHeight : 0)
    let room = geometry.labelRoom(chart)
    let labelWidth = min(
      PageGeometry.width(of: Markup.safe(arrow.label)), isLong ? geometry.width : room.count)
    let start = flight(arrow, from: from, to: to, y: y, in: index)
    let isLeftward = from > to
    let noteX = max(from, to) + 14
    // What never arrives stays near its sender, and so does its label.
    let isShort = arrow.fate == .lost || arrow.fate == .refused || arrow.fate == .held
    let labelX =
      isShort && isLeftward && !isLong ? room.upperBound - labelWidth : room.lowerBound
    var end = isLeftward ? to + 2 : to - 2
    if isShort && !isLong {
      end = isLeftward ? max(end, labelX - 14) : min(end, labelX + labelWidth + 14)
    }
    return PageLayout.Arrow(
      arrow: chart, fate: arrow.fate, label: arrow.label, sentAt: arrow.sentAt, from: start,
      to: end,
      y: y, labelX: labelX, labelRoom: isLong ? geometry.width - room.lowerBound : room.count,
      labelY: top + PageArrangement.letterFoot, noteX: noteX,
      noteRoom: geometry.width - noteX - 4)
  }

  /// Adds the way down from where a message was sent, and says where it turns to its receiver.
  private mutating func flight(
    _ arrow: PageArrow, from: Int, to: Int, y: Int, in index: Int
  ) -> Int {
    guard let sent = arrow.sentAt, let sender = place(of: sent), sender < index else { return from }
    let turn = from < to ? from + PageGeometry.turn : from - PageGeometry.turn
    add(
      .flight(arrow.arrow.kind, arrow.fate), fromX: from, fromY: foot(of: sender), toX: turn,
      toY: y,
      from: slots[sender], to: slots[index])
    return turn
  }

  /// The row of a step.
  private func place(of step: Int) -> Int? {
    guard let first = rows.rows.first?.step else { return nil }
    let index = step - first
    return rows.rows.indices.contains(index) ? index : nil
  }

  /// Where what leaves in a row begins.
  private func foot(of row: Int) -> Int { placement.tops[slots[row]] + PageArrangement.arrowLine }
}

// MARK: - Lines from row to row

extension PageArrangement {
  private mutating func add(_ tie: PageTie) {
    guard let from = place(of: tie.from), let to = place(of: tie.to), from < to else { return }
    let x = geometry.lanes[tie.lane] - (tie.kind == .retry ? 8 : 12)
    add(
      tie.kind == .retry ? .retry : .timer, fromX: x, fromY: foot(of: from), toX: x,
      toY: placement.tops[slots[to]] + PagePlacement.lineHeight / 2, from: slots[from],
      to: slots[to])
  }

  /// Adds a line from one slot to a later one, cut at the chunks between.
  private mutating func add(
    _ kind: PageLayout.Stroke.Kind, fromX: Int, fromY: Int, toX: Int, toY: Int, from: Int, to: Int
  ) {
    let (first, last) = (chunkOfSlot[from], chunkOfSlot[to])
    var length = toY - fromY
    // In each further chunk it begins below the names of the lanes.
    let head = PagePlacement.headHeight - 4
    for chunk in first..<last { length += placement.chunks[chunk].height - head }
    var done = 0
    var (x, y) = (fromX, fromY)
    for chunk in first...last {
      let end = chunk == last ? toY : placement.chunks[chunk].height
      done += end - y
      let endX = fromX + (toX - fromX) * done / max(1, length)
      strokes[chunk].append(
        PageLayout.Stroke(kind: kind, fromX: x, fromY: y, toX: endX, toY: end))
      (x, y) = (endX, head)
    }
  }

  private func runs(in chunk: Int) -> [PageLayout.Run] {
    spans(in: chunk, { $0.lanes[$1] }).map { span in
      PageLayout.Run(
        state: span.value, x: geometry.lanes[span.lane], from: span.from, to: span.to)
    }
  }

  private func bands(in chunk: Int) -> [PageLayout.Band] {
    let kinds = spans(in: chunk) { row, lane -> [PageLayout.Band.Kind] in
      let condition = row.conditions[lane]
      return (row.lanes[lane] == .cutOff ? [.cutOff] : [])
        + (condition.isSuspended ? [.suspended] : []) + (condition.isLocked ? [.locked] : [])
    }
    let tokens = spans(in: chunk) { $0.conditions[$1].token }
    return kinds.flatMap { span in
      span.value.map {
        PageLayout.Band(
          kind: $0, x: geometry.lanes[span.lane], from: span.from, to: span.to)
      }
    }
      + tokens.compactMap { span in
        span.value.map {
          PageLayout.Band(
            kind: .token($0), x: geometry.lanes[span.lane], from: span.from, to: span.to)
        }
      }
  }

  private struct Span<Value> {
    let lane: Int
    let value: Value
    let from: Int
    let to: Int
  }

  /// Where something is the same along a lane; a row's word holds from its middle on.
  private func spans<Value: Equatable>(
    in chunk: Int, _ value: (PageRow, Int) -> Value
  ) -> [Span<Value>] {
    let slots = placement.chunks[chunk].slots
    let members = slots.compactMap { rowOfSlot[$0] }
    let before = rowBefore(slots.lowerBound)
    guard let first = before ?? members.first else { return [] }
    return geometry.lanes.indices.flatMap { lane in
      var spans: [Span<Value>] = []
      var (start, open) = (PagePlacement.headHeight - 4, value(rows.rows[first], lane))
      for member in members {
        let next = value(rows.rows[member], lane)
        guard next != open else { continue }
        let y = placement.tops[self.slots[member]] + PagePlacement.lineHeight / 2
        spans.append(Span(lane: lane, value: open, from: start, to: y))
        (start, open) = (y, next)
      }
      spans.append(
        Span(lane: lane, value: open, from: start, to: placement.chunks[chunk].height))
      return spans
    }
  }

  /// The last row of this run before a slot.
  private func rowBefore(_ slot: Int) -> Int? {
    let later = slots.partitioningIndex { $0 >= slot }
    return later > 0 ? later - 1 : nil
  }
}

extension Array {
  /// The first place from which on the condition holds, by halving.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
