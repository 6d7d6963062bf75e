import ClusterCore

/// What two scenarios set differently: their devices' behaviours, and whatever else their files
/// say.
struct ScenarioDifference {
  struct Row: Hashable {
    let what: String
    let left: String
    let right: String
  }

  let rows: [Row]

  /// What a file says of itself, and what it only expects.
  private static let telling: Set<Text> = [
    "name", "about", "expect", "models", "defaultVariant", "format",
  ]
  private static let absent = "–"

  init(_ left: Scenario, _ right: Scenario) {
    let sides = [left, right].map { ScenarioDifference.settings($0.source) }
    let paths = Set(sides[0].keys).union(sides[1].keys).sorted()
    rows =
      ScenarioDifference.behaviours(left, right)
      + paths.filter { sides[0][$0] != sides[1][$0] }.map { path in
        Row(
          what: path.string, left: sides[0][path] ?? ScenarioDifference.absent,
          right: sides[1][path] ?? ScenarioDifference.absent)
      }
  }

  /// A row for each behaviour, the devices together that differ alike.
  private static func behaviours(_ left: Scenario, _ right: Scenario) -> [Row] {
    var rows: [(row: Row, devices: [String])] = []
    for device in left.devices {
      guard let other = right.devices.first(where: { $0.id == device.id }) else { continue }
      for behaviour in Behaviour.all {
        let row = Row(
          what: behaviour.name, left: behaviour.value(in: device.policy),
          right: behaviour.value(in: other.policy))
        guard row.left != row.right else { continue }
        if let place = rows.firstIndex(where: { $0.row == row }) {
          rows[place].devices.append(device.id.string)
        } else {
          rows.append((row, [device.id.string]))
        }
      }
    }
    return rows.map { row, devices in
      Row(
        what: devices.joined(separator: ", ") + ": " + row.what, left: row.left, right: row.right)
    }
  }

  /// Each value of a file by its path, `cloud.tokens.refreshGrace`; policies are told apart.
  private static func settings(_ source: JSONNode) -> [Text: String] {
    var settings: [Text: String] = [:]
    for member in source.members ?? [] where !telling.contains(Text(member.name)) {
      collect(member.value, at: member.name, into: &settings)
    }
    return settings
  }

  private static func collect(
    _ node: JSONNode, at path: String, into settings: inout [Text: String]
  ) {
    switch node.content {
    case .object(let members):
      for member in members where member.name != "policy" {
        collect(member.value, at: "\(path).\(member.name)", into: &settings)
      }
    case .array(let nodes):
      for (index, node) in nodes.enumerated() {
        let name = name(of: node)
        // What tells it from the others is said by its path.
        let rest = name.map { without($0.key, node) } ?? node
        collect(rest, at: "\(path) \(name?.text ?? "\(index + 1)")", into: &settings)
      }
    case .null, .bool, .number, .string: settings[Text(path)] = words(node)
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

  private static func words(_ node: JSONNode) -> String {
    switch node.content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number
    case .string(let text): text
    case .array, .object: ""
    }
  }
}
