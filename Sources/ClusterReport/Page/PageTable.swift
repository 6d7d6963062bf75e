import ClusterCore

/// What every node shows or holds at the end beside what the model says.
struct PageTable {
  struct Cell {
    let text: String
    let differs: Bool
  }

  struct Row {
    let label: String
    let cells: [Cell]
  }

  let columns: [String]
  let rows: [Row]
  /// Whether every record is as the model says; nil where there is no record.
  let isAlike: Bool?

  init(_ states: PageStates) {
    let nodes = states.nodes.filter { states.records[$0] != nil }
    let paths = Set(states.records.values.flatMap(\.keys) + states.model.keys).sorted()
    let records = paths.map { path in
      Row(
        label: path.description,
        cells: nodes.map { PageTable.cell(states.records[$0]?[path], states.model[path]) }
          + [PageTable.cell(states.model[path], states.model[path])])
    }
    let hasModel = !records.isEmpty
    columns = nodes.map(\.string) + (hasModel ? ["model"] : [])
    rows = records + PageTable.appRows(states.app, nodes, hasModel: hasModel)
    isAlike = hasModel ? records.allSatisfy { $0.cells.allSatisfy { !$0.differs } } : nil
  }

  private static func cell(_ value: FieldValue?, _ model: FieldValue?) -> Cell {
    Cell(text: value.map(Wording.value) ?? "–", differs: value != model)
  }

  /// What is no record; the cloud's is worked out from what reached it.
  private static func appRows(_ app: AppState, _ nodes: [NodeID], hasModel: Bool) -> [Row] {
    var labels: [(label: String, paths: [AppPath])] = []
    for path in app.keys.sorted() {
      let label = path.rowLabel
      if let place = labels.firstIndex(where: { $0.label == label }) {
        labels[place].paths.append(path)
      } else {
        labels.append((label, [path]))
      }
    }
    return labels.map { row in
      let cells = nodes.map { node -> Cell in
        let path = row.paths.first { $0.node == node }
        return Cell(text: path.flatMap { app[$0]?.description } ?? "", differs: false)
      }
      let blank = hasModel ? [Cell(text: "", differs: false)] : []
      return Row(label: row.label, cells: cells + blank)
    }
  }
}

extension AppPath {
  fileprivate var rowLabel: String {
    switch kind {
    case .unread: "unread at the cloud, for"
    case .ledger, .orders, .calls, .signedIn, .lists, .threads, .badge, .files:
      kind.words + (name.map { " \($0)" } ?? "")
    }
  }
}
