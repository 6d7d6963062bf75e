import ClusterCore

/// Ana İş Parçacığı Yalıtımı: the list of results on a screen. Two searches are under way at
/// once, and the operations are the arrivals of their answers. An answer cannot be copied, so
/// the engine hands it over again.
enum ListTrials {
  static let rows: [TrialRow] = [
    searches("surumsuz-yazim", .overwrite),
    searches("surumlu-yazim", .versioned),
  ]

  private static func searches(_ label: String, _ rule: Policy.ListRule) -> TrialRow {
    var start = StartState()
    start.lists = ["q1": ["eski"], "q2": ["yeni"]]
    return TrialRow(
      label,
      on: Scenario(
        named: label, devices: [TrialRow.device(TrialRow.phone) { $0.shownList = rule }],
        start: start),
      a: .operation(.search("q1"), device: TrialRow.phone),
      b: .operation(.search("q2"), device: TrialRow.phone),
      by: .handover(
        TrialRow.request(.search, of: "a").answer,
        second: .delivery(TrialRow.request(.search, of: "b").answer, copy: 1)),
      seen: shown)
  }

  /// `vN ["item"]`: the version is the number of the search that the list answers; an app that
  /// overwrites keeps none, and so stays at 0.
  private static func shown(_ view: TrialRow.View) -> Printed {
    guard let list = lists(in: view).last else { return "v0 []" }
    let isVersioned = view.scenario.device(TrialRow.phone)?.policy.shownList == .versioned
    let number = view.requests.lazy.compactMap { request, _ -> Int? in
      guard case .search(let query, let number) = request else { return nil }
      return query == list.query ? number : nil
    }.first
    let items = list.items.map { "\($0)" as Printed }.quotedList
    return "v\(isVersioned ? number ?? 0 : 0) \(items)"
  }

  /// What the phone has shown, in its order.
  private static func lists(in view: TrialRow.View) -> [ShownList] {
    view.events.compactMap(\.step).filter { $0.node == TrialRow.phone }.flatMap { step in
      step.effects.flatMap { performed -> [ShownList] in
        guard case .show(let changes) = performed.effect else { return [] }
        return changes.compactMap { change in
          if case .list(let list) = change { list } else { nil }
        }
      }
    }
  }
}
