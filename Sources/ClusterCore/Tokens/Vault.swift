/// What a device's vault (its keychain) holds: a session, and since when its life is counted.
///
/// The vault is a service of the device: it outlives the app, its store and a reinstall, and all
/// actors of a device share it.
package struct VaultItem: Hashable, Sendable {
  package let session: Session
  /// The reading of the continuous clock from which the access token's lifetime is counted.
  package let since: Int64

  package init(_ session: Session, since: Int64) {
    self.session = session
    self.since = since
  }
}

/// What a device finds when it reads its vault.
package enum VaultReading: Hashable, Sendable {
  case empty
  /// The phone is locked, so nobody can tell.
  case locked
  case holds(VaultItem)

  package var item: VaultItem? {
    guard case .holds(let item) = self else { return nil }
    return item
  }
}

/// What a device can see of the world around it while it handles an event.
package struct Surroundings: Hashable, Sendable {
  package let clock: ClockReading
  package let vault: VaultReading

  package init(clock: ClockReading, vault: VaultReading = .empty) {
    self.clock = clock
    self.vault = vault
  }
}

extension VaultItem: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      session.writeMembers(to: &json)
      json.member("since", since)
    }
  }

  private static let keys: JSONKeys = Session.keys + ["since"]

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: VaultItem.keys)
    session = try Session(object)
    since = try object.required("since").integer(in: Limit.moments)
  }
}

extension VaultReading {
  /// Writes the member `vault` into the object that is open; an empty vault is left out.
  func writeMember(to json: inout JSONWriter) {
    switch self {
    case .empty: break
    case .locked: json.member("vault", "locked")
    case .holds(let item): json.member("vault", item)
    }
  }

  init(_ reader: JSONReader?) throws(FormatError) {
    guard let reader else {
      self = .empty
      return
    }
    guard reader.kind == .string else {
      self = .holds(try VaultItem(reader))
      return
    }
    guard try reader.string() == "locked" else {
      throw reader.mismatch(expected: "\"locked\", or what the vault holds")
    }
    self = .locked
  }
}
