import ClusterCore

/// What every replica shows at the end beside what the model says, differences marked.
package struct StatePanel {
  private let columns: [(name: String, state: NodeState)]
  /// What the others are measured by: the model, or the cloud where there is no model.
  private let reference: NodeState
  private let isModelled: Bool

  /// `devices` in the order in which they are to stand.
  package init(
    devices: [(device: NodeID, state: NodeState)], cloud: NodeState, model: NodeState?
  ) {
    var columns = devices.map { (name: $0.device.string, state: $0.state) }
    columns.append((NodeID.cloud.string, cloud))
    if let model { columns.append(("model", model)) }
    self.columns = columns
    reference = model ?? cloud
    isModelled = model != nil
  }

  package func lines(_ style: TextStyle) -> [String] {
    let paths = Set(columns.flatMap { $0.state.keys }).sorted()
    var title = Canvas(style)
    title.put("at the end", at: 0, ink: .strong)
    guard !paths.isEmpty else {
      title.put("nothing is held anywhere", at: 12)
      return [title.line]
    }
    let isSame = paths.allSatisfy { path in columns.allSatisfy { !differs($0.state, path) } }
    title.put(summary(isSame: isSame, style), at: 12, ink: isSame ? .good : .bad)
    let grid = Grid(
      header: ["field"] + columns.map { SafeText($0.name, style) },
      rows: paths.map { row($0, style) })
    return [title.line] + grid.lines(style) + cutValues(paths, grid.cuts(style), style)
  }

  private func summary(isSame: Bool, _ style: TextStyle) -> SafeText {
    switch (isSame, isModelled) {
    case (true, true): style.glyphs.good + " all as the model says"
    case (true, false): style.glyphs.good + " all as the cloud holds"
    case (false, true): style.glyphs.notEqual + " differs from the model"
    case (false, false): style.glyphs.notEqual + " differs from the cloud"
    }
  }

  private func differs(_ state: NodeState, _ path: FieldPath) -> Bool {
    state[path] != reference[path]
  }

  private func row(_ path: FieldPath, _ style: TextStyle) -> [Grid.Cell] {
    let cells = columns.map { column in
      let text = value(column.state[path], style)
      return differs(column.state, path)
        ? Grid.Cell(text: style.glyphs.notEqual + " " + text, ink: .bad) : Grid.Cell(text: text)
    }
    return [Grid.Cell(text: SafeText(path.description, style))] + cells
  }

  private func value(_ value: FieldValue?, _ style: TextStyle) -> SafeText {
    value.map { SafeText(Wording.value($0), style) } ?? style.glyphs.absent
  }

  /// A line for each value that the table has cut, where values differ.
  private func cutValues(
    _ paths: [FieldPath], _ cuts: [[Bool]], _ style: TextStyle
  ) -> [String] {
    zip(paths, cuts).flatMap { path, cuts in
      guard columns.contains(where: { differs($0.state, path) }) else { return [String]() }
      return zip(columns, cuts.dropFirst()).filter(\.1).map { column, _ in
        let name = SafeText("\(column.name) \(path): ", style)
        return Canvas.line(name + value(column.state[path], style), .dim, style, indent: 2)
      }
    }
  }
}
