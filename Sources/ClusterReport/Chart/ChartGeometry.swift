import ClusterCore

/// Where the columns of a chart stand.
struct ChartGeometry {
  /// Where the texts of the gutter end: the step's number, sent, at.
  let numberEnd: Int
  let sentEnd: Int
  let atEnd: Int
  /// Where each lane's line stands; empty where the lanes do not fit beside each other.
  let lanes: [Int]
  /// How far lanes stand apart.
  let distance: Int
  let width: Int

  /// Below this no label fits between two lanes.
  private static let leastDistance = 14
  private static let numberWidth = 6

  /// `horizon` is the latest instant to be written.
  init(laneCount: Int, horizon: Instant, width: Int) {
    let time = max(7, Wording.seconds(horizon).count)
    numberEnd = ChartGeometry.numberWidth
    sentEnd = numberEnd + 1 + time
    atEnd = sentEnd + 1 + time
    self.width = width
    let first = atEnd + 2
    // The last lane, the cloud, has notes beside it and gets a little more than the others.
    let distance = (width - first) * 10 / (10 * (laneCount - 1) + 12)
    self.distance = distance
    lanes =
      distance < ChartGeometry.leastDistance
      ? [] : (0..<laneCount).map { first + $0 * distance }
  }

  /// Where rows begin that have no lanes.
  var textColumn: Int { atEnd + 2 }
}
