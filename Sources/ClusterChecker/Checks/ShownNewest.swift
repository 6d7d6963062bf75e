import ClusterCore

/// The list on the screen answers the newest query.
///
/// From the moment at which the results of the newest query showed, those of an older one must
/// not; and at the end it is the newest query's results that show, as they were delivered, and
/// nothing is loading. A list is gone with its app, and nobody waits for it then. Witnesses are
/// searches that another one of the same device followed.
struct ShownNewest: Check {
  static let name = CheckName.shownNewest

  private struct Screen: Sendable {
    var searches: [(query: Text, step: Int)] = []
    var list = ShownList(query: nil, items: [], loading: 0)
    var step = 0
    var by: EventName?
    var delivered: [Text: [Text]] = [:]
  }

  private let isUsed: Bool
  private var screens: [NodeID: Screen] = [:]
  private var witnesses = 0
  private var breach: Breach?

  init(_ scenario: Scenario) {
    isUsed = scenario.timeline.contains { entry in
      if case .operation(.search, _) = entry.action { true } else { false }
    }
  }

  mutating func step(_ event: TraceEvent, _ run: RunFold) {
    guard isUsed, breach == nil else { return }
    if case .died(let device, _) = event.kind { screens[device] = nil }
    guard let step = event.step, step.node != .cloud else { return }
    switch step.event {
    case .operation(.search(let query), _):
      if screens[step.node]?.searches.isEmpty == false { witnesses += 1 }
      screens[step.node, default: Screen()].searches.append((query, event.number))
    case .answer(.results(let query, let items), _):
      screens[step.node]?.delivered[query] = items
    case .start, .operation, .answer, .failure, .push, .timer, .link, .request, .transferCall,
      .transferNotice, .cloud:
      break
    }
    for case .show(let changes) in step.effects.map(\.effect) {
      for case .list(let list) in changes { show(list, step, event) }
    }
  }

  func finding(_ run: RunFold) -> Finding {
    guard isUsed else { return Finding(witnesses: 0) }
    if let breach { return Finding(witnesses: witnesses, breach: breach) }
    guard run.end != nil else { return .withoutEnd }
    return Finding(witnesses: witnesses, breach: endBreach())
  }

  private mutating func show(_ list: ShownList, _ step: Step, _ event: TraceEvent) {
    guard var screen = screens[step.node], let newest = screen.searches.last else { return }
    let had = screen.list.query
    if had != list.query || screen.list.items != list.items {
      screen.step = event.number
      screen.by = step.name
    }
    screen.list = list
    screens[step.node] = screen
    guard had == newest.query, list.query != newest.query else { return }
    breach = wrong(step.node, screen, newest)
  }

  private func endBreach() -> Breach? {
    for (device, screen) in screens.sorted(by: { $0.key < $1.key }) {
      guard let newest = screen.searches.last else { continue }
      let isRight =
        screen.list.query == newest.query && screen.list.items == screen.delivered[newest.query]
      if !isRight { return wrong(device, screen, newest) }
      guard screen.list.loading > 0 else { continue }
      return Breach(
        step: max(screen.step, 1), subject: "list of \(device)", reason: "still loading",
        explanation: "\(device) shows the results of \"\(newest.query)\", and still says that "
          + "\(screen.list.loading) searches are under way.")
    }
    return nil
  }

  private func wrong(
    _ device: NodeID, _ screen: Screen, _ newest: (query: Text, step: Int)
  ) -> Breach {
    let shown = screen.list.query.map { "the results of \"\($0)\"" } ?? "no results"
    let by = screen.by.map { " (since step \(screen.step), \($0))" } ?? ""
    return Breach(
      step: max(screen.step, newest.step), subject: "list of \(device)",
      reason: "an older query's results",
      explanation: "\(device) shows \(shown)\(by), but the newest query is \"\(newest.query)\" "
        + "(step \(newest.step)).")
  }
}
