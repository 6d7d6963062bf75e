/// Writes a scenario as an ordinary file again: the way a search, a shrinker or a stored run
/// hands over what it found.
package struct ScenarioWriter {
  private let scenario: Scenario

  package init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// The file with its entries' ids written out and these fates in its timeline.
  ///
  /// - Parameters:
  ///   - schedule: all that is settled; what the scenario settles is left out.
  ///   - isWeatherOff: whether each link is written with its floor as its one delay.
  ///   - failing: the checks it is then expected to fail; nil keeps what it expects.
  package func file(
    name: String, about: String, schedule: Schedule, isWeatherOff: Bool, failing: [String]?
  ) -> JSONNode {
    var file = scenario.source
    file.remove("defaultVariant")
    file.set("name", to: JSONNode(.string(name)))
    file.set("about", to: JSONNode(.string(about)))
    if isWeatherOff { file.set("links", to: floors) }
    file.set("devices", to: devices)
    if let start { file.set("start", to: start) }
    file.set("timeline", to: timeline(schedule))
    if let calm { file.set("calm", to: calm) }
    if let failing { file.set("expect", to: expectation(failing)) }
    return file
  }

  /// The file's calm with the instant that the scenario pins it to; nil where nothing is added.
  private var calm: JSONNode? {
    var calm = scenario.source["calm"] ?? JSONNode(.object([]))
    guard let at = scenario.calm.at, calm["at"] == nil else { return nil }
    calm.set("at", to: JSONNode(.string(at.description)))
    return calm
  }

  /// What is to fail; `newest-wins` and `final` judge only what a file expects.
  private func expectation(_ failing: [String]) -> JSONNode {
    let checks = JSONNode(.array(failing.map { JSONNode(.string($0)) }))
    var members = [JSONNode.Member(name: "fail", value: checks)]
    if failing.contains(CheckName.final.rawValue),
      let final = scenario.source["expect"]?["final"]?.members
    {
      members.append(JSONNode.Member(name: "final", value: present(final)))
    }
    return JSONNode(.object(members))
  }

  /// What is expected of nodes that the scenario still has, and of what else the cloud has.
  private func present(_ final: [JSONNode.Member]) -> JSONNode {
    let members = final.compactMap { member -> JSONNode.Member? in
      guard let kind = AppPath.Kind(rawValue: member.name) else {
        return has(member.name) ? member : nil
      }
      guard kind != .ledger, let ofNodes = member.value.members else { return member }
      let left = JSONNode(.object(ofNodes.filter { has($0.name) }))
      return JSONNode.Member(name: member.name, value: left)
    }
    return JSONNode(.object(members))
  }

  /// What was there from the start, without what devices held that the scenario has no more.
  private var start: JSONNode? {
    guard var start = scenario.source["start"] else { return nil }
    for name in ["tokens", "badges", "unread"] {
      guard let ofDevices = start[name]?.members else { continue }
      start.set(name, to: JSONNode(.object(ofDevices.filter { isHome($0.name) || has($0.name) })))
    }
    return start
  }

  private func isHome(_ name: String) -> Bool {
    scenario.devices.contains { $0.home == NodeID(name) }
  }

  private func has(_ node: String) -> Bool {
    NodeID(node) == .cloud || scenario.device(NodeID(node)) != nil
  }

  private func timeline(_ schedule: Schedule) -> JSONNode {
    JSONNode(.array(scenario.timeline.map { node($0.json) } + schedule.lines.map(node)))
  }

  /// The file's devices and their actors as far as the scenario still has them.
  private var devices: JSONNode {
    guard case .array(let all) = scenario.source["devices"]?.content else { return JSONNode(.null) }
    return JSONNode(.array(all.compactMap(remaining)))
  }

  private func remaining(_ device: JSONNode) -> JSONNode? {
    guard case .string(let name) = device["name"]?.content else { return nil }
    guard case .array(let actors) = device["actors"]?.content else {
      return scenario.device(NodeID(name)) == nil ? nil : device
    }
    let left = actors.filter { actor in
      guard case .string(let actor) = actor.content else { return false }
      return scenario.device(NodeID("\(name).\(actor)")) != nil
    }
    guard !left.isEmpty else { return nil }
    var device = device
    device.set("actors", to: JSONNode(.array(left)))
    return device
  }

  /// Every link with its floor as a constant delay, and nothing else.
  private var floors: JSONNode {
    let links = scenario.links.weather.keys.filter { link in
      scenario.device(link.sender == .cloud ? link.receiver : link.sender) != nil
    }.sorted { Text($0.description) < Text($1.description) }
    return JSONNode(
      .object(
        links.map { link in
          let delay = JSONNode.Member(
            name: "delay", value: JSONNode(.string(scenario.links[link].floor.description)))
          return JSONNode.Member(name: link.description, value: JSONNode(.object([delay])))
        }))
  }

  private func node(_ json: String) -> JSONNode {
    guard let node = try? JSONParser.parse(json) else {
      preconditionFailure("what was written as JSON is not JSON: \(json)")
    }
    return node
  }
}

extension JSONNode {
  /// The tree over several lines, two spaces a level; short lists and objects on one line.
  package func pretty(indent: Int = 0, width: Int = 90) -> String {
    let flat = json
    guard flat.utf8.count + indent > width || indent == 0 else { return spaced }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch content {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + $0.pretty(indent: indent + 2, width: width) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        inner + JSONNode(.string(member.name)).json + ": "
          + member.value.pretty(indent: indent + 2, width: width)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    case .null, .bool, .number, .string, .array, .object: return spaced
    }
  }

  /// On one line, with a space after each colon and comma.
  private var spaced: String {
    switch content {
    case .array(let elements): "[" + elements.map(\.spaced).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { JSONNode(.string($0.name)).json + ": " + $0.value.spaced }
        .joined(separator: ", ") + "}"
    case .null, .bool, .number, .string: json
    }
  }
}
