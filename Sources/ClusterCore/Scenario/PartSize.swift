/// Whether a part of a scenario is small enough for whoever has to say it again.
///
/// A device says each edit some times in one frame: in its store, in its outbox, in what it sends.
/// A part within these limits never fills a frame, so that no device is to blame for its length.
struct PartSize {
  private var values = 0
  private var longKey: JSONNode.Member?

  private init(_ node: JSONNode) { count(node) }

  /// Refuses an entry of a timeline, or the seeds of a device, that is too long, has too many values
  /// or a key that is too long.
  static func checkEntry(_ reader: JSONReader) throws(FormatError) {
    let size = PartSize(reader.node)
    try size.checkKeys(at: reader)
    guard size.values <= Limit.entryValues else {
      throw reader.error(
        "there are \(size.values) values here",
        allowed: "at most \(Limit.entryValues) values in one entry; write several")
    }
    let length = reader.node.json.utf8.count
    guard length <= Limit.entry else {
      throw reader.error(
        "this is \(length) bytes long",
        allowed: "at most \(Limit.entry) bytes in one entry, or in the seeds of one device")
    }
  }

  /// Refuses names of records, fields, files and the like that are too long.
  static func checkKeys(_ reader: JSONReader) throws(FormatError) {
    try PartSize(reader.node).checkKeys(at: reader)
  }

  private func checkKeys(at reader: JSONReader) throws(FormatError) {
    guard let longKey else { return }
    throw FormatError(
      path: reader.path, offset: longKey.value.offset,
      problem: "the name \"\(longKey.name.prefix(20))…\" has \(longKey.name.utf8.count) bytes",
      allowed: "names of at most \(Limit.key) bytes")
  }

  private mutating func count(_ node: JSONNode) {
    switch node.content {
    case .null, .bool, .number, .string: values += 1
    case .array(let elements): for element in elements { count(element) }
    case .object(let members):
      for member in members {
        if longKey == nil, member.name.utf8.count > Limit.key { longKey = member }
        count(member.value)
      }
    }
  }
}
