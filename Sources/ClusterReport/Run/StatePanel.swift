import ClusterCore

/// What every replica shows at the end beside what the model says, differences marked.
package struct StatePanel {
  private let columns: [Column]
  /// What the others are measured by: the model, or the cloud where there is no model.
  private let reference: NodeState
  private let isModelled: Bool
  private let app: AppState
  private let hasFailures: Bool

  private struct Column {
    let name: String
    let state: NodeState
    /// The fields whose value its user is asked for, and which may differ until that is settled.
    var asking: Set<FieldPath> = []
  }

  /// - Parameters:
  ///   - devices: in the order in which they are to stand.
  ///   - asking: the fields of which a device asks its user which of two values is to stay.
  ///   - app: what there is beside records.
  ///   - hasFailures: whether a check failed, so that no difference is no good news.
  package init(
    devices: [(device: NodeID, state: NodeState)], cloud: NodeState, model: NodeState?,
    app: AppState = [:], asking: [NodeID: Set<FieldPath>] = [:], hasFailures: Bool = false
  ) {
    self.app = app
    self.hasFailures = hasFailures
    var columns = devices.map {
      Column(name: $0.device.string, state: $0.state, asking: asking[$0.device] ?? [])
    }
    columns.append(Column(name: NodeID.cloud.string, state: cloud))
    if let model { columns.append(Column(name: "model", state: model)) }
    self.columns = columns
    reference = model ?? cloud
    isModelled = model != nil
  }

  package func lines(_ style: TextStyle) -> [String] {
    let paths = Set(columns.flatMap { $0.state.keys }).sorted()
    var title = Canvas(style)
    title.put("at the end", at: 0, ink: .strong)
    guard !paths.isEmpty || !app.isEmpty else {
      title.put("nothing is held anywhere", at: 12)
      return [title.line]
    }
    let isSame = paths.allSatisfy { path in columns.allSatisfy { !differs($0, path) } }
    if !paths.isEmpty {
      let ink: Ink = isSame ? (hasFailures ? .plain : .good) : .bad
      title.put(summary(isSame: isSame, style), at: 12, ink: ink)
    }
    let grid = Grid(
      header: ["field"] + columns.map { SafeText($0.name, style) },
      rows: paths.map { row($0, style) } + appRows(style))
    return [title.line] + grid.lines(style) + cutValues(paths, grid.cuts(style), style)
  }

  private func summary(isSame: Bool, _ style: TextStyle) -> SafeText {
    let apart: SafeText = columns.allSatisfy(\.asking.isEmpty) ? "" : ", open questions apart"
    if isSame && hasFailures {
      return (isModelled ? "no record differs from the model" : "no record differs from the cloud")
        + apart + ", and yet checks fail"
    }
    return switch (isSame, isModelled) {
    case (true, true): style.glyphs.good + " all as the model says" + apart
    case (true, false): style.glyphs.good + " all as the cloud holds" + apart
    case (false, true): style.glyphs.notEqual + " differs from the model"
    case (false, false): style.glyphs.notEqual + " differs from the cloud"
    }
  }

  private func differs(_ column: Column, _ path: FieldPath) -> Bool {
    column.state[path] != reference[path] && !column.asking.contains(path)
  }

  private func row(_ path: FieldPath, _ style: TextStyle) -> [Grid.Cell] {
    let cells = columns.map { column in
      let text = value(column.state[path], style)
      if column.asking.contains(path) { return Grid.Cell(text: "asks: " + text, ink: .warning) }
      return differs(column, path)
        ? Grid.Cell(text: style.glyphs.notEqual + " " + text, ink: .bad) : Grid.Cell(text: text)
    }
    return [Grid.Cell(text: SafeText(path.description, style))] + cells
  }

  /// A row for each thing beside records: what a device shows of it in that device's column, what
  /// the cloud must have by the deliveries in the last one.
  private func appRows(_ style: TextStyle) -> [[Grid.Cell]] {
    var rows: [(label: String, isOfSessions: Bool, paths: [AppPath])] = []
    for path in app.keys.sorted(by: Self.isBefore) {
      let label = path.label
      if rows.last?.label == label {
        rows[rows.count - 1].paths.append(path)
      } else {
        rows.append((label, path.kind == .signedIn, [path]))
      }
    }
    return rows.map { row in
      let cells = columns.indices.map { column -> Grid.Cell in
        let path = row.paths.first { place(of: $0.node) == column }
        guard let path, let value = app[path] else {
          return Grid.Cell(text: row.isOfSessions && isDevice(column) ? "signed out" : "")
        }
        return Grid.Cell(text: SafeText(value.description, style))
      }
      return [Grid.Cell(text: SafeText(row.label, style))] + cells
    }
  }

  /// One thing after the other, and of each the devices in the order of their names.
  private static func isBefore(_ left: AppPath, _ right: AppPath) -> Bool {
    guard left.kind == right.kind, left.name != right.name else { return left < right }
    return left.name ?? "" < right.name ?? ""
  }

  /// The devices stand before the cloud and the model.
  private func isDevice(_ column: Int) -> Bool {
    column < columns.count - (isModelled ? 2 : 1)
  }

  /// The column of a node; for the cloud the model's, where there is one.
  private func place(of node: NodeID) -> Int? {
    node == .cloud ? columns.count - 1 : columns.firstIndex { NodeID($0.name) == node }
  }

  private func value(_ value: FieldValue?, _ style: TextStyle) -> SafeText {
    value.map { SafeText(Wording.value($0), style) } ?? style.glyphs.absent
  }

  /// A line for each value that the table has cut, where values differ.
  private func cutValues(
    _ paths: [FieldPath], _ cuts: [[Bool]], _ style: TextStyle
  ) -> [String] {
    zip(paths, cuts).flatMap { path, cuts in
      guard columns.contains(where: { $0.asking.contains(path) || differs($0, path) }) else {
        return [String]()
      }
      return zip(columns, cuts.dropFirst()).filter(\.1).map { column, _ in
        let name = SafeText("\(column.name) \(path): ", style)
        return Canvas.line(name + value(column.state[path], style), .dim, style, indent: 2)
      }
    }
  }
}
