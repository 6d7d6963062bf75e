extension TraceEvent: JSONWritable {
  private enum KindName: String, CaseIterable {
    case step, partition, clockJump, died, suspended, ignored, dropped, calm, ended
    case badged
    case locked
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("n", number)
    json.member("at", at.milliseconds)
    if let cause { json.member("cause", cause) }
    json.member("root", root)
    switch kind {
    case .step(let step):
      json.member("is", KindName.step.rawValue)
      step.writeMembers(to: &json)
    case .partition(let partition, let isOn):
      json.member("is", KindName.partition.rawValue)
      json.key("devices")
      json.array(partition.devices) { $0.string($1.string) }
      json.member("traffic", partition.traffic.rawValue)
      json.member("for", partition.length.count)
      json.member("on", isOn)
    case .clockJump(let device, let jump):
      json.member("is", KindName.clockJump.rawValue)
      json.member("device", device)
      json.member("by", jump.count)
    case .died(let device, let death):
      json.member("is", KindName.died.rawValue)
      json.member("device", device)
      json.member("by", death.rawValue)
    case .suspended(let device, let isOn):
      json.member("is", KindName.suspended.rawValue)
      json.member("device", device)
      json.member("on", isOn)
    case .ignored(let device, let entry):
      json.member("is", KindName.ignored.rawValue)
      json.member("device", device)
      json.member("entry", entry)
    case .dropped(let message):
      json.member("is", KindName.dropped.rawValue)
      json.member("message", message)
    case .calm: json.member("is", KindName.calm.rawValue)
    case .ended(let ending):
      json.member("is", KindName.ended.rawValue)
      json.member("reason", ending.reason.rawValue)
      json.member("cloud", ending.cloud)
      json.member("neverReleased", ending.neverReleased)
    case .badged(let device, let badge, let message):
      json.member("is", KindName.badged.rawValue)
      json.member("device", device)
      json.member("badge", badge)
      json.member("message", message)
    case .locked(let device, let isOn):
      json.member("is", KindName.locked.rawValue)
      json.member("device", device)
      json.member("on", isOn)
    }
  }

  /// The keys of a trace line, its hash included.
  private static let keys: JSONKeys = [
    "n", "at", "cause", "root", "is", "hash", "node", "name", "event", "wall", "continuous",
    "effects", "pending", "devices", "traffic", "for", "on", "device", "by", "message", "reason",
    "cloud", "neverReleased", "entry", "badge",
  ]

  /// Reads a line of `trace.jsonl`; its hash is the reader's to compare.
  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: TraceEvent.keys)
    self.init(
      number: try object.required("n").count(in: 1...Limit.count),
      at: Instant(try object.required("at").integer(in: 0...Limit.moments.upperBound)),
      cause: try object.optional("cause")?.count(), root: try object.required("root").identifier(),
      kind: try TraceEvent.kind(object))
  }

  private static func kind(_ object: JSONObjectReader) throws(FormatError) -> Kind {
    switch try object.required("is").choice(KindName.self) {
    case .step: return .step(try Step(object))
    case .partition:
      let partition = Partition(
        devices: try object.required("devices").list(NodeID.init),
        traffic: try object.required("traffic").choice(),
        length: Milliseconds(
          try object.required("for").integer(in: 0...Milliseconds.longest.count)))
      return .partition(partition, isOn: try object.required("on").bool())
    case .clockJump:
      let bound = Milliseconds.longest.count
      return .clockJump(
        device: try object.required("device").identifier(),
        by: Milliseconds(try object.required("by").integer(in: -bound...bound)))
    case .died:
      return .died(
        device: try object.required("device").identifier(),
        try object.required("by").choice(Death.self))
    case .suspended:
      return .suspended(
        device: try object.required("device").identifier(), isOn: try object.required("on").bool())
    case .ignored:
      return .ignored(
        device: try object.required("device").identifier(),
        try object.required("entry").identifier())
    case .dropped: return .dropped(try MessageName(try object.required("message")))
    case .calm: return .calm
    case .badged:
      return .badged(
        device: try object.required("device").identifier(), try object.required("badge").count(),
        try MessageName(try object.required("message")))
    case .ended:
      return .ended(
        Ending(
          reason: try object.required("reason").choice(),
          cloud: try object.required("cloud").list(Change.init),
          neverReleased: try object.required("neverReleased").list(MessageName.init)))
    case .locked:
      return .locked(
        device: try object.required("device").identifier(), isOn: try object.required("on").bool())
    }
  }
}

extension Step {
  func writeMembers(to json: inout JSONWriter) {
    json.member("node", node)
    json.member("name", name)
    json.member("event", event)
    if let clock {
      json.member("wall", clock.wall)
      json.member("continuous", clock.continuous)
    }
    json.member("effects", effects)
    json.member("pending", pending)
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    var clock: ClockReading?
    if let wall = object.optional("wall") {
      clock = ClockReading(
        wall: try wall.integer(in: Limit.moments),
        continuous: try object.required("continuous").integer(in: Limit.moments))
    }
    self.init(
      node: try object.required("node").identifier(),
      name: try EventName(try object.required("name")),
      event: try NodeEvent(try object.required("event")), clock: clock,
      effects: try object.required("effects").list(PerformedEffect.init),
      pending: try object.required("pending").count())
  }
}

extension PerformedEffect: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      effect.writeMembers(to: &json)
      switch outcome {
      case .done: break
      case .sent(let name, let dispatch):
        json.member("message", name)
        dispatch.writeMembers(to: &json)
      case .timerSet(let name, let due):
        json.member("name", name)
        json.member("due", due.milliseconds)
      case .unsent: json.member("unsent", true)
      }
    }
  }

  private static let keys: JSONKeys =
    Effect.keys + ["message", "copies", "until", "kept", "refused", "name", "due", "unsent"]

  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: PerformedEffect.keys)
    let effect = try Effect(object)
    if let name = object.optional("message") {
      self.init(effect, .sent(try MessageName(name), try Dispatch(object)))
    } else if let name = object.optional("name") {
      let due = try object.required("due").integer(in: 0...Limit.moments.upperBound)
      self.init(effect, .timerSet(try TimerName(name), due: Instant(due)))
    } else {
      self.init(effect, object.has("unsent") ? .unsent : .done)
    }
  }
}

extension Dispatch {
  func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .copies(let delays):
      json.key("copies")
      json.array(delays) { $0.integer($1.count) }
    case .held(let event): json.member("until", event)
    case .kept: json.member("kept", true)
    case .refused: json.member("refused", true)
    }
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    if let event = object.optional("until") {
      self = .held(until: try EventName(event))
    } else if object.has("kept") {
      self = .kept
    } else if object.has("refused") {
      self = .refused
    } else {
      self = .copies(
        try object.required("copies").list { reader throws(FormatError) in
          Milliseconds(try reader.integer(in: 0...Milliseconds.longest.count))
        })
    }
  }
}
