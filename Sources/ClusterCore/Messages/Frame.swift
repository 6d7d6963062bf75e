/// One line of the protocol between the coordinator and a device process.
///
/// The coordinator sends a ``HostFrame`` and, but for `stop`, gets exactly one
/// ``DeviceFrame`` back. `docs/protocol.md` has every frame with an example.
package enum ProtocolVersion {
  package static let current = 1
  /// The longest frame in bytes, its newline included.
  package static var longestFrame: Int { Limit.frame }
}

/// What a device is told about itself when its process starts.
package struct DeviceInit: Hashable, Sendable {
  package let device: NodeID
  package let policy: Policy
  package let rules: CloudRules
  /// For whatever a device draws; a function of the run's seed and the device's name.
  package let seed: UInt64
  /// What every replica holds at time 0.
  package let start: [Change]
  /// The records it makes at its first launch.
  package let seeds: [FieldPath: Value]
  /// What its store has to survive.
  package let durability: Durability
  /// All processes that keep their store together with this one, itself included, in the order
  /// of the file; empty where the store is its alone.
  package let actors: [NodeID]
  /// How far ahead of its wall clock its hybrid clock follows a stamp; nil for any distance.
  package let maxOffset: Milliseconds?
  /// The field whose records it lists; nil for no list.
  package let thread: FieldName?

  /// What it marks its entries of the journal with; nil where the store is its alone.
  package var author: NodeID? { actors.isEmpty ? nil : device }

  package init(
    device: NodeID, policy: Policy, rules: CloudRules, seed: UInt64, start: [Change],
    seeds: [FieldPath: Value] = [:], durability: Durability = .process, actors: [NodeID] = [],
    maxOffset: Milliseconds? = nil, thread: FieldName? = nil
  ) {
    self.device = device
    self.policy = policy
    self.rules = rules
    self.seed = seed
    self.start = start
    self.seeds = seeds
    self.durability = durability
    self.actors = actors
    self.maxOffset = maxOffset
    self.thread = thread
  }
}

package enum HostFrame: Hashable, Sendable {
  case initialise(DeviceInit)
  case event(NodeEvent, number: Int, surroundings: Surroundings, cut: Cut?)
  case inspect
  case stop
  /// What the device sent breaks the protocol, in words; it is ended next.
  case refused(String)
}

package enum DeviceFrame: Sendable {
  /// Answers `init`; `note` says what was mended in the store, if anything.
  case ready(version: Int, note: String?)
  /// Answers the event of that number; `pending` counts operations not settled yet.
  case effects([Effect], number: Int, pending: Int)
  /// Answers `inspect` with any JSON.
  case state(JSONNode)
}

extension DeviceInit: JSONWritable {
  static let keys: JSONKeys = [
    "device", "policy", "rules", "seed", "start", "seeds",
    "durability", "actors",
    "maxOffset", "thread",
  ]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("device", device)
    json.member("policy", policy)
    json.member("rules", rules)
    json.member("seed", String(seed))
    json.member("start", start)
    if !seeds.isEmpty { Operation.writeFields(seeds, as: "seeds", to: &json) }
    if durability != .process { json.member("durability", durability.rawValue) }
    if !actors.isEmpty {
      json.key("actors")
      json.array(actors) { $0.string($1.string) }
    }
    if let maxOffset { json.member("maxOffset", maxOffset.count) }
    if let thread { json.member("thread", thread) }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    device = try object.required("device").identifier()
    policy = try Policy(try object.required("policy"))
    rules = try CloudRules(try object.required("rules"))
    let seed = try object.required("seed")
    guard let number = UInt64(try seed.string()) else {
      throw seed.mismatch(expected: "a whole number below 2^64 in quotes")
    }
    self.seed = number
    start = try object.required("start").list(Change.init)
    seeds = try object.optional("seeds").map(Operation.values) ?? [:]
    durability = try object.optional("durability")?.choice() ?? .process
    actors =
      try object.optional("actors")?.list { reader throws(FormatError) in
        try reader.identifier()
      } ?? []
    maxOffset = try object.optional("maxOffset").map { reader throws(FormatError) in
      Milliseconds(try reader.integer(in: 0...Milliseconds.longest.count))
    }
    thread = try object.optional("thread")?.identifier()
  }
}

extension HostFrame: JSONWritable {
  private enum Kind: String, JSONChoice {
    case initialise = "init"
    case event, inspect, stop, refused

    static let words = JSONWords<Kind>()
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .initialise(let setup):
        json.member("type", Kind.initialise.rawValue)
        json.member("protocol", ProtocolVersion.current)
        setup.writeMembers(to: &json)
      case .event(let event, let number, let surroundings, let cut):
        json.member("type", Kind.event.rawValue)
        json.member("number", number)
        json.member("wall", surroundings.clock.wall)
        json.member("continuous", surroundings.clock.continuous)
        surroundings.vault.writeMember(to: &json)
        event.writeMembers(to: &json)
        if let cut { json.member("kill", cut) }
      case .inspect: json.member("type", Kind.inspect.rawValue)
      case .stop: json.member("type", Kind.stop.rawValue)
      case .refused(let reason):
        json.member("type", Kind.refused.rawValue)
        json.member("reason", reason)
      }
    }
  }

  private static let keys: JSONKeys =
    ["type", "protocol", "number", "wall", "continuous", "kill", "vault", "reason"]
    + DeviceInit.keys
    + NodeEvent.keys

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: HostFrame.keys)
    switch try object.required("type").choice(Kind.self) {
    case .initialise:
      let version = Int64(ProtocolVersion.current)
      _ = try object.required("protocol").integer(in: version...version)
      self = .initialise(try DeviceInit(object))
    case .event:
      let clock = ClockReading(
        wall: try object.required("wall").integer(in: Limit.moments),
        continuous: try object.required("continuous").integer(in: Limit.moments))
      let vault = try VaultReading(object.optional("vault"))
      self = .event(
        try NodeEvent(object), number: try object.required("number").count(),
        surroundings: Surroundings(clock: clock, vault: vault),
        cut: try object.optional("kill").map(Cut.init))
    case .inspect: self = .inspect
    case .stop: self = .stop
    case .refused: self = .refused(try object.required("reason").string())
    }
  }
}

extension DeviceFrame: JSONWritable {
  private enum Kind: String, JSONChoice {
    case ready, effects, state

    static let words = JSONWords<Kind>()
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .ready(let version, let note):
        json.member("type", Kind.ready.rawValue)
        json.member("protocol", version)
        if let note { json.member("note", note) }
      case .effects(let effects, let number, let pending):
        json.member("type", Kind.effects.rawValue)
        json.member("number", number)
        json.member("effects", effects)
        json.member("pending", pending)
      case .state(let state):
        json.member("type", Kind.state.rawValue)
        json.member("state", state)
      }
    }
  }

  private static let keys: JSONKeys = [
    "type", "protocol", "note", "number", "effects", "pending", "state",
  ]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: DeviceFrame.keys)
    switch try object.required("type").choice(Kind.self) {
    case .ready:
      self = .ready(
        version: try object.required("protocol").count(),
        note: try object.optional("note")?.string())
    case .effects:
      self = .effects(
        try object.required("effects").list(Effect.init),
        number: try object.required("number").count(),
        pending: try object.required("pending").count())
    case .state: self = .state(try object.required("state").node)
    }
  }
}

extension Cut: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("afterEffects", afterEffects)
      if bytes > 0 { json.member("bytes", bytes) }
    }
  }

  private static let keys: JSONKeys = ["afterEffects", "bytes"]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Cut.keys)
    self.init(
      afterEffects: try object.required("afterEffects").count(),
      bytes: try object.optional("bytes")?.count() ?? 0)
  }
}
