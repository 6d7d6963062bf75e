import ClusterCore

// Words for what is not a record: orders, lists, pushes, the badge.
extension ChartWords {
  /// `shows order "o1" placed`, `shows "zo": zoo, zone`, `badge 3`.
  func appShows(_ effects: [Effect]) -> [String] {
    effects.flatMap { effect -> [String] in
      switch effect {
      case .show(let changes): changes.compactMap(words)
      case .setBadge(let badge): ["badge \(badge)"]
      case .send, .cancel, .store, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile,
        .notify, .vault:
        []
      }
    }
  }

  private func words(_ shown: Shown) -> String? {
    switch shown {
    case .field, .call, .session, .file: return nil
    case .question(let path, let question?):
      return "asks \(field(path)): own \(Wording.value(question.own)), "
        + "cloud \(Wording.value(question.cloud))"
    case .question(let path, nil): return "asks no more of \(field(path))"
    case .refused(let record, let error?): return "says \(record) waits: \(error.rawValue)"
    case .refused(let record, nil): return "says \(record) waits no more"
    case .order(let intent, let status):
      return "shows order \(Wording.name(intent)) \(status.rawValue)"
    case .thread(let records):
      return "lists " + records.map(\.string).joined(separator: ", ")
    case .notFollowed(let stamp): return "follows no stamp \(stamp)"
    case .list(let list):
      let items = list.items.map(\.string).joined(separator: ", ")
      let results =
        list.query.map { "shows " + Wording.value(.text($0)) + ": \(items)" } ?? "shows no results"
      return results + (list.loading > 0 ? " (loading)" : "")
    }
  }
}
