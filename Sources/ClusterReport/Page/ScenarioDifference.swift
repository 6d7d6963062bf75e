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
    var rows: [(Row, String)] = []
    for device in left.devices {
      guard let other = right.devices.first(where: { $0.id == device.id }) else { continue }
      for behaviour in Behaviour.all {
        let row = Row(
          what: behaviour.name, left: behaviour.value(in: device.policy),
          right: behaviour.value(in: other.policy))
        if row.left != row.right { rows.append((row, device.id.string)) }
      }
    }
    return rows.together().map { row, devices in
      Row(
        what: devices.joined(separator: ", ") + ": " + row.what, left: row.left, right: row.right)
    }
  }

  /// Each value of a file by its path, `cloud.tokens.refreshGrace`; policies are told apart.
  private static func settings(_ source: JSONNode) -> [Text: String] {
    var leaves = JSONLeaves(passingOver: "policy")
    for member in source.members ?? [] where !telling.contains(Text(member.name)) {
      leaves.collect(member.value, at: member.name)
    }
    return leaves.byPath
  }
}
