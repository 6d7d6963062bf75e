import ClusterCore

// What a chart has to say of one step: its event, what the device shows after it, and those of
// its messages that will not simply arrive.

extension ChartLayout {
  func isPlainStart(_ step: Step) -> Bool {
    guard case .start = step.event, step.node != .cloud else { return false }
    return step.effects.allSatisfy { effect in
      switch effect.outcome {
      case .sent(_, let dispatch): Trouble(dispatch) == nil
      case .done, .timerSet, .unsent: true
      }
    } && changes(shownBy: step).isEmpty && fileChanges(shownBy: step).isEmpty
      && words.appShows(step.effects.map(\.effect)).isEmpty
  }

  mutating func noteStart(of node: NodeID, _ event: TraceEvent) -> [ChartRow] {
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

  mutating func rows(of step: Step, _ event: TraceEvent) -> [ChartRow] {
    var changes = changes(shownBy: step)
    for change in changes { shown[step.node, default: [:]][change.path] = change.value }
    var rows: [ChartRow] = []
    if var first = firstRow(of: step, event, changes: &changes) {
      first.isRoutine = first.isRoutine && changes.isEmpty
      rows.append(first)
    }
    let files = fileChanges(shownBy: step)
    if !changes.isEmpty || !files.isEmpty {
      let list = changes.map { words.shown($0.path, $0.value) } + files
      if let content = mark(step.node, .shows, "shows " + list.joined(separator: ", ")) {
        rows.append(row(event, content))
      }
    }
    for text in words.appShows(step.effects.map(\.effect)) {
      if let content = mark(step.node, .shows, text) { rows.append(row(event, content)) }
    }
    if let told = words.account(step), let content = mark(step.node, .shows, told) {
      rows.append(row(event, content))
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
      let file = step.name.request.flatMap { ledger[$0]?.file }
      return arrivalRow(
        step, event, label: { $0.answer(answer, name: $1, file: file) }, isRoutine: answer.isEmpty)
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
    case .transferCall(let call):
      guard case .delivery = step.name else {
        return mark(step.node, .system, words.call(call)).map { row(event, $0) }
      }
      return arrivalRow(step, event, label: { words, _ in words.call(call) })
    case .transferNotice(let notice):
      return arrivalRow(step, event, label: { words, _ in words.notice(notice) })
    case .cloud(let operation):
      return mark(step.node, .cloud, words.cloud(operation)).map { row(event, $0) }
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
    if let values = operation.written {
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
    let lateness = ledger.noteArrival(of: name, at: event.at)
    let arrow = arrow(
      name, label: label(words, name), end: .arrives(copy: copy), lateness: lateness, note: note)
    guard let arrow else { return nil }
    var row = row(event, .arrow(arrow), sent: ledger[name]?.at)
    row.isRoutine = isRoutine && lateness == nil && copy == 1
    return row
  }
}

extension Answer {
  /// Whether it brings its receiver nothing.
  fileprivate var isEmpty: Bool {
    guard case .pulled(let changes, _, let more, _, _) = self else { return false }
    return changes.isEmpty && !more
  }
}

extension Operation {
  /// The values that it names for its fields.
  fileprivate var written: [FieldPath: Value]? {
    switch self {
    case .write(let values), .resolve(let values): values
    case .resolveAll, .add, .remove, .create, .increment, .delete, .sync, .download, .upload,
      .cancelTransfer,
      .order,
      .search, .register, .open, .markRead, .call, .signIn, .signOut:
      nil
    }
  }
}

extension Step {
  /// What the cloud answered, whether or not anybody waits for it.
  fileprivate var answer: Answer? {
    for case .answer(let answer) in effects.map(\.effect) { return answer }
    return nil
  }
}

extension EventName {
  /// The request whose answer arrives.
  fileprivate var request: MessageName? {
    guard case .delivery(let name, _) = self, name.part == .answer else { return nil }
    return name.request
  }
}

extension PerformedEffect {
  fileprivate var isSending: Bool {
    if case .sent = outcome { true } else { false }
  }
}
