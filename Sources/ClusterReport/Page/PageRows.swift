import ClusterCore

/// A run as the rows of a page, one for each event.
struct PageRows {
  let lanes: [NodeID]
  private(set) var rows: [PageRow] = []
  private(set) var ties: [PageTie] = []

  private var chart: ChartLayout
  private let homes: [NodeID: NodeID]
  private var conditions: [LaneCondition]
  /// By lane, how its last token's band was drawn.
  private var shades: [Int: Int] = [:]
  /// The step in which each message was sent.
  private var sendings: [MessageName: Int] = [:]
  private let failures: [Int: [String]]

  init(_ scenario: Scenario, _ events: [TraceEvent], checks: [CheckResult]) {
    chart = ChartLayout(scenario: scenario, mergesStarts: false)
    lanes = chart.lanes
    homes = Dictionary(uniqueKeysWithValues: scenario.devices.map { ($0.id, $0.home) })
    conditions = Array(repeating: LaneCondition(), count: lanes.count)
    failures = Dictionary(
      grouping: ChartFocus.failures(checks, in: events), by: \.step
    ).mapValues { $0.map(\.text) }
    for (index, token) in scenario.start.tokens.enumerated() {
      setGeneration(index + 1, of: token.device)
    }
    rows.reserveCapacity(events.count)
    for event in events { take(event) }
  }

  /// Marks a step at which this run and another one part.
  mutating func part(at step: Int, _ text: String) {
    guard let row = rows.firstIndex(where: { $0.step == step }) else { return }
    rows[row].lines.append(PageLine(content: .parting(text)))
  }

  private mutating func take(_ event: TraceEvent) {
    note(event)
    let made = chart.consume(event)
    var lines = made.map { PageLine(content: content($0)) }
    for text in failures[event.number] ?? [] { lines.append(PageLine(content: .failure(text))) }
    if lines.isEmpty { lines = [PageLine(content: .marks([]))] }
    let states =
      made.last?.lanes ?? rows.last?.lanes
      ?? Array(repeating: .running, count: lanes.count)
    rows.append(
      PageRow(
        step: event.number, at: event.at, lines: lines, lanes: states, conditions: conditions,
        title: title(event)))
  }

  private func content(_ row: ChartRow) -> PageLine.Content {
    switch row.content {
    case .arrow(let arrow):
      .arrow(
        PageArrow(
          arrow: arrow, fate: ArrowFate(arrow),
          sentAt: arrow.message.flatMap { sendings[$0] }))
    case .marks(let marks): .marks(marks)
    case .rule(let text, let isStrong): .rule(text, isStrong: isStrong)
    case .failure(let text): .failure(text)
    case .gap: .marks([])
    }
  }

  /// When and because of what; what happened, the row's own words say.
  private func title(_ event: TraceEvent) -> String {
    let place = "step \(event.number) at \(Wording.seconds(event.at)) s"
    return place + (event.cause.map { ", because of step \($0)" } ?? "")
  }

  /// All that a row's lines say.
  func story(of row: Int) -> String {
    rows[row].lines.compactMap(words).joined(separator: "; ")
  }

  private func words(_ line: PageLine) -> String? {
    switch line.content {
    case .arrow(let arrow):
      "\(arrow.label) from \(lanes[arrow.arrow.from]) to \(lanes[arrow.arrow.to])"
        + (arrow.arrow.note.isEmpty ? "" : ": \(arrow.arrow.note)")
    case .marks(let marks):
      marks.isEmpty ? nil : marks.map { "\(lanes[$0.lane]) \($0.text)" }.joined(separator: ", ")
    case .rule(let text, _): text
    case .failure, .parting: nil
    }
  }
}

// MARK: - What rows remember

extension PageRows {
  private mutating func note(_ event: TraceEvent) {
    switch event.kind {
    case .step(let step): note(step, event)
    case .suspended(let device, let isOn):
      if let lane = lanes.firstIndex(of: device) { conditions[lane].isSuspended = isOn }
    case .locked(let device, let isOn):
      for (lane, node) in lanes.enumerated() where (homes[node] ?? node) == device {
        conditions[lane].isLocked = isOn
      }
    case .died(let device, _):
      if let lane = lanes.firstIndex(of: device) { conditions[lane].isSuspended = false }
    case .partition, .clockJump, .ignored, .dropped, .badged, .calm, .ended: break
    }
  }

  private mutating func note(_ step: Step, _ event: TraceEvent) {
    if case .timer(let timer) = step.name, timer.kind != TimerName.upkeep,
      let cause = event.cause, let lane = lanes.firstIndex(of: step.node)
    {
      ties.append(PageTie(kind: .timer, lane: lane, from: cause, to: event.number))
    }
    for performed in step.effects {
      if case .vault(let item) = performed.effect {
        setGeneration(item?.session.access.number, of: homes[step.node] ?? step.node)
      }
      guard case .sent(let message, _) = performed.outcome else { continue }
      sendings[message] = event.number
      guard message.part == .message, message.isRetry,
        let previous = sendings[message.previousAttempt],
        let lane = lanes.firstIndex(of: step.node)
      else { continue }
      ties.append(PageTie(kind: .retry, lane: lane, from: previous, to: event.number))
    }
  }

  private mutating func setGeneration(_ number: Int?, of home: NodeID) {
    for (lane, node) in lanes.enumerated() where homes[node] == home {
      guard let number else {
        conditions[lane].token = nil
        continue
      }
      guard conditions[lane].token?.number != number else { continue }
      let shade = shades[lane].map { ($0 + 1) % TokenBand.shades } ?? 0
      conditions[lane].token = TokenBand(number: number, shade: shade)
      shades[lane] = shade
    }
  }
}

extension MessageName {
  fileprivate var previousAttempt: MessageName {
    MessageName(sender: sender, receiver: receiver, kind: kind, root: root, count: count - 1)
  }
}
