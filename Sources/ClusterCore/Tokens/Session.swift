/// What the cloud hands out when somebody signs in or renews: a pair of tokens.
package struct Session: Hashable, Sendable {
  package let user: UserID
  /// The sign-in that it goes back to, counted by the issuer from 1.
  package let family: Int
  package let access: Token
  package let refresh: Token
  /// Counts the pairs of a family, so that a device can tell the newer of two; nil where the
  /// issuer tells no serials.
  package let serial: Int?
  /// How long the access token lives from the answer's leaving.
  package let lifetime: Milliseconds
  /// When the access token ends by the issuer's own clock.
  package let expiresAt: Int64

  package init(
    user: UserID, family: Int, access: Token, refresh: Token, serial: Int?,
    lifetime: Milliseconds, expiresAt: Int64
  ) {
    self.user = user
    self.family = family
    self.access = access
    self.refresh = refresh
    self.serial = serial
    self.lifetime = lifetime
    self.expiresAt = expiresAt
  }
}

extension Session: JSONWritable {
  static let keys: JSONKeys = [
    "user", "session", "access", "refresh", "serial", "lifetime", "expiresAt",
  ]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("user", user)
    json.member("session", family)
    json.member("access", access)
    json.member("refresh", refresh)
    if let serial { json.member("serial", serial) }
    json.member("lifetime", lifetime.count)
    json.member("expiresAt", expiresAt)
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: Session.keys))
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    let bound = Milliseconds.longest.count
    user = try object.required("user").identifier()
    family = try object.required("session").count()
    access = try Token(try object.required("access"))
    refresh = try Token(try object.required("refresh"))
    serial = try object.optional("serial")?.count()
    lifetime = Milliseconds(try object.required("lifetime").integer(in: -bound...bound))
    expiresAt = try object.required("expiresAt").integer(in: Limit.moments)
  }
}
