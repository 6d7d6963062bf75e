import ClusterCore

// Words for what is not a record: orders, lists, pushes, the badge.
extension ChartWords {
  /// `publishes i1`, `pushes p1`, `answers order with 503 twice`.
  func cloud(_ operation: CloudOperation) -> String {
    switch operation {
    case .publish(let publication):
      "publishes " + (publication.notice.item ?? publication.notice.id).string
    case .notify(let publication): "pushes \(publication.notice.id)"
    case .answer(let answer):
      "will answer \(answer.kind.rawValue) with \(answer.error.status) \(answer.error.rawValue)"
        + (answer.times > 1 ? ", \(answer.times) times" : "")
    }
  }

  /// `shows order o1 placed`, `shows "zo": zoo, zone`, `badge 3`.
  func appShows(_ effects: [Effect]) -> [String] {
    effects.flatMap { effect -> [String] in
      switch effect {
      case .show(let changes): changes.compactMap(words)
      case .setBadge(let badge): ["badge \(badge)"]
      default: []
      }
    }
  }

  private func words(_ shown: Shown) -> String? {
    switch shown {
    case .field: return nil
    case .order(let intent, let status): return "shows order \(intent) \(status.rawValue)"
    case .list(let list):
      let items = list.items.map(\.string).joined(separator: ", ")
      let results = list.query.map { "shows \"\($0)\": \(items)" } ?? "shows no results"
      return results + (list.loading > 0 ? " (loading)" : "")
    }
  }
}
