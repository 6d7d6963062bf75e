import ClusterChecker
import ClusterCore

/// Folds a run into what each node shows or holds.
///
/// Devices show what their effects say. The cloud holds what it answered saves with, which is all
/// that a trace tells of it before its end; what it has beside records is by the deliveries.
struct PageFold {
  /// One line of a node's state.
  struct Line {
    let key: String
    let value: String
  }

  /// The chart's lanes, the cloud last.
  let nodes: [NodeID]
  /// The nodes that the event in hand may have changed, by their places.
  private(set) var touched: [Int] = []
  private(set) var view: RunView
  private(set) var cloud: NodeState
  private var questions: [NodeID: [FieldPath: Question]] = [:]
  private var vaults: [NodeID: String] = [:]
  private var processes: [NodeID: String] = [:]
  private var cuts: [NodeID: Int] = [:]
  private var isLocked: [NodeID: Bool] = [:]
  private let homes: [NodeID: NodeID]

  init(_ scenario: Scenario) {
    nodes = scenario.chartLanes
    view = RunView(scenario: scenario)
    cloud = scenario.start.records
    homes = Dictionary(uniqueKeysWithValues: scenario.devices.map { ($0.id, $0.home) })
    for (index, token) in scenario.start.tokens.enumerated() {
      // The issuer counts them in this order.
      vaults[token.device] = "access#\(index + 1), refresh#\(index + 1)"
    }
  }

  mutating func take(_ event: TraceEvent) {
    view.observe(event)
    touched = event.number == 1 ? Array(nodes.indices) : []
    switch event.kind {
    case .step(let step): take(step)
    case .partition(let partition, let isOn):
      for device in partition.devices {
        cuts[device, default: 0] += isOn ? 1 : -1
        touch(device)
      }
    case .died(let device, let death):
      processes[device] = death == .power ? "out of power" : "not running"
      questions[device] = nil
      touch(device)
    case .suspended(let device, let isOn):
      processes[device] = isOn ? "suspended" : nil
      touch(device)
    case .locked(let device, let isOn):
      for process in homes.keys.filter({ homes[$0] == device || $0 == device }).sorted() {
        isLocked[process] = isOn
        touch(process)
      }
    case .badged(let device, _, _): touch(device)
    case .ended(let ending):
      cloud = Dictionary(
        ending.cloud.map { ($0.path, $0.state.shown) }, uniquingKeysWith: { $1 })
      touched = Array(nodes.indices)
    case .clockJump, .ignored, .dropped, .calm: break
    }
  }

  private mutating func touch(_ node: NodeID) {
    guard let place = nodes.firstIndex(of: node), !touched.contains(place) else { return }
    touched.append(place)
  }

  private mutating func take(_ step: Step) {
    touch(step.node)
    if case .start = step.event {
      processes[step.node] = nil
      questions[step.node] = nil
    }
    for effect in step.effects.map(\.effect) {
      switch effect {
      case .show(let changes):
        for case .question(let path, let question) in changes {
          questions[step.node, default: [:]][path] = question
        }
      case .vault(let item):
        let home = homes[step.node] ?? step.node
        vaults[home] = item.map { "\($0.session.access), \($0.session.refresh)" }
        for process in nodes where homes[process] == home { touch(process) }
      case .answer(let answer): hear(answer)
      case .send, .cancel, .store, .setTimer, .cancelTimer, .push, .transfer, .moveFile, .notify,
        .setBadge:
        break
      }
    }
    // What is unread at the cloud belongs to the devices' badges.
    if step.node == .cloud { touch(.cloud) }
  }

  private mutating func hear(_ answer: Answer) {
    guard case .saved(let results) = answer else { return }
    for result in results {
      if let state = result.state { cloud[result.path] = state.shown }
      for change in result.refusal?.record ?? [] { cloud[change.path] = change.state.shown }
    }
  }

  /// What a node shows or holds now, records first.
  func lines(of place: Int) -> [Line] {
    let node = nodes[place]
    let records = node == .cloud ? cloud : view.shown(on: node)
    var lines = records.sorted { $0.key < $1.key }.map { path, value in
      Line(key: path.description, value: PageFold.short(Wording.value(value)))
    }
    for (path, value) in view.app.sorted(by: { $0.key < $1.key }) where path.holder == node {
      lines.append(Line(key: path.words, value: PageFold.short(value.description)))
    }
    for (path, question) in (questions[node] ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append(
        Line(
          key: "asks about \(path)",
          value: "own \(Wording.value(question.own)), cloud \(Wording.value(question.cloud))"))
    }
    if let vault = vaults[homes[node] ?? node] { lines.append(Line(key: "vault", value: vault)) }
    if let process = processes[node] { lines.append(Line(key: "app", value: process)) }
    if cuts[node, default: 0] > 0 { lines.append(Line(key: "link", value: "cut off")) }
    if isLocked[node] == true { lines.append(Line(key: "phone", value: "locked")) }
    return lines
  }

  /// In scalars; a longer value is cut in the slider's panel.
  private static let longest = 200

  private static func short(_ text: String) -> String {
    guard text.unicodeScalars.count > longest else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) + "…"
  }
}
