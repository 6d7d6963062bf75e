/// How the cloud issues tokens.
package struct TokenRules: Hashable, Sendable {
  /// Whether a refresh token is good for one refresh, and another comes with the answer.
  package enum Rotation: String, CaseIterable, Sendable {
    case on, off
  }

  /// What becomes of a session whose used refresh token comes again after the grace.
  package enum Reuse: String, CaseIterable, Sendable {
    /// Somebody stole it: the whole family ends.
    case revoke
    /// It is refused, and the family lives.
    case reject
  }

  /// So many refreshes of a session within so much time; more are refused.
  package struct RateLimit: Hashable, Sendable {
    package let burst: Int
    package let per: Milliseconds
  }

  package var accessLifetime: Milliseconds = .seconds(3600)
  package var rotation: Rotation = .on
  /// Whether answers say which pair of its family they hold.
  package var serials = true
  /// How long a used refresh token is answered with the same successor again.
  package var refreshGrace: Milliseconds = .seconds(30)
  package var reuse: Reuse = .revoke
  /// Whether a refresh ends the access tokens before it at once.
  package var revokeAccessOnRotation = false
  package var rateLimit: RateLimit?

  package init() {}
}

/// A session that is there at time 0, in the vault of a device.
package struct StartToken: Hashable, Sendable {
  /// The device whose vault holds it.
  package let device: NodeID
  package let user: UserID
  package let isAccessExpired: Bool

  package init(device: NodeID, user: UserID, isAccessExpired: Bool) {
    self.device = device
    self.user = user
    self.isAccessExpired = isAccessExpired
  }
}

extension TokenRules: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("accessLifetime", accessLifetime.description)
      json.member("rotation", rotation.rawValue)
      json.member("serials", serials)
      json.member("refreshGrace", refreshGrace.description)
      json.member("reuse", reuse.rawValue)
      json.member("revokeAccessOnRotation", revokeAccessOnRotation)
      if let rateLimit {
        json.key("rateLimit")
        json.object { json in
          json.member("burst", rateLimit.burst)
          json.member("per", rateLimit.per.description)
        }
      }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: [
      "accessLifetime", "rotation", "serials", "refreshGrace", "reuse", "revokeAccessOnRotation",
      "rateLimit",
    ])
    if let lifetime = object.optional("accessLifetime") {
      accessLifetime = try lifetime.delay()
      guard accessLifetime > .zero else {
        throw lifetime.mismatch(expected: "a time above 0ms")
      }
    }
    rotation = try object.optional("rotation")?.choice() ?? rotation
    serials = try object.optional("serials")?.bool() ?? serials
    refreshGrace = try object.optional("refreshGrace")?.delay() ?? refreshGrace
    reuse = try object.optional("reuse")?.choice() ?? reuse
    revokeAccessOnRotation =
      try object.optional("revokeAccessOnRotation")?.bool() ?? revokeAccessOnRotation
    guard let limit = try object.optional("rateLimit")?.object(allowing: ["burst", "per"]) else {
      return
    }
    rateLimit = RateLimit(
      burst: try limit.required("burst").count(in: 1...1_000_000),
      per: try limit.required("per").delay())
  }
}
