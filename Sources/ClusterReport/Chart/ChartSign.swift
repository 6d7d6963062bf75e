/// The signs of a chart, in the order in which its legend explains them.
enum ChartSign: CaseIterable {
  case user, cloud, system, shows, request, answer, push, copy, lost, held, late, cutOff, started,
    killed, timer

  static func collect(from row: ChartRow, into signs: inout Set<ChartSign>) {
    if row.lanes.contains(.cutOff) { signs.insert(.cutOff) }
    switch row.content {
    case .arrow(let arrow): collect(from: arrow, into: &signs)
    case .marks(let marks): signs.formUnion(marks.compactMap { ChartSign($0.kind) })
    case .rule, .failure, .gap: break
    }
  }

  private static func collect(from arrow: ChartArrow, into signs: inout Set<ChartSign>) {
    if arrow.isLate { signs.insert(.late) }
    switch arrow.end {
    case .arrives(let copy) where copy > 1: signs.insert(.copy)
    case .arrives: signs.insert(ChartSign(arrow.kind))
    case .lost, .refused, .unheard: signs.formUnion([ChartSign(arrow.kind), .lost])
    case .held: signs.formUnion([ChartSign(arrow.kind), .held])
    }
  }

  private init(_ kind: ChartArrow.Kind) {
    self =
      switch kind {
      case .request: .request
      case .answer: .answer
      case .push: .push
      }
  }

  private init?(_ kind: ChartMark.Kind) {
    switch kind {
    case .user: self = .user
    case .cloud: self = .cloud
    case .system: self = .system
    case .shows: self = .shows
    case .started: self = .started
    case .killed: self = .killed
    case .timer: self = .timer
    case .failed: self = .lost
    case .plain: return nil
    }
  }

  func meaning(_ glyphs: Glyphs) -> SafeText {
    switch self {
    case .user: glyphs.user + " user or app"
    case .cloud: glyphs.cloud + " the cloud"
    case .system: glyphs.system + " the system"
    case .shows: glyphs.shows + " device shows"
    case .request: glyphs.request + glyphs.headRight + " request"
    case .answer: glyphs.headLeft + glyphs.answer + " answer"
    case .push: glyphs.headLeft + glyphs.push + " push"
    case .copy: glyphs.copy + glyphs.headRight + " copy"
    case .lost: glyphs.lost + " lost, refused, failed"
    case .held: glyphs.waits + " held"
    case .late: "late: slower than usual, or overtaken"
    case .cutOff: glyphs.cutOff + " cut off"
    case .started: glyphs.started + " start"
    case .killed: glyphs.killed + " killed"
    case .timer: glyphs.timer + " timer"
    }
  }
}
