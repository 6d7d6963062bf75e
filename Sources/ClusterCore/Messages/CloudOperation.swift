/// What a scenario has the cloud do of itself.
package enum CloudOperation: Hashable, Sendable {
  /// A new item, unread for its devices, and pushed to them.
  case publish(Publication)
  /// A push alone.
  case notify(Publication)
  /// The next requests of a kind are answered with an error.
  case answer(ScriptedAnswer)
  /// The access tokens of a user end before their time.
  case expireTokens(user: UserID)
  /// The sessions of a user end.
  case revoke(user: UserID)
  /// Refreshes of a user are refused for so long.
  case rateLimit(user: UserID, length: Milliseconds)

  /// How long it lasts.
  package var length: Milliseconds {
    switch self {
    case .rateLimit(_, let length): length
    case .publish, .notify, .answer, .expireTokens, .revoke: .zero
    }
  }
}

/// A notice before it is sent, and whom it is for.
package struct Publication: Hashable, Sendable {
  package let notice: Notice
  /// Nil for every device.
  package let devices: [NodeID]?

  package init(notice: Notice, devices: [NodeID]? = nil) {
    self.notice = notice
    self.devices = devices
  }
}

/// An error that a scenario puts in the place of an answer.
package struct ScriptedAnswer: Hashable, Sendable {
  package enum When: String, CaseIterable, Sendable {
    /// The request does not take effect.
    case before
    /// It takes effect, and the error hides that.
    case after
  }

  package let kind: MessageKind
  package let error: CloudError
  package let when: When
  /// How many requests are answered so.
  package let times: Int

  package init(kind: MessageKind, error: CloudError, when: When, times: Int) {
    self.kind = kind
    self.error = error
    self.when = when
    self.times = times
  }
}

/// What is left of a scenario's scripted answers: each request of the kind uses one up.
package struct ScriptedAnswers: Hashable, Sendable {
  private var waiting: [(answer: ScriptedAnswer, left: Int)] = []

  package init() {}

  package mutating func add(_ answer: ScriptedAnswer) { waiting.append((answer, answer.times)) }

  /// The answer that is scripted for this request.
  package mutating func next(for kind: MessageKind) -> ScriptedAnswer? {
    guard !waiting.isEmpty, let place = waiting.firstIndex(where: { $0.answer.kind == kind })
    else { return nil }
    let answer = waiting[place].answer
    waiting[place].left -= 1
    if waiting[place].left == 0 { waiting.remove(at: place) }
    return answer
  }

  package static func == (left: ScriptedAnswers, right: ScriptedAnswers) -> Bool {
    left.waiting.elementsEqual(right.waiting) { $0.answer == $1.answer && $0.left == $1.left }
  }

  package func hash(into hasher: inout Hasher) {
    for (answer, left) in waiting {
      hasher.combine(answer)
      hasher.combine(left)
    }
  }
}

extension CloudOperation {
  /// The same where there is no such device; nil where nothing is left of it.
  func without(device: NodeID) -> CloudOperation? {
    switch self {
    case .publish(let publication): publication.without(device: device).map { .publish($0) }
    case .notify(let publication): publication.without(device: device).map { .notify($0) }
    case .answer, .expireTokens, .revoke, .rateLimit: self
    }
  }
}

extension Publication {
  fileprivate func without(device: NodeID) -> Publication? {
    guard let devices else { return self }
    let left = devices.filter { $0 != device }
    return left.isEmpty ? nil : Publication(notice: notice, devices: left)
  }
}

extension CloudOperation: JSONWritable {
  package enum Verb: String, CaseIterable, Sendable {
    case publish, notify, answer, expireTokens, revoke, rateLimit
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .publish(let publication): json.member(Verb.publish.rawValue, publication)
      case .notify(let publication): json.member(Verb.notify.rawValue, publication)
      case .answer(let answer): json.member(Verb.answer.rawValue, answer)
      case .expireTokens(let user): CloudOperation.write(.expireTokens, user, nil, to: &json)
      case .revoke(let user): CloudOperation.write(.revoke, user, nil, to: &json)
      case .rateLimit(let user, let length):
        CloudOperation.write(.rateLimit, user, length, to: &json)
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let words = Verb.allCases.map(\.rawValue)
    let object = try reader.object(allowing: words)
    let verbs = Verb.allCases.filter { object.has($0.rawValue) }
    guard verbs.count == 1, let verb = verbs.first else {
      throw reader.error(
        "the cloud is to do \(verbs.count) things at once",
        allowed: "one of " + words.joined(separator: ", "))
    }
    let what = try object.required(verb.rawValue)
    switch verb {
    case .publish:
      let publication = try Publication(what)
      guard publication.notice.item != nil else {
        throw what.error("the key \"item\" is missing", allowed: "the new item")
      }
      self = .publish(publication)
    case .notify: self = .notify(try Publication(what))
    case .answer: self = .answer(try ScriptedAnswer(what))
    case .expireTokens: self = .expireTokens(user: try CloudOperation.user(what))
    case .revoke: self = .revoke(user: try CloudOperation.user(what))
    case .rateLimit:
      let body = try what.object(allowing: ["user", "for"])
      self = .rateLimit(
        user: try body.required("user").identifier(), length: try body.required("for").delay())
    }
  }

  /// `"expireTokens": {"user": "u1"}`.
  private static func write(
    _ verb: Verb, _ user: UserID, _ length: Milliseconds?, to json: inout JSONWriter
  ) {
    json.key(verb.rawValue)
    json.object { json in
      json.member("user", user)
      if let length { json.member("for", length.description) }
    }
  }

  private static func user(_ reader: JSONReader) throws(FormatError) -> UserID {
    try reader.object(allowing: ["user"]).required("user").identifier()
  }
}

extension Publication: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      notice.writeMembers(to: &json)
      guard let devices else { return }
      json.key("devices")
      json.array(devices) { $0.string($1.string) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Notice.keys + ["devices"])
    devices = try object.optional("devices")?.list(NodeID.init)
    let item = try object.optional("item")?.string()
    let id = try object.optional("id")?.string() ?? item
    guard let id, !id.isEmpty else {
      throw reader.error("the key \"id\" is missing", allowed: "an \"id\", or an \"item\"")
    }
    notice = Notice(
      id: Text(id), item: item.map { Text($0) }, badge: try object.optional("badge")?.count())
  }
}

extension ScriptedAnswer: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("error", error.rawValue)
      json.member("times", times)
      json.member("when", when.rawValue)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["kind", "error", "times", "when"])
    kind = try object.required("kind").choice()
    error = try object.required("error").choice()
    times = try object.optional("times")?.count(in: 1...1_000_000) ?? 1
    when = try object.optional("when")?.choice() ?? .before
    guard kind != .push else {
      throw try object.required("kind").mismatch(expected: "a kind of request")
    }
  }
}
