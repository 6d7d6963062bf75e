import ClusterCore

// What the cloud and a device's system do of themselves.
extension TestScenario.Event {
  /// The cloud does something: `.cloud(.answer(.save, .serviceUnavailable, times: 2), at:
  /// .seconds(1))`.
  public static func cloud(
    _ deed: TestScenario.CloudDeed, at time: Swift.Duration, id: String? = nil
  ) -> TestScenario.Event {
    happening(at: time, id, [.init("cloud", json: .object([deed.member]))])
  }

  /// The wall clock of a device jumps: ahead, or back where `distance` is negative.
  public static func jumpClock(
    of device: String, by distance: Swift.Duration, at time: Swift.Duration, id: String? = nil
  ) -> TestScenario.Event {
    let jump = JSONNode.Member(name: "jump", value: JSONNode(.string(distance.inFile)))
    return happening(
      at: time, id, [.init("device", text: device), .init("clock", json: .object([jump]))])
  }

  /// A device is out of power: what its store had not synced is gone.
  ///
  /// - Parameter length: how long; left out, until the calm.
  public static func losePower(
    _ device: String, at time: Swift.Duration, for length: Swift.Duration? = nil,
    id: String? = nil
  ) -> TestScenario.Event {
    system("power", device, time, length, id)
  }

  /// Nobody can read a device's vault.
  ///
  /// - Parameter length: how long; left out, until the calm.
  public static func lock(
    _ device: String, at time: Swift.Duration, for length: Swift.Duration? = nil,
    id: String? = nil
  ) -> TestScenario.Event {
    system("lock", device, time, length, id)
  }

  /// The app is removed with its store, and starts anew; the vault stays.
  public static func reinstall(
    _ device: String, at time: Swift.Duration, id: String? = nil
  ) -> TestScenario.Event {
    system("reinstall", device, time, nil, id)
  }

  /// Any entry of a timeline, as a file has it: `.json(#"{"at": "1s", "device": "phone",
  /// "download": "a.zip"}"#)`. What is no entry fails the test when it is verified.
  public static func json(_ entry: String) -> TestScenario.Event {
    TestScenario.Event(members: [], entry: entry)
  }

  private static func system(
    _ verb: String, _ device: String, _ time: Swift.Duration, _ length: Swift.Duration?,
    _ id: String?
  ) -> TestScenario.Event {
    var members: [Member] = [.init("device", text: device), .init(verb, json: .bool(true))]
    if let length { members.append(.init("for", text: length.inFile)) }
    return happening(at: time, id, members)
  }
}

extension TestScenario {
  /// What the cloud does, or has done to it.
  public struct CloudDeed: Hashable, Sendable {
    private let verb: String
    private let json: String

    /// Kinds of request, by their word in a message's name.
    public enum Kind: String, Hashable, Sendable {
      case save, pull, order, readOrder, search, register, markRead, unread
      case call, refresh, signIn, signOut
    }

    /// Where an answer that fails stands to what was asked for.
    public enum Moment: String, Hashable, Sendable {
      /// Nothing has happened.
      case before
      /// It took effect, and the error hides that.
      case after
    }

    private init(_ verb: String, _ content: JSONNode.Content) {
      self.verb = verb
      json = JSONNode(content).json
    }

    private init(_ verb: String, _ members: [(String, JSONNode.Content)]) {
      self.init(
        verb, .object(members.map { JSONNode.Member(name: $0.0, value: JSONNode($0.1)) }))
    }

    var member: JSONNode.Member {
      guard let value = try? JSONParser.parse(json) else {
        preconditionFailure("what was written as JSON is not JSON: \(json)")
      }
      return JSONNode.Member(name: verb, value: value)
    }

    /// The next requests of a kind are answered with an error.
    public static func answer(
      _ kind: Kind, _ error: TransportError.Name, times: Int = 1, when moment: Moment = .before
    ) -> CloudDeed {
      CloudDeed(
        "answer",
        [
          ("kind", .string(kind.rawValue)), ("error", .string(error.rawValue)),
          ("times", .number(String(times))), ("when", .string(moment.rawValue)),
        ])
    }

    /// One request, by its name, is answered with an error; so is each copy of it.
    public static func answer(
      message: String, _ error: TransportError.Name, when moment: Moment = .before
    ) -> CloudDeed {
      CloudDeed(
        "answer",
        [
          ("message", .string(message)), ("error", .string(error.rawValue)),
          ("when", .string(moment.rawValue)),
        ])
    }

    /// Every save, pull or order is refused as `rateLimited`, with the time that is left.
    public static func rateLimit(_ kind: Kind, for length: Swift.Duration) -> CloudDeed {
      CloudDeed("rateLimit", [("kind", .string(kind.rawValue)), ("for", .string(length.inFile))])
    }

    /// Refreshes of a user are refused as `rateLimited`.
    public static func rateLimit(user: String, for length: Swift.Duration) -> CloudDeed {
      CloudDeed("rateLimit", [("user", .string(user)), ("for", .string(length.inFile))])
    }

    /// No more records than so many are taken; nil lifts it.
    public static func quota(records: Int?) -> CloudDeed {
      guard let records else { return CloudDeed("quota", .string("none")) }
      return CloudDeed("quota", [("records", .number(String(records)))])
    }

    /// Ends the sessions of a user.
    public static func revoke(user: String) -> CloudDeed {
      CloudDeed("revoke", [("user", .string(user))])
    }

    /// Backs the records up under a name.
    public static func snapshot(_ name: String) -> CloudDeed {
      CloudDeed("snapshot", .string(name))
    }

    /// Restores the records as a snapshot before it holds them.
    public static func rollback(to snapshot: String) -> CloudDeed {
      CloudDeed("rollback", .string(snapshot))
    }

    /// The user has all records removed.
    public static let purge = CloudDeed("purge", .bool(true))
    /// No cursor that was given out is good any more.
    public static let expireCursors = CloudDeed("expireCursors", .bool(true))
  }
}
