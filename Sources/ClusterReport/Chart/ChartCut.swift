import ClusterCore

/// Which rows of a long chart stay.
///
/// First the rules and what broke, with the rows around it, however dull: what did not happen
/// there may be what broke. Then what led there, step by step back through the causes, then what
/// stands nearest, a user's deeds and what the same devices do afterwards counting as nearer than
/// they are; without anything broken, the beginning and the end.
struct ChartCut {
  let mostRows: Int
  /// Steps that matter.
  let focus: Set<Int>
  /// Every event's cause, by their numbers.
  let causes: [Int: Int]

  /// How many causes back a chart looks from each step that matters.
  private static let deepest = 64
  /// A user's deed so many rows away counts as one row away.
  private static let userReach = 3
  /// What a device does after something broke on it counts as so much nearer.
  private static let deviceReach = 2
  /// So many rows to each side of what broke stay.
  private static let neighbours = 3

  func cut(_ rows: [ChartRow]) -> [ChartRow] {
    let wanted = focus.union(ancestors)
    let near = neighbourhood(of: rows)
    let notable = rows.indices.filter {
      !rows[$0].isRoutine || wanted.contains(rows[$0].step) || near.contains($0)
    }
    let kept = notable.count <= mostRows ? notable : best(of: notable, rows: rows, wanted: wanted)
    return withGaps(kept, in: rows)
  }

  /// The rows around each mark of something that broke.
  private func neighbourhood(of rows: [ChartRow]) -> Set<Int> {
    var near: Set<Int> = []
    for place in rows.indices where rows[place].isFailure {
      let first = max(rows.startIndex, place - ChartCut.neighbours)
      near.formUnion(first...min(rows.endIndex - 1, place + ChartCut.neighbours))
    }
    return near
  }

  private var ancestors: Set<Int> {
    var found: Set<Int> = []
    for step in focus.sorted() {
      var step = step
      for _ in 0..<ChartCut.deepest {
        guard let cause = causes[step] else { break }
        found.insert(cause)
        step = cause
      }
    }
    return found
  }

  private func best(of notable: [Int], rows: [ChartRow], wanted: Set<Int>) -> [Int] {
    var centres = notable.indices.filter { focus.contains(rows[notable[$0]].step) }
    if centres.isEmpty { centres = [notable.startIndex, notable.endIndex - 1] }
    let distances = distances(count: notable.count, from: centres)
    let first = focus.min() ?? Int.max
    let concerned = Set(rows.filter { focus.contains($0.step) }.flatMap(\.devices))
    let felt = distances.indices.map { place -> Int in
      let row = rows[notable[place]]
      if row.isUserDeed { return distances[place] / ChartCut.userReach }
      let isLater = row.step > first && !row.devices.isDisjoint(with: concerned)
      return isLater ? distances[place] / ChartCut.deviceReach : distances[place]
    }
    let ranked = notable.indices.sorted { left, right in
      let ranks = (rank(rows[notable[left]], wanted), rank(rows[notable[right]], wanted))
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      return (felt[left], distances[left], left) < (felt[right], distances[right], right)
    }
    return filled(ranked.prefix(mostRows).map { notable[$0] }.sorted(), in: rows)
  }

  /// A single row left out would cost the line that says so.
  private func filled(_ kept: [Int], in rows: [ChartRow]) -> [Int] {
    var result: [Int] = []
    var next = rows.startIndex
    for place in kept + [rows.endIndex] {
      if place == next + 1, !rows[next].isRoutine { result.append(next) }
      if place < rows.endIndex { result.append(place) }
      next = place + 1
    }
    return result
  }

  private func rank(_ row: ChartRow, _ wanted: Set<Int>) -> Int {
    switch row.content {
    case .failure: 0
    case .rule: 1
    case .arrow, .marks, .gap: focus.contains(row.step) ? 0 : wanted.contains(row.step) ? 2 : 3
    }
  }

  /// How far each place is from the nearest centre.
  private func distances(count: Int, from centres: [Int]) -> [Int] {
    var distances = Array(repeating: Int.max / 2, count: count)
    for centre in centres { distances[centre] = 0 }
    for place in distances.indices.dropFirst() {
      distances[place] = min(distances[place], distances[place - 1] + 1)
    }
    for place in distances.indices.reversed().dropFirst() {
      distances[place] = min(distances[place], distances[place + 1] + 1)
    }
    return distances
  }

  private func withGaps(_ kept: [Int], in rows: [ChartRow]) -> [ChartRow] {
    var result: [ChartRow] = []
    var next = rows.startIndex
    for place in kept + [rows.endIndex] {
      if place > next {
        let first = rows[next]
        result.append(
          ChartRow(
            step: first.step, at: first.at,
            content: .gap(rows: place - next, to: rows[place - 1].step), lanes: first.lanes))
      }
      if place < rows.endIndex {
        var row = rows[place]
        // What it followed may be gone.
        if let last = result.last, row.isFollowUp { row.isFollowUp = last.step == row.step }
        if result.isEmpty { row.isFollowUp = false }
        if case .gap = result.last?.content { row.isFollowUp = false }
        result.append(row)
      }
      next = place + 1
    }
    return result
  }
}

extension ChartRow {
  fileprivate var isFailure: Bool {
    if case .failure = content { true } else { false }
  }

  /// The lanes that it is about, but for the cloud's, which is the last.
  fileprivate var devices: Set<Int> {
    let cloud = lanes.count - 1
    return switch content {
    case .arrow(let arrow): Set([arrow.from, arrow.to]).subtracting([cloud])
    case .marks(let marks): Set(marks.map(\.lane)).subtracting([cloud])
    case .rule, .failure, .gap: []
    }
  }

  fileprivate var isUserDeed: Bool {
    guard case .marks(let marks) = content else { return false }
    return marks.contains { $0.kind == .user }
  }
}
