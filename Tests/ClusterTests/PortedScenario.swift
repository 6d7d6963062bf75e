import Foundation

/// A scenario of this repository with devices of the example in place of ours.
struct PortedScenario {
  let name: String
  let variant: String
  let text: String

  private typealias Object = [String: Any]

  /// What the example has, as `device.py` says it.
  private static let has: [String: [String]] = [
    "stamp": ["hybrid", "deviceClock", "server"], "write": ["perField"], "send": ["queued"],
    "fetch": ["pendingWins"], "retry": ["classified"], "apply": ["server"],
    "outbox": ["durable"], "cursor": ["afterData"],
  ]

  /// One for each variant of a scenario of records in which a device can be the example.
  static func all() throws -> [PortedScenario] {
    let records = Tool.root.appending(path: "Scenarios/records")
    let names = try FileManager.default.contentsOfDirectory(atPath: records.path()).sorted()
    let files =
      [Tool.root.appending(path: "cluster.json")] + names.map { records.appending(path: $0) }
    return try files.flatMap { file -> [PortedScenario] in
      let root =
        try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? Object ?? [:]
      let variants = root["variants"] as? Object ?? [:]
      let first = root["defaultVariant"] as? String ?? "default"
      return try ([first] + variants.keys.sorted()).compactMap { variant in
        try ported(root, variants[variant] as? Object ?? [:], variant)
      }
    }
  }

  private static func ported(
    _ root: Object, _ patch: Object, _ variant: String
  ) throws -> PortedScenario? {
    let rules = [root["cloud"], patch["cloud"]].compactMap { $0 as? Object }
    guard !rules.contains(where: { !canDo($0) }) else { return nil }
    let patches = patch["devices"] as? [Object] ?? []
    var isPorted = false
    let devices = (root["devices"] as? [Object] ?? []).map { device -> Object in
      let change = patches.first { $0["name"] as? String == device["name"] as? String }
      let policies = [device["policy"], change?["policy"]].compactMap { $0 }
      guard policies.allSatisfy(canDo), device["actors"] == nil else { return device }
      isPorted = true
      var device = device
      device["command"] = ["python3", Python.device]
      return device
    }
    guard isPorted else { return nil }
    var changed = root
    changed["devices"] = devices
    let text = try JSONSerialization.data(withJSONObject: changed, options: [.sortedKeys])
    return PortedScenario(
      name: root["name"] as? String ?? "", variant: variant,
      text: String(decoding: text, as: UTF8.self))
  }

  private static func canDo(_ policy: Any) -> Bool {
    guard let ways = policy as? [String: String] else { return policy as? String == "sound" }
    return ways.allSatisfy { has[$0.key]?.contains($0.value) ?? false }
  }

  /// The rules it knows; a cloud that asks for more is for other devices.
  private static func canDo(_ rules: [String: Any]) -> Bool {
    rules["sets"] as? String != "replace"
      && Set(rules.keys).isSubset(of: ["rule", "tie", "sets", "page", "pushes"])
  }
}
