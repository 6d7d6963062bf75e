/// Reads a scenario and refuses, before anything starts, what cannot be meant.
struct ScenarioDecoder {
  static let keys = [
    "format", "name", "about", "seed", "hostile", "hostileReason", "devices", "cloud", "links",
    "start", "timeline", "limits", "calm", "expect", "variants", "defaultVariant", "models",
    "random",
  ]
  /// The version of the file format that is read.
  static let format: Int64 = 1

  private let object: JSONObjectReader
  private var devices: [DeviceSetup] = []

  static func scenario(
    _ root: JSONNode, variant: VariantName
  ) throws(FormatError) -> Scenario {
    var decoder = ScenarioDecoder(
      object: try JSONReader(root).object(allowing: keys))
    return try decoder.scenario(variant: variant)
  }

  private init(object: JSONObjectReader) {
    self.object = object
  }

  private mutating func scenario(variant: VariantName) throws(FormatError) -> Scenario {
    _ = try object.required("format").integer(in: Self.format...Self.format)
    devices = try decodedDevices()
    let rules = try object.optional("cloud").map(CloudRules.init) ?? .standard
    var start = try decodedStart()
    let meaning = Meaning(rules: rules, start: start)
    try meaning.check(object.required("devices"))
    try meaning.check(start: object.optional("start"))
    let setting = WorkloadSetting(devices: devices, rules: rules, start: start)
    let random = try object.optional("random").map { reader throws(FormatError) in
      try RandomWorkload(reader, in: setting)
    }
    let timeline = try TimelineDecoder(devices: devices, rules: rules, start: start)
      .timeline(object.optional("timeline"), beside: random, at: object.optional("random"))
    start.counters = timeline.counters.intersection(start.records.keys)
    let calm = try decodedCalm(timeline: timeline, random: random)
    let isHostileAllowed = try object.optional("hostile")?.bool() ?? true
    if !isHostileAllowed { _ = try object.required("hostileReason").string() }
    return Scenario(
      name: try object.required("name").fileName(),
      about: try object.optional("about")?.string() ?? "",
      models: try object.optional("models")?.list { reader throws(FormatError) in
        try reader.string()
      } ?? [], variant: variant,
      seed: Seed(UInt64(try object.optional("seed")?.integer(in: 0...Int64.max) ?? 1)),
      isHostileAllowed: isHostileAllowed, devices: devices, rules: rules,
      links: try LinkPlanDecoder(devices: devices).plan(object.optional("links")), start: start,
      timeline: timeline.entries, random: random, aimed: timeline.aimed,
      limits: try object.optional("limits").map(Limits.init) ?? Limits(), calm: calm,
      expect: try ExpectationDecoder(devices: devices).expectation(object.optional("expect")),
      source: try resolvedSource())
  }

  private func resolvedSource() throws(FormatError) -> JSONNode {
    var source = object.reader.node
    source.remove("variants")
    if let timeline = object.optional("timeline") {
      source.set("timeline", to: try EntryList.withIDs(timeline))
    }
    return source
  }

  private func decodedDevices() throws(FormatError) -> [DeviceSetup] {
    let list = try object.required("devices")
    let elements = try list.elements()
    try checkCount(elements.count, at: list)
    var devices: [DeviceSetup] = []
    for reader in elements {
      let device = try DeviceSetup(reader)
      guard !devices.contains(where: { $0.home == device.id }) else {
        throw reader.error(
          "a second device is named \"\(device.id)\"", allowed: "another name for each device")
      }
      devices += try device.actors(reader)
    }
    try checkCount(devices.count, at: list)
    return devices
  }

  private func checkCount(_ count: Int, at list: JSONReader) throws(FormatError) {
    guard (1...Limit.devices).contains(count) else {
      throw list.error("there are \(count) devices", allowed: "from 1 to \(Limit.devices)")
    }
  }

  private func decodedStart() throws(FormatError) -> StartState {
    var start = StartState()
    if let reader = object.optional("start") { try PartSize.checkKeys(reader) }
    let start0 = try object.optional("start")?.object(
      allowing: ["records", "ledger", "lists", "badges", "unread", "tokens", "files"])
    for token in try start0?.optional("tokens")?.entries() ?? [] {
      start.tokens.append(try startToken(token.name, token.value))
    }
    start.tokens.sort { $0.device < $1.device }
    for record in try start0?.optional("records")?.entries() ?? [] {
      for field in try record.value.entries() {
        guard !field.name.isEmpty else {
          throw record.value.error("a field has no name", allowed: "a name of at least one letter")
        }
        let path = FieldPath(RecordID(record.name), FieldName(field.name))
        start.records[path] = try FieldValue(field.value)
      }
    }
    if let records = start0?.optional("records") { try checkLength(of: start, at: records) }
    for (name, reader) in try start0?.optional("files")?.entries() ?? [] {
      start.files[FileName(name)] = try FileVersion(reader, of: FileName(name))
    }
    try readServices(start0, into: &start)
    return start
  }

  /// Every device is told of all these records at once.
  private func checkLength(of start: StartState, at records: JSONReader) throws(FormatError) {
    var told = JSONWriter()
    told.array(start.changes) { $0.value($1) }
    guard told.bytes.count <= Limit.start else {
      throw records.error(
        "a device would be told \(told.bytes.count) bytes of these records at its start",
        allowed: "at most \(Limit.start) bytes; what is more, a device can create")
    }
  }

  private func readServices(
    _ object: JSONObjectReader?, into start: inout StartState
  ) throws(FormatError) {
    guard let object else { return }
    start.ledger = try object.optional("ledger")?.list(LedgerEntry.init) ?? []
    for (query, items) in try object.optional("lists")?.entries() ?? [] {
      start.lists[Text(query)] = try items.texts()
    }
    let devices = devices.map(\.id.string)
    for device in devices {
      if let badge = try object.optional("badges")?.object(allowing: devices).optional(device) {
        start.badges[NodeID(device)] = try badge.count()
      }
      if let items = try object.optional("unread")?.object(allowing: devices).optional(device) {
        start.unread[NodeID(device)] = try items.texts()
      }
    }
  }

  private func startToken(
    _ name: String, _ reader: JSONReader
  ) throws(FormatError) -> StartToken {
    guard devices.contains(where: { $0.home == NodeID(name) }) else {
      throw reader.error(
        "there is no device \"\(name)\"",
        allowed: Suggestion.among(devices.map(\.home.string), for: name))
    }
    let object = try reader.object(allowing: ["user", "accessExpired"])
    return StartToken(
      device: NodeID(name), user: try object.required("user").identifier(),
      isAccessExpired: try object.optional("accessExpired")?.bool() ?? false)
  }

  private func decodedCalm(
    timeline: Timeline, random: RandomWorkload?
  ) throws(FormatError) -> Calm {
    guard let reader = object.optional("calm") else { return Calm() }
    let calm = try Calm(reader)
    guard let at = calm.at else { return calm }
    if let late = timeline.entries.first(where: { $0.at > at }) {
      throw reader.error(
        "the entry \"\(late.id)\" at \(late.at) is past the end: the calm begins at \(at)",
        allowed: "entries up to \(at), or a later \"calm\": {\"at\": …}")
    }
    if let random, Instant.start + random.length > at {
      throw reader.error(
        "the random workload goes on for \(random.length), past the end: the calm begins at \(at)",
        allowed: "\"random\": {\"for\": \"\(at)\"} or shorter, or a later \"calm\": {\"at\": …}")
    }
    return calm
  }
}

extension DeviceSetup {
  /// The cloud, the scopes of `links` that are wider than a device, and the keys of `expect.final`.
  private static let takenNames =
    [NodeID.cloud.string, "default", "push", "transfer"] + AppPath.Kind.allCases.map(\.rawValue)

  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: [
      "name", "clock", "policy", "timeout", "seeds",
      "durability",
      "actors",
      "wakeDelay",
      "thread",
      "command",
    ])
    let name = try object.required("name")
    let text = try name.fileName()
    guard !DeviceSetup.takenNames.contains(text) else {
      throw name.error(
        "\"\(text)\" means something else where files name devices",
        allowed: "any name but " + DeviceSetup.takenNames.joined(separator: ", "))
    }
    guard text.utf8.count <= 32, !text.contains(".") else {
      throw name.mismatch(expected: "a name of at most 32 letters without a dot")
    }
    self.init(id: NodeID(text))
    if let clock = object.optional("clock") { self.clock = try ClockSetup(clock) }
    if let policy = object.optional("policy") { self.policy = try Policy(policy) }
    if let delay = object.optional("wakeDelay") { wakeDelay = try delay.delay() }
    if let seeds = object.optional("seeds") {
      try PartSize.checkEntry(seeds)
      self.seeds = try Operation.values(seeds)
    }
    if let timeout = object.optional("timeout") {
      self.timeout = try timeout.delay()
      guard self.timeout > .zero else { throw timeout.mismatch(expected: "a time above 0ms") }
    }
    thread = try object.optional("thread")?.identifier()
    durability = try object.optional("durability")?.choice() ?? durability
    command = try object.optional("command").map(DeviceSetup.command)
    if let actors = object.optional("actors"), command != nil {
      throw actors.error(
        "a device with a \"command\" has actors",
        allowed: "one of the two: a program of its own "
          + "is one process")
    }
  }

  private static func command(_ reader: JSONReader) throws(FormatError) -> [String] {
    let parts = try reader.list { part throws(FormatError) in try part.string() }
    guard (1...Limit.commandParts).contains(parts.count), parts.first != "",
      !parts.contains(where: { $0.utf8.contains(0) || $0.utf8.count > Limit.commandPart })
    else {
      throw reader.mismatch(
        expected: "a program and its arguments, 1 to \(Limit.commandParts) texts of at most "
          + "\(Limit.commandPart) bytes without a zero byte: "
          + "[\"python3\", \"device.py\"]")
    }
    return parts
  }

  /// The processes of the device: itself, or one for each of its actors.
  func actors(_ reader: JSONReader) throws(FormatError) -> [DeviceSetup] {
    guard let actors = reader.member("actors") else { return [self] }
    var names: [String] = []
    for name in try actors.elements() {
      let text = try name.fileName()
      guard text.utf8.count <= 32, !text.contains(".") else {
        throw name.mismatch(expected: "a name of at most 32 letters without a dot")
      }
      names.append(text)
    }
    guard !names.isEmpty, Set(names.map { Text($0) }).count == names.count else {
      throw actors.mismatch(expected: "at least one actor, each with a name of its own")
    }
    return names.map { name in
      var actor = self
      actor.id = NodeID("\(id).\(name)")
      return actor
    }
  }
}

extension ClockSetup {
  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["offset", "drift", "tick", "maxOffset"])
    if let offset = object.optional("offset") { self.offset = try offset.duration() }
    if let drift = object.optional("drift") {
      self.drift = try drift.integer(in: -100_000...100_000)
    }
    maxOffset = try object.optional("maxOffset")?.delay()
    if let tick = object.optional("tick") {
      self.tick = try tick.delay()
      guard self.tick > .zero else { throw tick.mismatch(expected: "a time above 0ms") }
    }
  }
}

extension Limits {
  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["attempts", "messages", "refreshes", "unauthorized"])
    attempts = try object.optional("attempts")?.count(in: 1...1_000_000)
    messages = try object.optional("messages")?.count(in: 1...100_000_000)
    refreshes = try object.optional("refreshes")?.count(in: 1...1_000_000)
    unauthorized = try object.optional("unauthorized")?.count(in: 0...1_000_000)
  }
}

extension Calm {
  private enum Links: String, CaseIterable {
    case heal, keep
  }

  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["at", "links", "limit"])
    if let at = object.optional("at") { self.at = Instant.start + (try at.delay()) }
    keepsLinks = try object.optional("links")?.choice(Links.self) == .keep
    if let limit = object.optional("limit") { self.limit = try limit.delay() }
  }
}
