/// A timeline that has been read.
struct Timeline {
  var entries: [Entry] = []
  var aimed = Schedule()
  /// Fields that are added to and never written.
  var counters: Set<FieldPath> = []
}

/// Reads the timeline and what a schedule adds to it.
struct TimelineDecoder {
  let devices: [DeviceSetup]
  let rules: CloudRules
  let start: StartState

  /// - Parameters:
  ///   - random: what is drawn beside it, and must agree with it on each field and id.
  ///   - place: where that stands.
  func timeline(
    _ list: JSONReader?, beside random: RandomWorkload? = nil, at place: JSONReader? = nil
  ) throws(FormatError) -> Timeline {
    var timeline = Timeline()
    var kinds = FieldKinds(start: start, rules: rules)
    if let random, let place {
      for operation in random.editsOfAllFields {
        for device in devices { try kinds.note(operation, by: device, at: place) }
      }
    }
    timeline.counters = kinds.counters
    guard let list else { return timeline }
    try checkCount(of: list, beside: random)
    for (id, reader) in try EntryList.identified(list) {
      if try timeline.aimed.take(reader) {
        try check(timeline.aimed, at: reader)
      } else {
        guard random == nil || !WorkloadDrawing.gives(id) else {
          throw reader.error(
            "\"\(id)\" is an id that a random workload gives", allowed: "another id")
        }
        try PartSize.checkEntry(reader)
        let entry = try entry(EntryID(id), reader)
        if case .operation(let operation, let device) = entry.action {
          try kinds.note(operation, by: devices.first { $0.id == device }, at: reader)
          try Meaning(rules: rules, start: start).check(operation, at: reader)
        }
        timeline.entries.append(entry)
      }
    }
    timeline.counters = kinds.counters
    let order = timeline.entries.indices.sorted { left, right in
      (timeline.entries[left].at, left) < (timeline.entries[right].at, right)
    }
    timeline.entries = order.map { timeline.entries[$0] }
    try checkRollbacks(in: timeline.entries, at: list)
    return timeline
  }

  /// Drawn entries count too: they are entries once the run is set up, and are stored as such.
  private func checkCount(
    of list: JSONReader, beside random: RandomWorkload?
  ) throws(FormatError) {
    let count = try list.elements().count
    let drawn = random?.mostEntries(for: devices.count) ?? 0
    guard count <= Limit.entries - drawn else {
      throw list.error(
        "there are \(count) entries",
        allowed: "at most \(Limit.entries - drawn)"
          + (drawn > 0 ? ", for \(drawn) more may be drawn beside them" : ""))
    }
  }

  /// A cloud can go back only to what it was before.
  private func checkRollbacks(
    in entries: [Entry], at list: JSONReader
  ) throws(FormatError) {
    var snapshots: Set<Text> = []
    for entry in entries {
      switch entry.action {
      case .cloud(.snapshot(let name)): snapshots.insert(name)
      case .cloud(.rollback(let name)):
        guard snapshots.contains(name) else {
          throw list.error(
            "\"\(entry.id)\" rolls the cloud back to \"\(name)\", and there is no such snapshot "
              + "before it",
            allowed: snapshots.isEmpty
              ? "an earlier {\"cloud\": {\"snapshot\": \"\(name)\"}}"
              : Suggestion.among(snapshots.sorted().map(\.string), for: name.string))
        }
      case .cloud, .operation, .partition, .clock, .kill, .suspend, .reinstall, .power, .lock:
        break
      }
    }
  }

  /// Whether the line that was taken last is about nodes that there are.
  private func check(_ aimed: Schedule, at reader: JSONReader) throws(FormatError) {
    if reader.member("during") != nil, let device = reader.member("device") {
      _ = try self.device(device)
    }
    guard reader.member("message") != nil, let message = aimed.fates.last?.message else { return }
    try checkEnds(of: message, at: reader)
  }

  /// Whether a message goes between two nodes that there are and that talk.
  private func checkEnds(
    of message: MessageName, at reader: JSONReader
  ) throws(FormatError) {
    let ends = [message.sender, message.receiver]
    if message.kind.isTransfer || message.kind.isLocal {
      return try checkTransfer(message, at: reader)
    }
    let device = message.kind == .push ? message.receiver : message.sender
    let other = message.kind == .push ? message.sender : message.receiver
    if device == .cloud, devices.contains(where: { $0.id == other }) {
      let turned = MessageName(
        sender: message.receiver, receiver: message.sender, kind: message.kind,
        root: message.root, count: message.count, part: message.part)
      throw reader.error(
        "no message is named \(message): it goes the other way",
        allowed: message.kind == .push
          ? "\(turned)" : "\(turned.request), or its answer \(turned.request.answer)")
    }
    guard ends.contains(.cloud), devices.contains(where: { $0.id == device }) else {
      throw reader.error(
        "no message is named \(message): it goes between two nodes that do not talk",
        allowed: "DEVICE>cloud/KIND/ROOT/COUNT, or cloud>DEVICE/push/ROOT/COUNT, with a device of "
          + devices.map(\.id.string).joined(separator: ", "))
    }
  }

  private func entry(_ id: EntryID, _ reader: JSONReader) throws(FormatError) -> Entry {
    let object = try reader.object(allowing: EntryList.entryKeys)
    let at = Instant.start + (try object.required("at").delay())
    return Entry(id: id, at: at, action: try action(object))
  }

  private func action(_ object: JSONObjectReader) throws(FormatError) -> Entry.Action {
    let verbs = Operation.Verb.allCases.filter { object.has($0.rawValue) }
    let others = [
      "partition", "clock", "kill", "suspend", "reinstall",
      "power",
      "lock",
      "cloud",
    ]
    let deeds = verbs.map(\.rawValue) + others.filter { object.has($0) }
    guard deeds.count == 1, let deed = deeds.first else {
      throw object.reader.error(
        deeds.isEmpty ? "the entry does nothing" : "the entry does \(deeds.count) things at once",
        allowed: "one of \(Operation.Verb.allCases.map(\.rawValue).joined(separator: ", ")), "
          + others.joined(separator: ", "))
    }
    try checkKeys(of: object, deed)
    switch (deed, verbs.first) {
    case ("cloud", _): return .cloud(try cloudOperation(try object.required("cloud")))
    case ("partition", _): return .partition(try partition(object))
    case ("clock", _):
      let jump = try object.required("clock").object(allowing: ["jump"]).required("jump")
      return .clock(
        device: try device(try object.required("device")), jump: try jump.duration())
    case ("kill", _):
      return .kill(try Kill(object, device: try device(try object.required("device"))))
    case ("suspend", _):
      try object.required("suspend").affirmed()
      return .suspend(
        device: try device(try object.required("device")),
        length: try object.required("for").delay())
    case ("reinstall", _):
      try object.required("reinstall").affirmed()
      return .reinstall(device: try home(try object.required("device")))
    case ("power", _):
      try object.required("power").affirmed()
      return .power(
        device: try home(try object.required("device")),
        length: try object.optional("for")?.delay())
    case ("lock", _):
      try object.required("lock").affirmed()
      return .lock(
        device: try home(try object.required("device")),
        length: try object.optional("for")?.delay())
    case (_, let verb?):
      let operation = try Operation(verb, try object.required(verb.rawValue))
      return .operation(operation, device: try device(try object.required("device")))
    case (_, nil):
      throw object.reader.error("the entry does nothing", allowed: "an operation")
    }
  }

  private func cloudOperation(_ reader: JSONReader) throws(FormatError) -> CloudOperation {
    let operation = try CloudOperation(reader)
    switch operation {
    case .publish(let publication), .notify(let publication):
      guard case .devices(let named) = publication.audience else { break }
      let unknown = named.first { name in !devices.contains { $0.id == name } }
      guard let unknown else { break }
      throw reader.error(
        "there is no device \"\(unknown)\"",
        allowed: Suggestion.among(devices.map(\.id.string), for: unknown.string))
    case .answer(let answer):
      if case .named(let message) = answer.calls { try checkEnds(of: message, at: reader) }
    case .expireTokens, .revoke, .rateLimit: break
    case .snapshot, .rollback, .purge, .expireCursors: break
    case .quota, .throttle: break
    }
    return operation
  }

  /// Refuses what belongs to another kind of entry and would be passed over here.
  private func checkKeys(of object: JSONObjectReader, _ deed: String) throws(FormatError) {
    let more: [String: [String]] = [
      "partition": ["traffic", "for"], "clock": ["device"], "suspend": ["device", "for"],
      "kill": ["device", "afterEffects", "bytes", "for"], "power": ["device", "for"],
      "lock": ["device", "for"], "cloud": [],
    ]
    _ = try object.reader.object(allowing: ["id", "at", deed] + (more[deed] ?? ["device"]))
  }

  private func partition(_ object: JSONObjectReader) throws(FormatError) -> Partition {
    let devices = try object.required("partition").list { reader throws(FormatError) in
      try device(reader)
    }
    guard !devices.isEmpty else {
      throw try object.required("partition").mismatch(expected: "at least one device")
    }
    return Partition(
      devices: devices, traffic: try object.optional("traffic")?.choice() ?? .drop,
      length: try object.required("for").delay())
  }

  /// A device as a whole; an actor stands for the device that holds it.
  private func home(_ reader: JSONReader) throws(FormatError) -> NodeID {
    let name = NodeID(try reader.string())
    if devices.contains(where: { $0.home == name }) { return name }
    let actor = try device(reader)
    return devices.first { $0.id == actor }?.home ?? actor
  }

  private func device(_ reader: JSONReader) throws(FormatError) -> NodeID {
    let text = try reader.string()
    guard devices.contains(where: { $0.id == NodeID(text) }) else {
      throw reader.error(
        "there is no device \"\(text)\"",
        allowed: Suggestion.among(devices.map(\.id.string), for: text))
    }
    return NodeID(text)
  }
}
