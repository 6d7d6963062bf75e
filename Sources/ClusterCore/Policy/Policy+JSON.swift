extension Policy: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      for behaviour in Behaviour.all { json.member(behaviour.name, behaviour.value(in: self)) }
    }
  }

  private enum Preset: String, CaseIterable {
    case naive, sound

    var policy: Policy {
      switch self {
      case .naive: .naive
      case .sound: .sound
      }
    }
  }

  /// Reads `"sound"`, or `{"preset": "sound", "records": "naive", "stamp": "hybrid"}`:
  /// the preset, then groups, then single behaviours. Without `preset` it begins from sound.
  package init(_ reader: JSONReader) throws(FormatError) {
    if reader.kind == .string {
      self = try reader.choice(Preset.self).policy
      return
    }
    let object = try reader.object(
      allowing: ["preset"] + Behaviour.groups + Behaviour.all.map(\.name))
    var policy = try object.optional("preset")?.choice(Preset.self).policy ?? .sound
    for group in Behaviour.groups {
      guard let preset = try object.optional(group)?.choice(Preset.self) else { continue }
      for behaviour in Behaviour.all where behaviour.group == group {
        behaviour.copy(from: preset.policy, to: &policy)
      }
    }
    for behaviour in Behaviour.all {
      guard let value = object.optional(behaviour.name) else { continue }
      let choice = try value.string()
      guard behaviour.choices.contains(choice) else {
        throw value.error(
          "\"\(choice)\" is no way to \(behaviour.name)",
          allowed: Suggestion.among(behaviour.choices, for: choice))
      }
      behaviour.set(choice, in: &policy)
    }
    self = policy
  }
}
