import ClusterCore

/// Turns a run's events, one by one, into the rows of its chart.
///
/// What arrives is a row at its arrival, which knows when it was sent; what is lost, refused
/// or held is a row at its sending. An undisturbed sending needs no row of its own.
package struct ChartLayout {
  /// The devices in the scenario's order, then the cloud.
  package let lanes: [NodeID]

  private let words: ChartWords
  private let healsLinks: Bool
  private var ledger: MessageLedger
  private var shown: [NodeID: [FieldPath: FieldValue]] = [:]
  private var partitions: [NodeID: Int] = [:]
  private var started: Set<NodeID> = []
  /// Starts of one instant, which become one row.
  private var starts: ChartRow?

  package init(scenario: Scenario) {
    lanes = scenario.devices.map(\.id) + [.cloud]
    words = ChartWords(scenario)
    healsLinks = !scenario.calm.keepsLinks
    ledger = MessageLedger(links: scenario.links)
    for device in scenario.devices { shown[device.id] = scenario.start.records }
  }

  /// The rows that this event makes certain; a start is kept back until the next event.
  package mutating func consume(_ event: TraceEvent) -> [ChartRow] {
    if let step = event.step, isPlainStart(step) { return noteStart(of: step.node, event) }
    return finish() + rows(of: event)
  }

  /// What was kept back.
  package mutating func finish() -> [ChartRow] {
    defer { starts = nil }
    return starts.map { [$0] } ?? []
  }

  private mutating func rows(of event: TraceEvent) -> [ChartRow] {
    switch event.kind {
    case .step(let step): return rows(of: step, event)
    case .partition(let partition, let isOn):
      let marks = marks(of: partition, isOn: isOn)
      return [row(event, .marks(marks))]
    case .clockJump(let device, let jump):
      let sign = jump < .zero ? "" : "+"
      return mark(device, .timer, "clock \(sign)\(Wording.length(jump))").map { [row(event, $0)] }
        ?? []
    case .dropped(let name): return droppedRows(name, event)
    case .calm:
      let text = healsLinks ? "calm: the weather ends" : "calm: the weather goes on"
      return [row(event, .rule(text, isStrong: false))]
    case .ended(let ending): return endRows(ending, event)
    }
  }

  private func row(
    _ event: TraceEvent, _ content: ChartRow.Content, sent: Instant? = nil
  ) -> ChartRow {
    ChartRow(
      step: event.number, at: event.at, sent: sent, content: content,
      lanes: lanes.map { partitions[$0, default: 0] > 0 ? .cutOff : .running })
  }

  private func mark(
    _ node: NodeID, _ kind: ChartMark.Kind, _ text: String
  ) -> ChartRow.Content? {
    lanes.firstIndex(of: node).map { .marks([ChartMark(lane: $0, kind: kind, text: text)]) }
  }
}

// MARK: - Partitions, drops, the end

extension ChartLayout {
  private mutating func marks(of partition: Partition, isOn: Bool) -> [ChartMark] {
    let text = isOn ? "cut off: \(partition.traffic.rawValue)" : "reachable"
    return partition.devices.compactMap { device in
      partitions[device, default: 0] += isOn ? 1 : -1
      return lanes.firstIndex(of: device).map { ChartMark(lane: $0, kind: .plain, text: text) }
    }
  }

  private mutating func droppedRows(_ name: MessageName, _ event: TraceEvent) -> [ChartRow] {
    let isLate = ledger.noteArrival(of: name, at: event.at)
    let reason =
      name.part == .answer
      ? "nobody waits for it" : name.kind == .push ? "a newer push came" : "nobody there"
    let label = ledger[name]?.label ?? name.kind.rawValue
    let arrow = arrow(name, label: label, end: .unheard(reason), isLate: isLate)
    return arrow.map { [row(event, .arrow($0), sent: ledger[name]?.at)] } ?? []
  }

  private func endRows(_ ending: Ending, _ event: TraceEvent) -> [ChartRow] {
    let text =
      switch ending.reason {
      case .quiet: "quiet: nothing in flight, pending or waiting"
      case .limit: "the calm's limit: not quiet yet"
      case .tooManySteps: "stopped: too many steps"
      }
    var rows = [row(event, .rule(text, isStrong: true))]
    let lists = [
      ("held for what never happened: ", ending.neverReleased.map(\.description)),
      ("still under way: ", ledger.stillUnderWay),
    ]
    for (title, list) in lists where !list.isEmpty {
      let mark = ChartMark(lane: 0, kind: .failed, text: title + list.joined(separator: "; "))
      var row = row(event, .marks([mark]))
      row.isFollowUp = true
      rows.append(row)
    }
    return rows
  }
}

// MARK: - Steps

extension ChartLayout {
  private func isPlainStart(_ step: Step) -> Bool {
    guard case .start = step.event, step.node != .cloud else { return false }
    return step.effects.allSatisfy { effect in
      switch effect.outcome {
      case .sent(_, let dispatch): Trouble(dispatch) == nil
      case .done, .timerSet, .unsent: true
      }
    } && changes(shownBy: step).isEmpty
  }

  private mutating func noteStart(of node: NodeID, _ event: TraceEvent) -> [ChartRow] {
    if let step = event.step { _ = sendingRows(of: step, event) }
    let text = started.insert(node).inserted ? "started" : "started again"
    guard let lane = lanes.firstIndex(of: node) else { return finish() }
    let mark = ChartMark(lane: lane, kind: .started, text: text)
    if let open = starts, open.at == event.at, case .marks(let marks) = open.content,
      !marks.contains(where: { $0.lane == lane })
    {
      let merged = (marks + [mark]).sorted { $0.lane < $1.lane }
      starts = ChartRow(
        step: open.step, at: open.at, content: .marks(merged), lanes: open.lanes)
      return []
    }
    defer { starts = row(event, .marks([mark])) }
    return finish()
  }

  private mutating func rows(of step: Step, _ event: TraceEvent) -> [ChartRow] {
    var changes = changes(shownBy: step)
    for change in changes { shown[step.node, default: [:]][change.path] = change.value }
    var rows: [ChartRow] = []
    if var first = firstRow(of: step, event, changes: &changes) {
      first.isRoutine = first.isRoutine && changes.isEmpty
      rows.append(first)
    }
    if !changes.isEmpty {
      let list = changes.map { words.shown($0.path, $0.value) }
      if let content = mark(step.node, .shows, "shows " + list.joined(separator: ", ")) {
        rows.append(row(event, content))
      }
    }
    rows += sendingRows(of: step, event)
    for index in rows.indices.dropFirst() { rows[index].isFollowUp = true }
    return rows
  }

  /// The row of the event itself; takes from `changes` what the row says already.
  private mutating func firstRow(
    of step: Step, _ event: TraceEvent, changes: inout [ShownChange]
  ) -> ChartRow? {
    switch step.event {
    case .start:
      let text = started.insert(step.node).inserted ? "started" : "started again"
      return mark(step.node, .started, text).map { row(event, $0) }
    case .operation(let operation, let intent):
      return operationRow(operation, intent, of: step, event, changes: &changes)
    case .answer(let answer, _):
      return arrivalRow(
        step, event, label: { $0.answer(answer, name: $1) }, isRoutine: answer.isEmpty)
    case .push(let push):
      return arrivalRow(step, event, label: { $0.push(push, name: $1) })
    case .request(let request, _):
      let answer = step.answer
      return arrivalRow(
        step, event, label: { $0.request(request, name: $1) },
        note: answer.map(words.outcome) ?? "", isRoutine: answer?.isEmpty ?? false)
    case .failure(let failure, _):
      guard case .failure(let name) = step.name else { return nil }
      let label = ledger[name]?.label ?? name.kind.rawValue
      guard let content = mark(step.node, .failed, words.failure(failure, of: label)) else {
        return nil
      }
      var row = row(event, content)
      // The row of the refused sending has said it.
      row.isRoutine = failure == .offline
      return row
    case .timer(let key):
      guard case .timer(let name) = step.name else {
        return mark(step.node, .timer, key.string).map { row(event, $0) }
      }
      return mark(step.node, .timer, words.timer(name)).map { routineRow(event, $0, of: step) }
    case .link(let isUp):
      let text = isUp ? "link up" : "link down"
      return mark(step.node, .plain, text).map { routineRow(event, $0, of: step) }
    }
  }

  /// A row that matters only if something was sent.
  private func routineRow(
    _ event: TraceEvent, _ content: ChartRow.Content, of step: Step
  ) -> ChartRow {
    var row = row(event, content)
    row.isRoutine = !step.effects.contains { $0.isSending }
    return row
  }

  private func operationRow(
    _ operation: Operation, _ intent: IntentID, of step: Step, _ event: TraceEvent,
    changes: inout [ShownChange]
  ) -> ChartRow? {
    var text = words.operation(operation, intent: intent, device: step.node)
    if case .write(let values) = operation {
      changes.removeAll { values[$0.path].map(FieldValue.scalar) == $0.value }
      let hidden = values.keys.sorted().filter {
        shown[step.node]?[$0] != values[$0].map(FieldValue.scalar)
      }
      if !hidden.isEmpty {
        text += ", not shown: " + hidden.map(words.field).joined(separator: ", ")
      }
    }
    if let clock = step.clock, clock.wall != event.at.milliseconds {
      let skew = Milliseconds(abs(clock.wall - event.at.milliseconds))
      text += " (clock \(Wording.length(skew)) "
      text += clock.wall < event.at.milliseconds ? "behind)" : "ahead)"
    }
    // The calm asks for a sync, not the user.
    let isCalm = event.root.string.hasPrefix("calm#")
    guard let content = mark(step.node, isCalm ? .plain : .user, text) else { return nil }
    var row = row(event, content)
    row.isRoutine = isCalm
    return row
  }

  private mutating func arrivalRow(
    _ step: Step, _ event: TraceEvent, label: (ChartWords, MessageName) -> String,
    note: String = "", isRoutine: Bool = false
  ) -> ChartRow? {
    guard case .delivery(let name, let copy) = step.name else { return nil }
    let isLate = ledger.noteArrival(of: name, at: event.at)
    let arrow = arrow(
      name, label: label(words, name), end: .arrives(copy: copy), isLate: isLate, note: note)
    guard let arrow else { return nil }
    var row = row(event, .arrow(arrow), sent: ledger[name]?.at)
    row.isRoutine = isRoutine && !isLate && copy == 1
    return row
  }
}

// MARK: - Sending and showing

extension ChartLayout {
  /// A change of what a device shows.
  private struct ShownChange {
    let path: FieldPath
    let value: FieldValue?
  }

  /// What differs from what the device showed before, the last word on each field.
  private func changes(shownBy step: Step) -> [ShownChange] {
    var last: [FieldPath: FieldValue?] = [:]
    for case .show(let changes) in step.effects.map(\.effect) {
      for case .field(let path, let value) in changes { last[path] = .some(value) }
    }
    return last.sorted { $0.key < $1.key }.compactMap { path, value in
      shown[step.node]?[path] == value ? nil : ShownChange(path: path, value: value)
    }
  }

  /// Notes what was sent; a row for each message that will not simply arrive.
  private mutating func sendingRows(of step: Step, _ event: TraceEvent) -> [ChartRow] {
    var rows: [ChartRow] = []
    for performed in step.effects {
      guard case .sent(let name, let dispatch) = performed.outcome,
        let label = label(of: performed.effect, name: name)
      else { continue }
      ledger.noteSent(name, label: label, dispatch: dispatch, at: event.at)
      if let trouble = Trouble(dispatch), let arrow = arrow(name, label: label, end: trouble.end) {
        rows.append(row(event, .arrow(arrow)))
      }
    }
    return rows
  }

  private func label(of effect: Effect, name: MessageName) -> String? {
    switch effect {
    case .send(let request, _): words.request(request, name: name)
    case .answer(let answer): words.answer(answer, name: name)
    case .push(let push, _): words.push(push, name: name)
    case .cancel, .store, .show, .setTimer, .cancelTimer: nil
    }
  }

  private func arrow(
    _ name: MessageName, label: String, end: ChartArrow.End, isLate: Bool = false,
    note: String = ""
  ) -> ChartArrow? {
    guard let from = lanes.firstIndex(of: name.origin),
      let to = lanes.firstIndex(of: name.destination), from != to
    else { return nil }
    let kind: ChartArrow.Kind =
      name.part == .answer ? .answer : name.kind == .push ? .push : .request
    return ChartArrow(
      from: from, to: to, kind: kind, label: label, end: end, isLate: isLate, note: note)
  }

  /// What keeps a message from simply arriving.
  private struct Trouble: Hashable {
    let end: ChartArrow.End

    init?(_ dispatch: Dispatch) {
      switch dispatch {
      case .copies(let delays):
        guard delays.isEmpty else { return nil }
        end = .lost
      case .held(let event): end = .held("until \(event)")
      case .kept: end = .held("until online")
      case .refused: end = .refused
      }
    }
  }
}

extension Answer {
  /// Whether it brings its receiver nothing.
  fileprivate var isEmpty: Bool {
    guard case .pulled(let changes, _, let more) = self else { return false }
    return changes.isEmpty && !more
  }
}

extension Step {
  /// What the cloud answered, whether or not anybody waits for it.
  fileprivate var answer: Answer? {
    for case .answer(let answer) in effects.map(\.effect) { return answer }
    return nil
  }
}

extension PerformedEffect {
  fileprivate var isSending: Bool {
    if case .sent = outcome { true } else { false }
  }
}
