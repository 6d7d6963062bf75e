import ClusterCore

extension TestScenario {
  /// The scenario as a file holds it, so that it can be run by `cluster` too.
  public var json: String { tree.pretty() + "\n" }

  var tree: JSONNode {
    var file = ObjectBuilder()
    file["format"] = .number("1")
    file["name"] = .string(name)
    file["about"] = .string(about)
    file["devices"] = .array(devices.map { JSONNode($0.content) })
    file["cloud"] = cloud.content.unlessEmpty
    if !links.isEmpty { file["links"] = .sorted(links) { $0.content } }
    file["start"] = start.content.unlessEmpty
    file["timeline"] = .array(timeline.map { JSONNode($0.content) })
    file["limits"] = limits.content.unlessEmpty
    if let calmAt { file["calm"] = .object([.init("at", .string(calmAt.inFile))]) }
    file["expect"] = expect.content.unlessEmpty
    return JSONNode(file.content)
  }
}

/// Puts an object together, member by member.
private struct ObjectBuilder {
  private var members: [JSONNode.Member] = []

  subscript(name: String) -> JSONNode.Content? {
    get { members.first { $0.name == name }?.value.content }
    set {
      guard let newValue else { return }
      members.append(JSONNode.Member(name, newValue))
    }
  }

  var content: JSONNode.Content { .object(members) }
}

extension JSONNode.Member {
  fileprivate init(_ name: String, _ content: JSONNode.Content) {
    self.init(name: name, value: JSONNode(content))
  }
}

extension JSONNode.Content {
  /// An object whose members stand in the order of their names' bytes.
  fileprivate static func sorted<Value>(
    _ values: [String: Value], _ content: (Value) -> JSONNode.Content
  ) -> JSONNode.Content {
    .object(
      values.sorted { Text($0.key) < Text($1.key) }.map { name, value in
        JSONNode.Member(name, content(value))
      })
  }

  /// Nil for an object without members.
  fileprivate var unlessEmpty: JSONNode.Content? {
    if case .object(let members) = self, members.isEmpty { nil } else { self }
  }

  fileprivate static func integer(_ number: Int) -> JSONNode.Content { .number(String(number)) }

  fileprivate static func texts(_ texts: [String]) -> JSONNode.Content {
    .array(texts.map { JSONNode(.string($0)) })
  }

  /// Six decimals, whatever the machine.
  fileprivate static func chance(perMillion count: Int) -> JSONNode.Content {
    let digits = String(abs(count) % 1_000_000)
    let padded = String(repeating: "0", count: 6 - digits.count) + digits
    return .number("\(count < 0 ? "-" : "")\(abs(count) / 1_000_000).\(padded)")
  }
}

extension TestScenario.Device {
  fileprivate var content: JSONNode.Content {
    var device = ObjectBuilder()
    device["name"] = .string(name)
    device["policy"] = policy.content
    if clockOffset != .zero {
      device["clock"] = .object([.init("offset", .string(clockOffset.inFile))])
    }
    device["timeout"] = timeout.map { .string($0.inFile) }
    if syncsStore { device["durability"] = .string(Durability.power.rawValue) }
    return device.content
  }
}

extension TestScenario.Policy {
  fileprivate var content: JSONNode.Content {
    guard !behaviours.isEmpty else { return .string(preset) }
    return .sorted(behaviours.merging(["preset": preset]) { $1 }) { .string($0) }
  }
}

extension TestScenario.Cloud {
  fileprivate var content: JSONNode.Content {
    var cloud = ObjectBuilder()
    cloud["rule"] = rule.map { .string($0.rawValue) }
    cloud["tie"] = tie.map { .string($0.rawValue) }
    cloud["sets"] = sets.map { .string($0.rawValue) }
    cloud["saves"] = saves.map { .string($0.rawValue) }
    cloud["orders"] = idempotency.map { .object([.init("idempotency", .string($0.rawValue))]) }
    cloud["tokens"] = tokens.content.unlessEmpty
    if !pushesChanges { cloud["pushes"] = .string("none") }
    return cloud.content
  }
}

extension TestScenario.Tokens {
  fileprivate var content: JSONNode.Content {
    var rules = ObjectBuilder()
    rules["accessLifetime"] = accessLifetime.map { .string($0.inFile) }
    rules["rotation"] = rotates.map { .string($0 ? "on" : "off") }
    rules["serials"] = serials.map { .bool($0) }
    rules["refreshGrace"] = refreshGrace.map { .string($0.inFile) }
    rules["reuse"] = reuse.map { .string($0.rawValue) }
    return rules.content
  }
}

extension TestScenario.Weather {
  fileprivate var content: JSONNode.Content {
    var weather = ObjectBuilder()
    weather["preset"] = preset.map { .string($0.rawValue) }
    weather["delay"] = delay?.content
    if lossPerMillion != 0 { weather["loss"] = .chance(perMillion: lossPerMillion) }
    if duplicatePerMillion != 0 {
      weather["duplicate"] = .chance(perMillion: duplicatePerMillion)
    }
    if isFirstInFirstOut { weather["order"] = .string("fifo") }
    return weather.content
  }
}

extension TestScenario.Weather.Delay {
  fileprivate var content: JSONNode.Content {
    switch self {
    case .constant(let delay): .string(delay.inFile)
    case .uniform(let least, let most):
      .object([.init("uniform", .texts([least.inFile, most.inFile]))])
    case .exponential(let mean): .object([.init("exponential", .string(mean.inFile))])
    }
  }
}

extension TestScenario.Start {
  fileprivate var content: JSONNode.Content {
    var start = ObjectBuilder()
    if !records.isEmpty {
      start["records"] = .sorted(records) { fields in .sorted(fields) { $0.content } }
    }
    if !signedIn.isEmpty { start["tokens"] = .sorted(signedIn) { $0.content } }
    return start.content
  }
}

extension TestScenario.Start.SignedIn {
  fileprivate var content: JSONNode.Content {
    .object([.init("user", .string(user)), .init("accessExpired", .bool(isAccessExpired))])
  }
}

extension TestScenario.Event {
  fileprivate var content: JSONNode.Content {
    // A text that is no JSON is left to the reader of the scenario to refuse.
    if let entry { return (try? JSONParser.parse(entry))?.content ?? .string(entry) }
    return .object(
      members.map { member in
        guard let value = try? JSONParser.parse(member.json) else {
          preconditionFailure("what was written as JSON is not JSON: \(member.json)")
        }
        return JSONNode.Member(name: member.name, value: value)
      })
  }
}

extension TestScenario.Limits {
  fileprivate var content: JSONNode.Content {
    var limits = ObjectBuilder()
    limits["attempts"] = attempts.map { .integer($0) }
    limits["messages"] = messages.map { .integer($0) }
    limits["refreshes"] = refreshes.map { .integer($0) }
    limits["unauthorized"] = unauthorized.map { .integer($0) }
    return limits.content
  }
}

extension TestScenario.Expectation {
  fileprivate var content: JSONNode.Content {
    var expect = ObjectBuilder()
    if !pass.isEmpty { expect["pass"] = .texts(pass) }
    if !fail.isEmpty { expect["fail"] = .texts(fail) }
    if let finalJSON {
      expect["final"] = (try? JSONParser.parse(finalJSON))?.content ?? .string(finalJSON)
    } else if !final.isEmpty {
      expect["final"] = .sorted(final) { records in
        .sorted(records) { fields in .sorted(fields) { $0.content } }
      }
    }
    if !happened.isEmpty { expect["happened"] = .sorted(happened) { .integer($0) } }
    return expect.content
  }
}
