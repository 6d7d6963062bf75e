import ClusterCore

/// What every node shows or holds at the end beside what the model says.
struct PageTable {
  struct Cell {
    let text: String
    /// From the model, or from what is expected.
    let differs: Bool
    var isUnexpected = false
  }

  struct Row {
    let label: String
    let cells: [Cell]
  }

  let columns: [String]
  private(set) var rows: [Row]
  /// Whether every record is as the model says; nil where there is no record.
  let isAlike: Bool?
  /// Whether all is as expected, where anything is.
  var isAsExpected: Bool { !rows.contains { $0.cells.contains(where: \.isUnexpected) } }

  init(_ states: PageStates, _ scenario: Scenario) {
    let nodes = states.nodes.filter { states.records[$0] != nil }
    let maker = Maker(
      states: states, expect: scenario.expect, nodes: nodes,
      usesSessions: scenario.usesSessions)
    let paths = maker.recordPaths
    let hasModel = !paths.isEmpty
    columns =
      nodes.map(\.string) + (hasModel ? ["model"] : []) + (maker.hasExpected ? ["expected"] : [])
    rows = paths.map(maker.row) + maker.appRows(hasModel: hasModel)
    isAlike = hasModel ? paths.allSatisfy(maker.isAsModel) : nil
  }

  /// Makes the rows of one table.
  private struct Maker {
    let states: PageStates
    let expect: Expectation
    let nodes: [NodeID]
    let usesSessions: Bool

    var hasExpected: Bool { !expect.final.isEmpty || !expect.app.isEmpty }

    var recordPaths: [FieldPath] {
      Set(
        states.records.values.flatMap(\.keys) + states.model.keys
          + expect.final.values.flatMap(\.keys)
      ).sorted()
    }

    func isAsModel(_ path: FieldPath) -> Bool {
      nodes.allSatisfy { states.records[$0]?[path] == states.model[path] }
    }

    func row(_ path: FieldPath) -> Row {
      let model = states.model[path]
      let all = expect.final.values.compactMap { $0[path] }
      // What stands there once is read as said of every node, and measures every one.
      let common = all.allSatisfy { $0 == all.first } ? all.first : nil
      let held = nodes.map { node -> Cell in
        let value = states.records[node]?[path]
        let wanted = expect.final[node]?[path] ?? common
        let isWrong = wanted.map { $0 != value } ?? false
        return Cell(text: text(value), differs: value != model || isWrong, isUnexpected: isWrong)
      }
      let wanted = nodes.compactMap { node in
        expect.final[node]?[path].map { (node: node, text: text($0)) }
      }
      return Row(
        label: path.description,
        cells: held + [Cell(text: text(model), differs: false)] + expected(wanted))
    }

    private func text(_ value: FieldValue?) -> String { value.map(Wording.value) ?? "–" }

    /// The value once where nodes are to have the same, else that of each.
    private func expected(_ wanted: [(node: NodeID, text: String)]) -> [Cell] {
      guard hasExpected else { return [] }
      let isOne = wanted.allSatisfy { $0.text == wanted.first?.text }
      let words =
        isOne
        ? wanted.first?.text ?? ""
        : wanted.map { "\($0.node): \($0.text)" }.joined(separator: ", ")
      return [Cell(text: words, differs: false)]
    }

    /// What is no record; the cloud's is worked out from what reached it.
    func appRows(hasModel: Bool) -> [Row] {
      var paths = Set(states.app.keys).union(expect.app.keys)
      if usesSessions {
        for node in nodes where node != .cloud { paths.insert(AppPath(.signedIn, at: node)) }
      }
      return paths.sorted().map { ($0.rowLabel, $0) }.together()
        .map { row($0.key, $0.values, hasModel: hasModel) }
    }

    private func row(_ label: String, _ paths: [AppPath], hasModel: Bool) -> Row {
      let cells = nodes.map { node -> Cell in
        guard let path = paths.first(where: { $0.node == node }) else {
          return Cell(text: "", differs: false)
        }
        let value = states.app[path]
        let isWrong = expect.app[path].map { $0 != value } ?? false
        return Cell(text: text(value, path), differs: isWrong, isUnexpected: isWrong)
      }
      let wanted = paths.compactMap { path in
        expect.app[path].map { (node: path.node, text: text($0, path)) }
      }
      let blank = hasModel ? [Cell(text: "", differs: false)] : []
      return Row(label: label, cells: cells + blank + expected(wanted))
    }

    private func text(_ value: AppValue?, _ path: AppPath) -> String {
      value?.description ?? (path.kind == .signedIn ? "signed out" : "–")
    }
  }
}

extension Scenario {
  /// Whether its apps have anybody to be signed in.
  fileprivate var usesSessions: Bool {
    !start.tokens.isEmpty
      || timeline.contains { entry in
        guard case .operation(let operation, _) = entry.action else { return false }
        return switch operation {
        case .signIn, .signOut: true
        case .write, .add, .remove, .create, .delete, .increment, .resolve, .resolveAll, .sync,
          .download, .upload, .cancelTransfer, .order, .search, .register, .open, .markRead, .call:
          false
        }
      }
  }
}

extension AppPath {
  fileprivate var rowLabel: String {
    switch kind {
    case .unread: "unread at the cloud, for"
    case .ledger, .orders, .calls, .signedIn, .lists, .threads, .badge, .files: label
    }
  }
}
