extension Scenario {
  /// A scenario made in code and not read from a file: no weather, no checks expected.
  ///
  /// Nothing is checked as a file's would be, and ``source`` is empty: what is to be stored or
  /// shrunk has to come from a file.
  package init(
    named name: String, devices: [DeviceSetup], rules: CloudRules = .standard,
    start: StartState = StartState(), timeline: [Entry] = []
  ) {
    self.init(
      name: name, about: "", models: [], variant: "default", seed: Seed(1),
      isHostileAllowed: false, devices: devices, rules: rules, links: LinkPlan(weather: [:]),
      start: start, timeline: timeline, random: nil, aimed: Schedule(), limits: Limits(),
      calm: Calm(),
      expect: Expectation(), source: JSONNode(.object([])))
  }
}
