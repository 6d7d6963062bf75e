/// One entry of the timeline: something that happens at an instant.
package struct Entry: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case operation(Operation, device: NodeID)
    case partition(Partition)
    /// A device's wall clock jumps, forward or back.
    case clock(device: NodeID, jump: Milliseconds)
    case kill(Kill)
    /// The app is frozen: no timer fires and nothing is handed to it until it resumes.
    case suspend(device: NodeID, length: Milliseconds)
    /// The app is removed and installed again: its store is gone, its vault is not.
    case reinstall(device: NodeID)
    /// The device loses its power: what its store had not synced is gone too.
    case power(device: NodeID, length: Milliseconds?)
    /// Nobody can read the vault until the phone is unlocked; nil for the calm.
    case lock(device: NodeID, length: Milliseconds?)
    /// Somebody acts at the cloud.
    case cloud(CloudOperation)
  }

  package let id: EntryID
  package let at: Instant
  package let action: Action

  package init(id: EntryID, at: Instant, action: Action) {
    self.id = id
    self.at = at
    self.action = action
  }

  /// When it is over: its own instant, or the end of its interval.
  package var end: Instant {
    switch action {
    case .partition(let partition): at + partition.length
    case .kill(let kill): at + (kill.length ?? .zero)
    case .suspend(_, let length): at + length
    case .power(_, let length): at + (length ?? .zero)
    case .operation, .clock, .reinstall: at
    case .lock(_, let length): at + (length ?? .zero)
    case .cloud(let operation): at + operation.length
    }
  }
}

/// The end of an app's process.
package struct Kill: Hashable, Sendable {
  package enum Manner: String, CaseIterable, Sendable {
    /// The system needs memory: transfers go on, and their ends and silent pushes start the app.
    case system
    /// The user swipes the app away: transfers are cancelled, and nothing starts the app until it
    /// is opened. The badge is the system's, and still set.
    case user
  }

  package let device: NodeID
  package let manner: Manner
  /// How long it is dead; nil until somebody opens it, or the calm.
  package let length: Milliseconds?
  /// The event whose handling is cut; nil for the first from the entry's instant on, or, without
  /// a cut, for the instant itself.
  package let during: EventName?
  /// Where the handling is cut; nil to die between events.
  package let cut: Cut?

  package init(
    device: NodeID, manner: Manner, length: Milliseconds?, during: EventName?, cut: Cut?
  ) {
    self.device = device
    self.manner = manner
    self.length = length
    self.during = during
    self.cut = cut
  }
}

extension Kill {
  /// Writes the kill's members into the object that is open.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("device", device)
    json.member("kill", manner.rawValue)
    if let during { json.member("during", during) }
    if let cut {
      json.member("afterEffects", cut.afterEffects)
      if cut.bytes > 0 { json.member("bytes", cut.bytes) }
    }
    if let length { json.member("for", length.description) }
  }
}

extension Kill: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  /// Reads a kill that hangs on an event, as a line of a schedule.
  init(during reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: ["id", "at", "device", "kill", "during", "afterEffects", "bytes", "for"])
    if let at = object.optional("at") {
      throw at.error(
        "a kill has both \"at\" and \"during\"", allowed: "one of them: an instant, or an event")
    }
    try self.init(object, device: try object.required("device").identifier())
  }

  init(_ object: JSONObjectReader, device: NodeID) throws(FormatError) {
    let during = try object.optional("during").map(EventName.init)
    let effects = try object.optional("afterEffects")?.count(in: 0...1_000_000)
    let bytes = try object.optional("bytes")?.count(in: 0...ProtocolVersion.longestFrame) ?? 0
    guard effects != nil || bytes == 0 else {
      throw object.reader.error(
        "\"bytes\" stands without \"afterEffects\"", allowed: "both, or neither")
    }
    let cut = effects.map { Cut(afterEffects: $0, bytes: bytes) }
    self.init(
      device: device, manner: try object.required("kill").choice(),
      length: try object.optional("for")?.delay(), during: during,
      cut: cut ?? (during == nil ? nil : Cut(afterEffects: 0)))
  }
}

/// A time in which some devices cannot reach the cloud.
package struct Partition: Hashable, Sendable {
  package enum Traffic: String, CaseIterable, Sendable {
    /// What is sent vanishes; nobody notices at once.
    case drop
    /// What is sent is delivered when the partition ends.
    case hold
    /// What is sent is refused at once, and the device is told that the link is down.
    case refuse
  }

  package let devices: [NodeID]
  package let traffic: Traffic
  package let length: Milliseconds

  package init(devices: [NodeID], traffic: Traffic, length: Milliseconds) {
    self.devices = devices
    self.traffic = traffic
    self.length = length
  }
}

extension Entry: JSONWritable {
  /// An entry as a file writes it, its id always written out.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("at", at.description)
      switch action {
      case .operation(let operation, let device):
        json.member("device", device)
        operation.writeMember(to: &json)
      case .partition(let partition):
        json.key("partition")
        json.array(partition.devices) { $0.string($1.string) }
        json.member("traffic", partition.traffic.rawValue)
        json.member("for", partition.length.description)
      case .kill(let kill): kill.writeMembers(to: &json)
      case .suspend(let device, let length):
        json.member("device", device)
        json.member("suspend", true)
        json.member("for", length.description)
      case .reinstall(let device):
        json.member("device", device)
        json.member("reinstall", true)
      case .power(let device, let length):
        json.member("device", device)
        json.member("power", true)
        if let length { json.member("for", length.description) }
      case .clock(let device, let jump):
        json.member("device", device)
        json.key("clock")
        json.object { $0.member("jump", jump.description) }
      case .lock(let device, let length):
        json.member("device", device)
        json.member("lock", true)
        if let length { json.member("for", length.description) }
      case .cloud(let operation): json.member("cloud", operation)
      }
    }
  }
}

extension Entry {
  /// The entry as it is where there is no such device; nil where nothing is left of it.
  package func without(device: NodeID) -> Entry? {
    switch action {
    case .operation(_, let owner), .clock(let owner, _), .suspend(let owner, _),
      .reinstall(let owner),
      .power(let owner, _):
      return owner == device ? nil : self
    case .kill(let kill): return kill.device == device ? nil : self
    case .partition(let partition):
      let left = partition.devices.filter { $0 != device }
      guard !left.isEmpty else { return nil }
      let smaller = Partition(
        devices: left, traffic: partition.traffic, length: partition.length)
      return Entry(id: id, at: at, action: .partition(smaller))
    case .cloud(let operation):
      return operation.without(device: device).map { Entry(id: id, at: at, action: .cloud($0)) }
    // A device with actors stays as long as one of them does; without any, a lock locks nobody.
    case .lock(let owner, _): return owner == device ? nil : self
    }
  }
}
