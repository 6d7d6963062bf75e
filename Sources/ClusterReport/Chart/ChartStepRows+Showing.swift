import ClusterCore

// What a step changes on a device's screen.
extension ChartLayout {
  /// A change of what a device shows.
  struct ShownChange {
    let path: FieldPath
    let value: FieldValue?
  }

  /// What differs from what the device showed before, the last word on each field.
  func changes(shownBy step: Step) -> [ShownChange] {
    var last: [FieldPath: FieldValue?] = [:]
    if isAnotherStart(step) {
      for path in Set(start.keys).union(shown[step.node, default: [:]].keys) {
        last[path] = .some(start[path])
      }
    }
    for case .show(let changes) in step.effects.map(\.effect) {
      for case .field(let path, let value) in changes { last[path] = .some(value) }
    }
    return last.sorted { $0.key < $1.key }.compactMap { path, value in
      shown[step.node]?[path] == value ? nil : ShownChange(path: path, value: value)
    }
  }

  /// What becomes of files on the screen, the last word on each, in words.
  func fileChanges(shownBy step: Step) -> [String] {
    var last: [(key: TransferKey, state: FileState)] = []
    for case .show(let changes) in step.effects.map(\.effect) {
      for case .file(let key, let state) in changes {
        last.removeAll { $0.key == key }
        last.append((key, state))
      }
    }
    return last.map { words.shown($0.key, $0.state) }
  }

  /// A new process, on whose screen is what was there from the start.
  private func isAnotherStart(_ step: Step) -> Bool {
    guard case .start = step.event else { return false }
    return started.contains(step.node)
  }
}
