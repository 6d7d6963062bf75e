import ClusterCore

extension TestScenario {
  /// Something that happens at an instant, or is settled about a message.
  public struct Event: Hashable, Sendable {
    var members: [Member]
    /// The whole entry as its author wrote it, in the place of the members.
    var entry: String?

    struct Member: Hashable, Sendable {
      let name: String
      let json: String
    }

    /// The user of a device does something; `id` is then the intent, and names what it causes.
    public static func at(
      _ time: Swift.Duration, _ device: String, _ deed: Deed, id: String? = nil
    ) -> Event {
      happening(at: time, id, [.init("device", text: device), deed.member])
    }

    /// Devices are cut off from the cloud.
    public static func partition(
      _ devices: [String], at time: Swift.Duration, for length: Swift.Duration,
      traffic: Traffic = .drop, id: String? = nil
    ) -> Event {
      happening(
        at: time, id,
        [
          .init("partition", json: .array(devices.map { JSONNode(.string($0)) })),
          .init("traffic", text: traffic.rawValue), .init("for", text: length.inFile),
        ])
    }

    /// The app's process is killed, and starts again on its store.
    ///
    /// - Parameters:
    ///   - effects: given, the first event handed to it from then on is cut, and so many of its
    ///     effects happen.
    ///   - length: how long it is dead; left out, until the calm.
    public static func kill(
      _ device: String, at time: Swift.Duration, afterEffects effects: Int? = nil,
      by manner: Manner = .system, for length: Swift.Duration? = nil, id: String? = nil
    ) -> Event {
      var members: [Member] = [
        .init("device", text: device), .init("kill", text: manner.rawValue),
      ]
      if let effects { members.append(.init("afterEffects", json: .number(String(effects)))) }
      if let length { members.append(.init("for", text: length.inFile)) }
      return happening(at: time, id, members)
    }

    /// The app is frozen: nothing is handed to it until it resumes.
    public static func suspend(
      _ device: String, at time: Swift.Duration, for length: Swift.Duration, id: String? = nil
    ) -> Event {
      happening(
        at: time, id,
        [
          .init("device", text: device), .init("suspend", json: .bool(true)),
          .init("for", text: length.inFile),
        ])
    }

    /// The user's access tokens end.
    public static func expireTokens(
      of user: String, at time: Swift.Duration, id: String? = nil
    ) -> Event {
      let whose = JSONNode(.object([JSONNode.Member(name: "user", value: JSONNode(.string(user)))]))
      return happening(
        at: time, id,
        [
          .init(
            "cloud", json: .object([JSONNode.Member(name: "expireTokens", value: whose)]))
        ])
    }

    /// A message is delivered once for each of these delays from its sending; none: it is lost.
    public static func fate(of message: String, _ delays: [Swift.Duration]) -> Event {
      Event(members: [
        .init("message", text: message),
        .init("fate", json: .array(delays.map { JSONNode(.string($0.inFile)) })),
      ])
    }

    /// A message is held until that event has happened at its destination.
    public static func hold(_ message: String, until event: String) -> Event {
      Event(members: [.init("message", text: message), .init("after", text: event)])
    }

    public enum Traffic: String, Hashable, Sendable { case drop, hold, refuse }
    public enum Manner: String, Hashable, Sendable { case system, user }

    static func happening(
      at time: Swift.Duration, _ id: String?, _ members: [Member]
    ) -> Event {
      var all: [Member] = [.init("at", text: time.inFile)]
      if let id { all.append(.init("id", text: id)) }
      return Event(members: all + members)
    }
  }

  /// What a user does.
  public struct Deed: Hashable, Sendable {
    let member: Event.Member

    private init(_ verb: String, _ json: JSONNode.Content) {
      member = Event.Member(verb, json: json)
    }

    public static func write(_ record: String, _ fields: [String: PlainValue]) -> Deed {
      Deed("write", .of(record, fields.mapValues { .value($0) }))
    }

    public static func write(_ record: String, _ field: String, _ value: PlainValue) -> Deed {
      write(record, [field: value])
    }

    /// Makes a record; a set is made with its members.
    public static func create(_ record: String, _ fields: [String: FieldValue]) -> Deed {
      Deed("create", .of(record, fields))
    }

    public static func add(_ values: [PlainValue], to field: String, of record: String) -> Deed {
      Deed("add", .of(record, [field: .set(values)]))
    }

    public static func remove(
      _ values: [PlainValue], from field: String, of record: String
    ) -> Deed {
      Deed("remove", .of(record, [field: .set(values)]))
    }

    public static func increment(
      _ field: String, of record: String, by amount: Int64
    ) -> Deed {
      Deed("increment", .of(record, [field: .value(.integer(amount))]))
    }

    public static let sync = Deed("sync", .bool(true))
    public static let open = Deed("open", .bool(true))
    public static let signOut = Deed("signOut", .bool(true))

    public static func order(_ item: String) -> Deed { Deed("order", .string(item)) }
    public static func call(_ name: String) -> Deed { Deed("call", .string(name)) }
    public static func signIn(_ user: String) -> Deed { Deed("signIn", .string(user)) }
    public static func search(_ query: String) -> Deed { Deed("search", .string(query)) }
  }
}

extension TestScenario.Event.Member {
  init(_ name: String, json: JSONNode.Content) {
    self.init(name: name, json: JSONNode(json).json)
  }

  init(_ name: String, text: String) { self.init(name, json: .string(text)) }
}

extension JSONNode.Content {
  /// `{"note-1": {"title": "Milk"}}`, in the order of the fields.
  static func of(_ record: String, _ fields: [String: FieldValue]) -> JSONNode.Content {
    let members = fields.sorted { Text($0.key) < Text($1.key) }.map { field, value in
      JSONNode.Member(name: field, value: JSONNode(value.content))
    }
    return .object([JSONNode.Member(name: record, value: JSONNode(.object(members)))])
  }
}

extension FieldValue {
  var content: JSONNode.Content {
    switch self {
    case .value(let value): value.content
    case .set(let members): .array(members.map { JSONNode($0.content) })
    }
  }
}

extension PlainValue {
  var content: JSONNode.Content {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .number(String(number))
    case .bool(let value): .bool(value)
    case .null: .null
    }
  }
}

extension Swift.Duration {
  /// As a file writes it: `2s`, `1500ms`.
  var inFile: String { Milliseconds(wholeMilliseconds).description }
}
