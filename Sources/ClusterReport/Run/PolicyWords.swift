import ClusterCore

/// What a scenario's devices do otherwise than the sound policy, in words.
struct PolicyWords {
  private let scenario: Scenario

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// `phone, tablet: inFlight markAll (sound: counter)`, devices that are set alike together; nil
  /// where all are sound.
  var settings: String? {
    let groups = scenario.devices.compactMap { device in
      PolicyWords.settings(of: device.policy).map { ($0, device.id.string) }
    }.together()
    guard !groups.isEmpty else { return nil }
    return groups.map { "\($0.values.joined(separator: ", ")): \($0.key)" }
      .joined(separator: "; ")
  }

  private static func settings(of policy: Policy) -> String? {
    if policy == .naive { return "naive in everything" }
    let (ofSound, ofNaive) = (different(in: policy), different(in: policy, from: .naive))
    guard !ofSound.isEmpty else { return nil }
    guard ofSound.count <= ofNaive.count else {
      return "naive in everything but "
        + ofNaive.map { "\($0.name) \($0.value(in: policy))" }.joined(separator: ", ")
    }
    return ofSound.map { behaviour in
      "\(behaviour.name) \(behaviour.value(in: policy)) (sound: \(behaviour.value(in: .sound)))"
    }.joined(separator: ", ")
  }

  /// The behaviours in which a policy is not as another one.
  static func different(in policy: Policy, from other: Policy = .sound) -> [Behaviour] {
    Behaviour.all.filter { $0.value(in: policy) != $0.value(in: other) }
  }
}
