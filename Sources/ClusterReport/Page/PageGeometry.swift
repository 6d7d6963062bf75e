import ClusterCore

/// Where the columns of a page's lanes stand, in pixels.
struct PageGeometry: Hashable {
  /// Where the step's number and its instant end.
  static let numberEnd = 42
  static let atEnd = 106
  /// Where the first lane stands; left of it is room for bands and ties.
  private static let firstLane = 142
  /// Room beside the last lane for what the cloud made of a request, alone and beside another run.
  private static let noteRoom = (alone: 240, beside: 120)
  private static let distances = 236...420
  private static let besideDistances = 172...236
  /// What a page on a desk has room for, and what each of two runs has.
  private static let wantedWidth = (alone: 1180, beside: 625)
  /// How far an arrow goes down beside its sender's lane before it turns to its receiver.
  static let turn = 28

  /// By lane.
  let lanes: [Int]
  let distance: Int
  let width: Int

  /// - Parameter isBeside: whether another run's lanes stand beside these.
  init(laneCount: Int, isBeside: Bool = false) {
    let note = isBeside ? PageGeometry.noteRoom.beside : PageGeometry.noteRoom.alone
    let wanted = isBeside ? PageGeometry.wantedWidth.beside : PageGeometry.wantedWidth.alone
    let even = (wanted - PageGeometry.firstLane - note) / max(1, laneCount - 1)
    let bounds = isBeside ? PageGeometry.besideDistances : PageGeometry.distances
    distance = min(max(even, bounds.lowerBound), bounds.upperBound)
    lanes = (0..<laneCount).map { [distance] in PageGeometry.firstLane + $0 * distance }
    let least = (lanes.last ?? PageGeometry.firstLane) + note
    // Two runs of few lanes have room beside the last one.
    width = isBeside ? max(least, wanted) : least
  }

  /// The width of a text in the fixed-width letters of the lanes.
  static func width(of text: SafeText) -> Int { (text.width * 73 + 9) / 10 }

  /// The text in at most so many pixels.
  static func fitted(_ raw: String, in room: Int) -> SafeText {
    Markup.safe(raw).cut(to: max(1, room * 10 / 73), Markup.style)
  }

  /// Where the label of an arrow between two lanes may stand.
  func labelRoom(_ arrow: ChartArrow) -> Range<Int> {
    let left = lanes[min(arrow.from, arrow.to)] + PageGeometry.turn + 6
    let right = lanes[max(arrow.from, arrow.to)] - PageGeometry.turn - 6
    return left..<max(left + 1, right)
  }

  /// Whether an arrow's label is too long to stand above its line.
  func needsLabelLine(_ arrow: PageArrow) -> Bool {
    PageGeometry.width(of: Markup.safe(arrow.label)) > labelRoom(arrow.arrow).count
  }

  /// How many lines a row needs.
  func lineCount(_ row: PageRow) -> Int {
    row.lines.reduce(0) { sum, line in
      guard case .arrow(let arrow) = line.content, needsLabelLine(arrow) else { return sum + 1 }
      return sum + 2
    }
  }
}

extension PageArrow {
  /// What stands above its line; what is odd about it first, so that no cut takes it away.
  var label: String {
    switch (arrow.end, fate) {
    case (.lost, _): "✗ lost: \(arrow.label)"
    case (.refused, _): "✗ refused: \(arrow.label)"
    case (.held(let until), _): "… held \(until): \(arrow.label)"
    case (.unheard(let reason), _): "✗ \(reason): \(arrow.label)"
    case (.arrives(let copy), _) where copy > 1:
      "×\(copy) " + lateness + arrow.label
    case (.arrives, _): lateness + arrow.label
    }
  }

  /// `late, after 20 s: `; empty where it is not late.
  private var lateness: String {
    switch arrow.lateness {
    case .slow(let travel): "late, after \(Wording.length(travel)): "
    case .overtaken: "overtaken: "
    case nil: ""
    }
  }
}
