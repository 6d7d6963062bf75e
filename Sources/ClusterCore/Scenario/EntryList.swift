/// The timeline as a list of JSON objects, each with its id.
///
/// An entry has the id it is given, or device, verb and instant (`phone.write@10s`), counted
/// where equal (`phone.write@10s#2`). A fate is known by its message.
enum EntryList {
  static let entryKeys =
    [
      "id", "at", "device", "partition", "traffic", "for", "clock", "remove", "kill",
      "afterEffects", "bytes", "during", "suspend", "reinstall",
      "cloud",
    ]
    + Operation.Verb.allCases.map(\.rawValue)

  /// A file's entries with a variant's added: the same id replaces, `remove` removes.
  static func merged(_ old: JSONNode?, _ patch: JSONNode) throws(FormatError) -> JSONNode {
    let place = JSONReader(patch, path: "timeline")
    var entries =
      try old.map { node throws(FormatError) in
        try identified(JSONReader(node, path: "timeline"))
      } ?? []
    for change in try place.elements() {
      if let id = try givenID(of: change) {
        let isRemoval = change.node["remove"] != nil
        let position = entries.firstIndex { $0.id == id }
        guard let position else {
          guard !isRemoval else {
            throw change.error(
              "there is no entry \"\(id)\" to remove",
              allowed: Suggestion.among(entries.map(\.id), for: id))
          }
          entries.append((id, change))
          continue
        }
        if isRemoval {
          entries.remove(at: position)
        } else {
          entries[position] = (id, change)
        }
      } else {
        entries.append((try nextID(for: change, after: entries.map(\.id)), change))
      }
    }
    return JSONNode(.array(entries.map { withID($0.id, $0.reader.node) }), offset: patch.offset)
  }

  /// Every entry with its id, in the file's order.
  static func identified(
    _ list: JSONReader
  ) throws(FormatError) -> [(id: String, reader: JSONReader)] {
    var entries: [(id: String, reader: JSONReader)] = []
    var taken = Set<Text>()
    for entry in try list.elements() {
      let id: String
      if let given = try givenID(of: entry) {
        guard !taken.contains(Text(given)) else {
          throw entry.error(
            "a second entry is named \"\(given)\"", allowed: "another id, or one entry")
        }
        id = given
      } else {
        id = try nextID(for: entry, after: entries.map(\.id))
      }
      taken.insert(Text(id))
      entries.append((id, entry))
    }
    return entries
  }

  static func withIDs(_ list: JSONReader) throws(FormatError) -> JSONNode {
    let entries = try identified(list)
    return JSONNode(.array(entries.map { withID($0.id, $0.reader.node) }), offset: list.node.offset)
  }

  /// The id that stands in the entry; a fate has its message's name.
  private static func givenID(of entry: JSONReader) throws(FormatError) -> String? {
    guard entry.node.members != nil else { throw entry.mismatch(expected: "an object") }
    for key in Schedule.keys where entry.node["id"] == nil {
      guard case .string(let name) = entry.node[key]?.content else { continue }
      return key == "message" ? name : "\(key) \(name)"
    }
    guard let id = entry.node["id"] else { return nil }
    let reader = JSONReader(id, path: entry.path + ".id")
    let text = try reader.string()
    let isPlain = !text.unicodeScalars.contains {
      "/>~".unicodeScalars.contains($0) || $0.value <= 32
    }
    guard isPlain, !text.isEmpty, text.utf8.count <= 64 else {
      throw reader.mismatch(expected: "1 to 64 bytes without / > ~ and spaces")
    }
    return text
  }

  private static func nextID(for entry: JSONReader, after taken: [String]) throws(FormatError)
    -> String
  {
    let known = entryKeys.first {
      ![
        "id", "at", "device", "for", "traffic", "remove", "afterEffects", "bytes", "during",
      ].contains($0)
        && entry.node[$0] != nil
    }
    let at =
      try entry.node["at"].map { node throws(FormatError) in
        Instant(try JSONReader(node, path: entry.path + ".at").delay().count).description
      } ?? "?"
    var base = "\(known ?? "?")@\(at)"
    if case .string(let device) = entry.node["device"]?.content { base = "\(device).\(base)" }
    guard taken.contains(base) else { return base }
    var count = 2
    while taken.contains("\(base)#\(count)") { count += 1 }
    return "\(base)#\(count)"
  }

  private static func withID(_ id: String, _ entry: JSONNode) -> JSONNode {
    guard !Schedule.holds(entry) else { return entry }
    var entry = entry
    entry.set("id", to: JSONNode(.string(id), offset: entry.offset))
    return entry
  }
}
