/// A notice before it is sent, and whom it is for.
package struct Publication: Hashable, Sendable {
  package enum Audience: Hashable, Sendable {
    /// Every device, whoever uses it.
    case all
    /// The devices on which one of them is signed in.
    case users([UserID])
    /// For a push alone: an item is for users, not for devices.
    case devices([NodeID])
  }

  package let notice: Notice
  package let audience: Audience

  package init(notice: Notice, audience: Audience = .all) {
    self.notice = notice
    self.audience = audience
  }

  /// The same where there is no such device; nil where nobody is left.
  func without(device: NodeID) -> Publication? {
    switch audience {
    case .all, .users: return self
    case .devices(let devices):
      let left = devices.filter { $0 != device }
      return left.isEmpty ? nil : Publication(notice: notice, audience: .devices(left))
    }
  }
}

extension Publication: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      notice.writeMembers(to: &json)
      switch audience {
      case .all: break
      case .users(let users): json.member("users", texts: users.map(\.text))
      case .devices(let devices): json.member("devices", texts: devices.map(\.text))
      }
    }
  }

  /// Reads a push alone.
  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(reader, try reader.object(allowing: Notice.keys + ["users", "devices"]))
  }

  /// Reads an item that is published.
  init(ofItem reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: Notice.keys + ["users"])
    guard object.has("item") else {
      throw reader.error("the key \"item\" is missing", allowed: "the new item")
    }
    try self.init(reader, object)
  }

  private init(_ reader: JSONReader, _ object: JSONObjectReader) throws(FormatError) {
    let item = try object.optional("item")?.string()
    let id = try object.optional("id")?.string() ?? item
    guard let id, !id.isEmpty else {
      throw reader.error("the key \"id\" is missing", allowed: "an \"id\", or an \"item\"")
    }
    notice = Notice(
      id: Text(id), item: item.map { Text($0) }, badge: try object.optional("badge")?.count())
    audience = try Publication.audience(reader, object)
  }

  private static func audience(
    _ reader: JSONReader, _ object: JSONObjectReader
  ) throws(FormatError) -> Audience {
    let users = try object.optional("users")?.list(UserID.init)
    let devices = try object.optional("devices")?.list(NodeID.init)
    switch (users, devices) {
    case (nil, nil): return .all
    case (let users?, nil) where !users.isEmpty: return .users(users)
    case (nil, let devices?) where !devices.isEmpty: return .devices(devices)
    case (.some, nil), (nil, .some):
      throw reader.error(
        "the notice is for nobody", allowed: "at least one name, or no list at all")
    case (.some, .some):
      throw reader.error(
        "the notice is for users and for devices", allowed: "\"users\", or \"devices\"")
    }
  }
}
