/// What somebody does at the cloud, as an entry of the timeline.
package enum CloudOperation: Hashable, Sendable {
  /// The access tokens of a user end before their time.
  case expireTokens(user: UserID)
  /// The sessions of a user end.
  case revoke(user: UserID)
  /// Refreshes of a user are refused for so long.
  case rateLimit(user: UserID, length: Milliseconds)

  package enum Verb: String, CaseIterable, Sendable {
    case expireTokens, revoke, rateLimit
  }

  package var verb: Verb {
    switch self {
    case .expireTokens: .expireTokens
    case .revoke: .revoke
    case .rateLimit: .rateLimit
    }
  }

  /// How long it lasts.
  package var length: Milliseconds {
    switch self {
    case .expireTokens, .revoke: .zero
    case .rateLimit(_, let length): length
    }
  }
}

extension CloudOperation: JSONWritable {
  /// `{"expireTokens": {"user": "u1"}}`.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key(verb.rawValue)
      json.object { json in
        switch self {
        case .expireTokens(let user), .revoke(let user): json.member("user", user)
        case .rateLimit(let user, let length):
          json.member("user", user)
          json.member("for", length.description)
        }
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let verbs = Verb.allCases.map(\.rawValue)
    let object = try reader.object(allowing: verbs)
    let given = Verb.allCases.filter { object.has($0.rawValue) }
    guard given.count == 1, let verb = given.first else {
      throw reader.error(
        "the cloud is to do \(given.count) things",
        allowed: "one of \(verbs.joined(separator: ", "))")
    }
    let body = try object.required(verb.rawValue)
    switch verb {
    case .expireTokens: self = .expireTokens(user: try CloudOperation.user(body))
    case .revoke: self = .revoke(user: try CloudOperation.user(body))
    case .rateLimit:
      let body = try body.object(allowing: ["user", "for"])
      self = .rateLimit(
        user: try body.required("user").identifier(), length: try body.required("for").delay())
    }
  }

  private static func user(_ reader: JSONReader) throws(FormatError) -> UserID {
    try reader.object(allowing: ["user"]).required("user").identifier()
  }
}
