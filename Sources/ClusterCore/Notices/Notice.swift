/// A push that the user sees: a new item, or only another number on the badge.
package struct Notice: Hashable, Sendable {
  /// What a device can know a copy by.
  package let id: Text
  /// The new item; nil where nothing is new.
  package let item: Text?
  /// What the badge is to say; the system sets it, whether or not the app runs.
  package let badge: Int?

  package init(id: Text, item: Text?, badge: Int?) {
    self.id = id
    self.item = item
    self.badge = badge
  }
}

/// How the cloud sends notices.
package struct NoticeRules: Hashable, Sendable {
  package enum IDs: String, CaseIterable, Sendable {
    /// Each sending of one notice has the same id.
    case stable
    /// Each sending has an id of its own.
    case new
  }

  package enum Badge: String, CaseIterable, Sendable {
    /// A notice carries how many items are unread for its device.
    case unread
    case none
  }

  package var ids: IDs
  package var badge: Badge

  package static let standard = NoticeRules(ids: .stable, badge: .unread)

  package init(ids: IDs, badge: Badge) {
    self.ids = ids
    self.badge = badge
  }
}

extension NoticeRules: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("ids", ids.rawValue)
      json.member("badge", badge.rawValue)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["ids", "badge"])
    ids = try object.optional("ids")?.choice() ?? NoticeRules.standard.ids
    badge = try object.optional("badge")?.choice() ?? NoticeRules.standard.badge
  }
}

extension Notice: JSONWritable {
  static let keys: JSONKeys = ["id", "item", "badge"]

  package func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", id.string)
    if let item { json.member("item", item.string) }
    if let badge { json.member("badge", badge) }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    try self.init(try reader.object(allowing: Notice.keys))
  }

  init(_ object: JSONObjectReader) throws(FormatError) {
    id = try object.required("id").text()
    item = try object.optional("item").map { reader throws(FormatError) in
      try reader.text()
    }
    badge = try object.optional("badge")?.count()
  }
}
