// How a scenario tells the cloud to take no more, or no more for now.
extension CloudOperation {
  /// Kinds of request whose senders heed when they may try again.
  static let throttled: [MessageKind] = [.save, .pull, .order]

  /// `"quota": {"records": 2}`, or `"quota": "none"`.
  static func write(quota records: Int?, to json: inout JSONWriter) {
    guard let records else { return json.member(Verb.quota.rawValue, "none") }
    json.key(Verb.quota.rawValue)
    json.object { $0.member("records", records) }
  }

  static func quota(_ reader: JSONReader) throws(FormatError) -> Int? {
    if reader.kind == .string {
      guard try reader.string() == "none" else {
        throw reader.mismatch(expected: "{\"records\": N}, or \"none\" for as many as come")
      }
      return nil
    }
    return try reader.object(allowing: ["records"]).required("records").count()
  }

  /// `"rateLimit": {"kind": "save", "for": "20s"}`.
  static func write(
    _ kind: MessageKind, _ length: Milliseconds, to json: inout JSONWriter
  ) {
    json.key(Verb.rateLimit.rawValue)
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("for", length.description)
    }
  }

  /// A limit of the refreshes of a `user`, or of all requests of a `kind`.
  static func limit(_ reader: JSONReader) throws(FormatError) -> CloudOperation {
    let body = try reader.object(allowing: ["user", "kind", "for"])
    let length = try body.required("for").delay()
    switch (body.optional("user"), body.optional("kind")) {
    case (let user?, nil): return .rateLimit(user: try user.identifier(), length: length)
    case (nil, let kind?):
      let words = throttled.map(\.rawValue)
      let word = try kind.string()
      guard let kind = throttled.first(where: { $0.rawValue == word }) else {
        throw reader.error(
          "requests of kind \"\(word)\" are not limited so",
          allowed: Suggestion.among(words, for: word))
      }
      return .throttle(kind, length: length)
    case (nil, nil), (.some, .some):
      throw reader.error(
        "it is not said what is limited",
        allowed: "\"user\" for the refreshes of a user, or \"kind\" for requests of a kind")
    }
  }
}
