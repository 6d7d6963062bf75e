import ClusterCore

/// How runs ended, in words: the records that nodes show or hold, and what there is beside them.
enum EndWords {
  /// One node and all that is said of it.
  typealias Node = (node: String, words: String)

  /// The records of each node; `nothing` where it has none.
  static func records(_ state: [NodeID: NodeState]) -> [Node] {
    state.sorted { $0.key < $1.key }.map { node, fields in
      let words = fields.sorted { $0.key < $1.key }
        .map { "\($0.key) = \(Wording.value($0.value))" }
      return (node.string, words.isEmpty ? nothing : words.joined(separator: ", "))
    }
  }

  /// What there is beside records, of those nodes that have any of it.
  static func app(_ app: AppState) -> [Node] {
    var nodes: [Node] = []
    for (path, value) in app.sorted(by: { $0.key < $1.key }) {
      let words = "\(path.words) = \(value)"
      let node = path.holder.string
      if let place = nodes.firstIndex(where: { $0.node == node }) {
        nodes[place].words += ", " + words
      } else {
        nodes.append((node, words))
      }
    }
    return nodes.sorted { Text($0.node) < Text($1.node) }
  }

  /// A line for the records where all nodes agree, else one for each node, then one for each node
  /// that has more than records. That there are no records is said where there is nothing else.
  static func lines(records: [Node], app: [Node]) -> [String] {
    let isAlike = records.allSatisfy { $0.words == records.first?.words }
    let told = app.map { "\($0.node): \($0.words)" }
    guard isAlike else { return records.map { "\($0.node): \($0.words)" } + told }
    let words = records.first?.words ?? nothing
    return words == nothing && !app.isEmpty ? told : ["everywhere: \(words)"] + told
  }

  private static let nothing = "nothing"
}

extension AppPath {
  /// What is unread for a device stands at the cloud.
  var holder: NodeID {
    switch kind {
    case .unread: .cloud
    case .ledger, .orders, .calls, .signedIn, .lists, .badge, .files, .threads: node
    }
  }

  /// `order "pay"`, `file a.zip`, `badge`: what it is, wherever it stands.
  var label: String {
    guard let name else { return kind.words }
    return switch kind {
    case .orders, .calls: "\(kind.words) \(Wording.value(.text(name)))"
    case .ledger, .signedIn, .lists, .badge, .unread, .files, .threads: "\(kind.words) \(name)"
    }
  }

  /// ``label``, and of what is unread for whom.
  var words: String { label + (kind == .unread ? " of \(node)" : "") }
}
