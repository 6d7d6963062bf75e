extension Scenario {
  /// What `random` is drawn for.
  private var setting: WorkloadSetting {
    WorkloadSetting(devices: devices, rules: rules, start: start)
  }

  /// The workload with what a seed makes of it; nil where nothing is drawn.
  package func drawing(seed: Seed) -> WorkloadDrawing? {
    random.map { WorkloadDrawing($0, in: setting, seed: seed) }
  }

  /// The scenario with ordinary entries in the place of `random`: it needs no seed for them any
  /// more. Itself where nothing is drawn.
  package func resolved(seed: Seed) -> Scenario {
    guard let drawing = drawing(seed: seed) else { return self }
    var scenario = self
    scenario.random = nil
    let drawn = drawing.entries()
    scenario.timeline = Scenario.merged(timeline, drawn)
    scenario.start.counters = rules.counters(in: scenario.timeline)
      .intersection(start.records.keys)
    scenario.source.remove("random")
    scenario.source.append(to: "timeline", drawn.map(\.node))
    return scenario
  }

  /// Two lists in time order as one; the first goes first where instants are equal.
  private static func merged(_ first: [Entry], _ second: [Entry]) -> [Entry] {
    let all = first + second
    let order = all.indices.sorted { (all[$0].at, $0) < (all[$1].at, $1) }
    return order.map { all[$0] }
  }
}

extension CloudRules {
  /// Fields that are added to and never written.
  fileprivate func counters(in timeline: [Entry]) -> Set<FieldPath> {
    guard counters == .sum else { return [] }
    var paths: Set<FieldPath> = []
    for case .operation(.increment(let amounts), _) in timeline.map(\.action) {
      paths.formUnion(amounts.keys)
    }
    return paths
  }
}

extension Entry {
  fileprivate var node: JSONNode {
    guard let node = try? JSONParser.parse(json) else {
      preconditionFailure("what was written as JSON is not JSON: \(json)")
    }
    return node
  }
}

extension JSONNode {
  /// Puts more behind a list that is a member; makes it where there is none.
  fileprivate mutating func append(to name: String, _ more: [JSONNode]) {
    var elements: [JSONNode] = []
    if case .array(let list) = self[name]?.content { elements = list }
    set(name, to: JSONNode(.array(elements + more)))
  }
}
