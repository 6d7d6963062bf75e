import ClusterCore

/// The values of a JSON tree by their paths: `cloud.tokens.refreshGrace`.
///
/// What stands in a list is known by its name where it has one, else by its place.
struct JSONLeaves {
  private(set) var byPath: [Text: String] = [:]
  /// Members of this name are left out, with all that is in them.
  private let passedOver: String?

  init(passingOver name: String? = nil) {
    passedOver = name
  }

  mutating func collect(_ node: JSONNode, at path: String) {
    switch node.content {
    case .object(let members):
      for member in members where member.name != passedOver {
        collect(member.value, at: "\(path).\(member.name)")
      }
    case .array(let nodes):
      for (index, node) in nodes.enumerated() {
        let name = JSONLeaves.name(of: node)
        // What tells it from the others is said by its path.
        let rest = name.map { JSONLeaves.without($0.key, node) } ?? node
        collect(rest, at: "\(path) \(name?.text ?? "\(index + 1)")")
      }
    case .null: byPath[Text(path)] = "null"
    case .bool(let value): byPath[Text(path)] = value ? "true" : "false"
    case .number(let text), .string(let text): byPath[Text(path)] = text
    }
  }

  /// What an element of a list is known by.
  private static func name(of node: JSONNode) -> (key: String, text: String)? {
    for key in ["name", "id", "message"] {
      if case .string(let name)? = node[key]?.content { return (key, name) }
    }
    return nil
  }

  private static func without(_ key: String, _ node: JSONNode) -> JSONNode {
    var rest = node
    rest.remove(key)
    return rest
  }
}
