import ClusterCore

/// Turns a run's events, one by one, into the rows of its chart.
///
/// What arrives is a row at its arrival, which knows when it was sent; what is lost, refused
/// or held is a row at its sending. An undisturbed sending needs no row of its own.
package struct ChartLayout {
  /// The devices in the scenario's order, then the cloud.
  package let lanes: [NodeID]

  let words: ChartWords
  /// Whether plain starts of one instant share a row.
  private let mergesStarts: Bool
  private let healsLinks: Bool
  var ledger: MessageLedger
  var shown: [NodeID: [FieldPath: FieldValue]] = [:]
  /// What a new process shows until it shows something else.
  let start: [FieldPath: FieldValue]
  /// How many effects the step before had: where a kill cut it.
  private var lastEffects = 0
  private var partitions: [NodeID: Int] = [:]
  var started: Set<NodeID> = []
  var isDead: [NodeID: Bool] = [:]
  /// Starts of one instant, which become one row.
  var starts: ChartRow?

  package init(scenario: Scenario, mergesStarts: Bool = true) {
    self.mergesStarts = mergesStarts
    lanes = scenario.chartLanes
    words = ChartWords(scenario)
    healsLinks = !scenario.calm.keepsLinks
    ledger = MessageLedger(links: scenario.links)
    start = scenario.start.records
    for device in scenario.devices { shown[device.id] = start }
  }

  /// The rows that this event makes certain; a start is kept back until the next event.
  package mutating func consume(_ event: TraceEvent) -> [ChartRow] {
    if let step = event.step, case .start = step.event { isDead[step.node] = false }
    defer { lastEffects = event.step?.effects.count ?? 0 }
    if mergesStarts, let step = event.step, isPlainStart(step) {
      return noteStart(of: step.node, event)
    }
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
    case .died(let device, let death):
      isDead[device] = true
      var text = death.words
      if event.cause != nil { text += " after \(Wording.count(lastEffects, "effect", "effects"))" }
      return mark(device, .killed, text).map { [row(event, $0)] } ?? []
    case .suspended(let device, let isOn):
      return mark(device, .system, isOn ? "suspended" : "resumes").map { [row(event, $0)] } ?? []
    case .ignored(let device, let entry):
      return mark(device, .failed, "\(entry): nobody there").map { [row(event, $0)] } ?? []
    case .dropped(let name): return droppedRows(name, event)
    case .badged(let device, let badge, _):
      return mark(device, .shows, "badge \(badge)").map { [row(event, $0)] } ?? []
    case .calm:
      let text = healsLinks ? "calm: the weather ends" : "calm: the weather goes on"
      return [row(event, .rule(text, isStrong: false))]
    case .ended(let ending): return endRows(ending, event)
    case .locked(let device, let isOn):
      // A device with actors has no lane of its own.
      let lane = lanes.first { $0 == device || $0.string.hasPrefix(device.string + ".") }
      return mark(lane ?? device, .system, isOn ? "locked" : "unlocked").map { [row(event, $0)] }
        ?? []
    }
  }

  func row(
    _ event: TraceEvent, _ content: ChartRow.Content, sent: Instant? = nil
  ) -> ChartRow {
    ChartRow(
      step: event.number, at: event.at, sent: sent, content: content,
      lanes: lanes.map { lane in
        if isDead[lane] == true { return .dead }
        return partitions[lane, default: 0] > 0 ? .cutOff : .running
      })
  }

  func mark(
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
    let lateness = ledger.noteArrival(of: name, at: event.at)
    let reason =
      name.part == .answer
      ? "nobody waits for it"
      : name.kind == .push && isDead[name.receiver] != true ? "a newer push came" : "nobody there"
    let label = ledger[name]?.label ?? name.kind.rawValue
    let arrow = arrow(name, label: label, end: .unheard(reason), lateness: lateness)
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

extension Scenario {
  /// The devices in their order, each with its transfer service where it has files to transfer,
  /// then the cloud.
  var chartLanes: [NodeID] {
    let transferring = transferringDevices
    let own = devices.flatMap { device in
      transferring.contains(device.id) ? [device.id, device.id.transferService] : [device.id]
    }
    return own + [.cloud]
  }

  /// The devices that the timeline gives files to transfer.
  var transferringDevices: Set<NodeID> {
    var transferring: Set<NodeID> = []
    for entry in timeline {
      guard case .operation(let operation, let device) = entry.action else { continue }
      switch operation {
      case .download, .upload: transferring.insert(device)
      case .write, .add, .remove, .create, .increment, .delete, .resolve, .resolveAll, .sync,
        .cancelTransfer,
        .order,
        .search, .register, .open,
        .markRead, .call, .signIn, .signOut:
        break
      }
    }
    return transferring
  }
}

extension Death {
  fileprivate var words: String {
    switch self {
    case .system: "killed by the system"
    case .user: "killed by the user"
    case .reinstall: "removed and installed again"
    case .power: "out of power"
    }
  }
}
