/// Whether a part of a scenario is small enough for whoever has to say it again.
///
/// A device says each edit some times in one frame: in its store, in its outbox, in what it sends.
/// A part within these limits never fills a frame, so that no device is to blame for its length.
struct PartSize {
  private var values = 0
  /// The first key that is empty or too long.
  private var wrongKey: JSONNode.Member?

  private init(_ node: JSONNode) { count(node) }

  /// Refuses an entry of a timeline, or the seeds of a device, that is too long, has too many values
  /// or a key that is too long.
  ///
  /// Its id does not count: who gives none is given one, and the file may be written with it.
  static func checkEntry(_ reader: JSONReader) throws(FormatError) {
    let node = reader.node.without("id")
    let size = PartSize(node)
    try size.checkKeys(at: reader)
    guard size.values <= Limit.entryValues else {
      throw reader.error(
        "there are \(size.values) values here",
        allowed: "at most \(Limit.entryValues) values in one entry; write several")
    }
    let length = node.json.utf8.count
    guard length <= Limit.entry else {
      throw reader.error(
        "this is \(length) bytes long",
        allowed: "at most \(Limit.entry) bytes in one entry, or in the seeds of one device")
    }
  }

  /// Refuses names of records, fields, files and the like that are empty or too long.
  static func checkKeys(_ reader: JSONReader) throws(FormatError) {
    try PartSize(reader.node).checkKeys(at: reader)
  }

  private func checkKeys(at reader: JSONReader) throws(FormatError) {
    guard let wrongKey else { return }
    let problem =
      wrongKey.name.isEmpty
      ? "a name is empty"
      : "the name \"\(wrongKey.name.prefix(20))…\" has \(wrongKey.name.utf8.count) bytes"
    throw FormatError(
      path: reader.path, offset: wrongKey.value.offset, problem: problem,
      allowed: "names of 1 to \(Limit.key) bytes")
  }

  private mutating func count(_ node: JSONNode) {
    switch node.content {
    case .null, .bool, .number, .string: values += 1
    case .array(let elements): for element in elements { count(element) }
    case .object(let members):
      for member in members {
        if wrongKey == nil, !(1...Limit.key).contains(member.name.utf8.count) { wrongKey = member }
        count(member.value)
      }
    }
  }
}

extension JSONNode {
  /// The object without a member of its own; anything else as it is.
  fileprivate func without(_ key: String) -> JSONNode {
    guard case .object(let members) = content else { return self }
    return JSONNode(.object(members.filter { $0.name != key }), offset: offset)
  }
}
