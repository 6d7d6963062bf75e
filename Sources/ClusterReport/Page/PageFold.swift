import ClusterChecker
import ClusterCore

/// Folds a run into what each node shows, holds and keeps.
///
/// Devices show what their effects say, and keep what they store. The cloud holds what it answered
/// saves with, which is all that a trace tells of it before its end; what it has beside records is
/// by the deliveries.
struct PageFold {
  /// One line of a node's state.
  struct Line {
    let key: String
    let value: String
  }

  /// What a vault holds.
  private struct Tokens {
    let access: Token
    let refresh: Token
  }

  /// The chart's lanes, the cloud last.
  let nodes: [NodeID]
  /// The nodes that the event in hand may have changed, by their places.
  private(set) var touched: [Int] = []
  private(set) var view: RunView
  private(set) var cloud: NodeState
  private var processes: [NodeID: ProcessView] = [:]
  /// By device, whose actors share its store and its vault.
  private var stores: [NodeID: StoredView] = [:]
  private var vaults: [NodeID: Tokens] = [:]
  /// Devices whose vault has held tokens at any time.
  private var withTokens: Set<NodeID> = []
  private let homes: [NodeID: NodeID]
  private let words: ChartWords

  init(_ scenario: Scenario) {
    nodes = scenario.chartLanes
    view = RunView(scenario: scenario)
    cloud = scenario.start.records
    homes = Dictionary(uniqueKeysWithValues: scenario.devices.map { ($0.id, $0.home) })
    words = ChartWords(scenario)
    for (index, token) in scenario.start.tokens.enumerated() {
      // The issuer counts them in this order.
      vaults[token.device] = Tokens(
        access: Token(kind: .access, number: index + 1, secret: ""),
        refresh: Token(kind: .refresh, number: index + 1, secret: ""))
      withTokens.insert(token.device)
    }
  }

  mutating func take(_ event: TraceEvent) {
    view.observe(event)
    touched = event.number == 1 ? Array(nodes.indices) : []
    switch event.kind {
    case .step(let step): take(step, number: event.number)
    case .partition(let partition, let isOn):
      for device in partition.devices {
        processes[device, default: ProcessView()].cut(isOn)
        touch(device)
      }
    case .died(let device, let death):
      processes[device, default: ProcessView()].die(death, cause: event.cause, words)
      if death == .reinstall {
        stores[home(of: device)] = nil
        touchActors(of: home(of: device))
      }
      touch(device)
    case .suspended(let device, let isOn):
      processes[device, default: ProcessView()].suspend(isOn)
      touch(device)
    case .locked(let device, let isOn):
      for process in homes.keys.filter({ homes[$0] == device || $0 == device }).sorted() {
        processes[process, default: ProcessView()].isLocked = isOn
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

  private func home(of node: NodeID) -> NodeID { homes[node] ?? node }

  private mutating func touch(_ node: NodeID) {
    guard let place = nodes.firstIndex(of: node), !touched.contains(place) else { return }
    touched.append(place)
  }

  private mutating func touchActors(of home: NodeID) {
    for process in nodes where homes[process] == home { touch(process) }
  }

  private mutating func take(_ step: Step, number: Int) {
    touch(step.node)
    let home = home(of: step.node)
    for effect in step.effects.map(\.effect) {
      switch effect {
      case .vault(let item):
        vaults[home] = item.map {
          Tokens(access: $0.session.access, refresh: $0.session.refresh)
        }
        if item != nil { withTokens.insert(home) }
        touchActors(of: home)
      case .store(let entry):
        stores[home, default: StoredView()].take(entry)
        touchActors(of: home)
      case .answer(let answer): hear(answer)
      case .send, .cancel, .show, .setTimer, .cancelTimer, .push, .transfer, .moveFile, .notify,
        .setBadge:
        break
      }
    }
    guard step.node != .cloud else { return }
    processes[step.node, default: ProcessView()].take(
      step, number: number, vault: vaults[home]?.access)
  }

  private mutating func hear(_ answer: Answer) {
    guard case .saved(let results) = answer else { return }
    for result in results {
      if let state = result.state { cloud[result.path] = state.shown }
      for change in result.refusal?.record ?? [] { cloud[change.path] = change.state.shown }
    }
  }
}

// MARK: - In words

extension PageFold {
  /// What a node shows, holds and keeps now, records first.
  func lines(of place: Int) -> [Line] {
    let node = nodes[place]
    let records = node == .cloud ? cloud : view.shown(on: node)
    var lines = records.sorted { $0.key < $1.key }.map { path, value in
      Line(path.description, Wording.value(value))
    }
    for (path, value) in view.app.sorted(by: { $0.key < $1.key }) where path.holder == node {
      lines.append(Line(path.words, value.description))
    }
    guard let home = homes[node] else { return lines }
    let process = processes[node] ?? ProcessView()
    for (path, question) in process.questions.sorted(by: { $0.key < $1.key }) {
      lines.append(
        Line(
          "asks about \(path)",
          "own \(Wording.value(question.own)), cloud \(Wording.value(question.cloud))"))
    }
    return lines + kept(stores[home]) + tokens(of: home, process) + condition(process)
  }

  private func kept(_ store: StoredView?) -> [Line] {
    guard let store else { return [] }
    var lines: [Line] = []
    if let outbox = store.outbox { lines.append(Line("outbox", outbox)) }
    if let cursor = store.cursor { lines.append(Line("cursor", cursor.description)) }
    if store.isRenewing { lines.append(Line("renewal", "one under way")) }
    return lines
  }

  /// The vault outlives the process, and the session in memory does not.
  private func tokens(of home: NodeID, _ process: ProcessView) -> [Line] {
    guard withTokens.contains(home) else { return [] }
    let held = vaults[home].map { "\($0.access), \($0.refresh)" } ?? "empty"
    return [
      Line("vault", held), Line("session in memory", process.access?.description ?? "none"),
    ]
  }

  private func condition(_ process: ProcessView) -> [Line] {
    var lines: [Line] = []
    if let condition = process.condition { lines.append(Line("app", condition)) }
    if let kill = process.kill { lines.append(Line("killed", kill)) }
    if process.cuts > 0 { lines.append(Line("link", "cut off")) }
    if process.isLocked { lines.append(Line("phone", "locked")) }
    return lines
  }
}

extension PageFold.Line {
  /// In scalars; a longer value is cut in the slider's panel.
  private static let longest = 300

  fileprivate init(_ key: String, _ value: String) {
    // No scalar takes less than a byte.
    guard value.utf8.count > Self.longest, value.unicodeScalars.count > Self.longest else {
      self.init(key: key, value: value)
      return
    }
    let scalars = String.UnicodeScalarView(value.unicodeScalars.prefix(Self.longest))
    self.init(key: key, value: String(scalars) + "…")
  }
}
