/// What a scenario has the cloud do of itself.
package enum CloudOperation: Hashable, Sendable {
  /// A new item, unread for its users, and pushed to them.
  case publish(Publication)
  /// A push alone.
  case notify(Publication)
  /// A request, or the next of a kind, is answered with an error.
  case answer(ScriptedAnswer)
  /// The access tokens of a user end before their time.
  case expireTokens(user: UserID)
  /// The sessions of a user end.
  case revoke(user: UserID)
  /// Refreshes of a user are refused for so long.
  case rateLimit(user: UserID, length: Milliseconds)
  /// The records are backed up under that name.
  case snapshot(Text)
  /// The records are restored as they were at that snapshot; the newest of its name counts.
  case rollback(Text)
  /// The user has all records removed, on purpose.
  case purge
  /// What devices have read of the change feed so far is too old to go on from.
  case expireCursors
  /// There is room for so many records from then on; nil for as many as come.
  case quota(records: Int?)
  /// Requests of a kind are refused for so long, and told when it is over.
  case throttle(MessageKind, length: Milliseconds)

  /// How long it lasts.
  package var length: Milliseconds {
    switch self {
    case .rateLimit(_, let length), .throttle(_, let length): length
    case .publish, .notify, .answer, .expireTokens, .revoke, .quota: .zero
    case .snapshot, .rollback, .purge, .expireCursors: .zero
    }
  }
}

extension CloudOperation {
  /// The same where there is no such device; nil where nothing is left of it.
  func without(device: NodeID) -> CloudOperation? {
    switch self {
    case .publish(let publication): publication.without(device: device).map { .publish($0) }
    case .notify(let publication): publication.without(device: device).map { .notify($0) }
    case .answer(let answer): answer.device == device ? nil : self
    case .expireTokens, .revoke, .rateLimit: self
    case .snapshot, .rollback, .purge, .expireCursors: self
    case .quota, .throttle: self
    }
  }
}

extension CloudOperation: JSONWritable {
  package enum Verb: String, CaseIterable, Sendable {
    case publish, notify, answer, expireTokens, revoke, rateLimit
    case snapshot, rollback, purge, expireCursors
    case quota
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
      case .snapshot(let name): json.member(Verb.snapshot.rawValue, name.string)
      case .rollback(let name): json.member(Verb.rollback.rawValue, name.string)
      case .purge: json.member(Verb.purge.rawValue, true)
      case .expireCursors: json.member(Verb.expireCursors.rawValue, true)
      case .quota(let records): CloudOperation.write(quota: records, to: &json)
      case .throttle(let kind, let length): CloudOperation.write(kind, length, to: &json)
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
      self = .publish(try Publication(ofItem: what))
    case .notify: self = .notify(try Publication(what))
    case .answer: self = .answer(try ScriptedAnswer(what))
    case .expireTokens: self = .expireTokens(user: try CloudOperation.user(what))
    case .revoke: self = .revoke(user: try CloudOperation.user(what))
    case .rateLimit: self = try CloudOperation.limit(what)
    case .snapshot: self = .snapshot(Text(try what.fileName()))
    case .rollback: self = .rollback(Text(try what.fileName()))
    case .purge:
      try what.affirmed()
      self = .purge
    case .expireCursors:
      try what.affirmed()
      self = .expireCursors
    case .quota: self = .quota(records: try CloudOperation.quota(what))
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
