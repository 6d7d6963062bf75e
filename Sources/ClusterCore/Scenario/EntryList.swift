/// The timeline as a list of JSON objects, each with its id.
///
/// An entry has the id it is given, or device, verb and instant (`phone.write@10s`), counted
/// where equal (`phone.write@10s#2`). A fate is known by its message.
enum EntryList {
  static let entryKeys =
    [
      "id", "at", "device", "partition", "traffic", "for", "clock", "remove", "kill",
      "afterEffects", "bytes", "during", "suspend", "reinstall",
      "power",
      "lock",
      "cloud",
    ]
    + Operation.Verb.allCases.map(\.rawValue)

  typealias Named = (id: String, reader: JSONReader)

  /// Ids that are taken, and for those that are made from an entry the next number.
  private struct Ids {
    private var taken = Set<Text>()
    private var counts: [Text: Int] = [:]

    func contains(_ id: String) -> Bool { taken.contains(Text(id)) }

    mutating func take(_ id: String) { taken.insert(Text(id)) }

    mutating func make(from base: String) -> String {
      var id = base
      while contains(id) {
        let count = counts[Text(base), default: 1] + 1
        counts[Text(base)] = count
        id = "\(base)#\(count)"
      }
      take(id)
      return id
    }
  }

  /// A file's entries with a variant's added: the same id replaces, `remove` removes.
  static func merged(_ old: JSONNode?, _ patch: JSONNode) throws(FormatError) -> JSONNode {
    let place = JSONReader(patch, path: "timeline")
    var entries =
      try old.map { node throws(FormatError) in
        try identified(JSONReader(node, path: "timeline"))
      } ?? []
    var ids = Ids()
    var places: [Text: Int] = [:]
    var removed: Set<Int> = []
    for (index, entry) in entries.enumerated() {
      ids.take(entry.id)
      if places[Text(entry.id)] == nil { places[Text(entry.id)] = index }
    }
    for change in try place.elements() {
      guard let id = try givenID(of: change) else {
        let id = ids.make(from: try baseID(of: change))
        places[Text(id)] = entries.count
        entries.append((id, change))
        continue
      }
      let position = places[Text(id)]
      if change.member("remove")?.kind == .true {
        try checkRemoval(change)
        guard let position else {
          throw change.error(
            "there is no entry \"\(id)\" to remove",
            allowed: Suggestion.among(
              entries.indices.filter { !removed.contains($0) }.map { entries[$0].id }, for: id))
        }
        removed.insert(position)
        places[Text(id)] = nil
      } else if let position {
        entries[position] = (id, change)
      } else {
        ids.take(id)
        places[Text(id)] = entries.count
        entries.append((id, change))
      }
    }
    let left = entries.indices.filter { !removed.contains($0) }.map { entries[$0] }
    return JSONNode(.array(left.map { withID($0.id, $0.reader.node) }), offset: patch.offset)
  }

  /// What stands beside a removal would be passed over.
  private static func checkRemoval(_ change: JSONReader) throws(FormatError) {
    let name =
      change.member("id") != nil
      ? "id" : Schedule.keys.first { change.member($0)?.kind == .string } ?? "id"
    for (key, value) in try change.entries() where key != name && key != "remove" {
      throw value.error(
        "\"\(key)\" stands beside \"remove\": true, which takes the whole entry out",
        allowed: "\"\(name)\" and \"remove\" alone; or what is to stand instead, without \"remove\""
      )
    }
  }

  /// Every entry with its id, in the file's order.
  static func identified(_ list: JSONReader) throws(FormatError) -> [Named] {
    var entries: [Named?] = []
    var ids = Ids()
    var schedulePlaces: [Text: Int] = [:]
    for entry in try list.elements() {
      guard let given = try givenID(of: entry) else {
        entries.append((ids.make(from: try baseID(of: entry)), entry))
        continue
      }
      if ids.contains(given) {
        // A schedule that is pasted behind what a file settles says it again, and later.
        guard Schedule.holds(entry.node) else {
          throw entry.error(
            "a second entry is named \"\(given)\"", allowed: "another id, or one entry")
        }
        // A process can be killed more than once in an event, by each time it is handled.
        if entry.member("during") == nil, let place = schedulePlaces[Text(given)] {
          entries[place] = nil
        }
      }
      ids.take(given)
      schedulePlaces[Text(given)] = entries.count
      entries.append((given, entry))
    }
    return entries.compactMap(\.self)
  }

  static func withIDs(_ list: JSONReader) throws(FormatError) -> JSONNode {
    let entries = try identified(list)
    return JSONNode(.array(entries.map { withID($0.id, $0.reader.node) }), offset: list.offset)
  }

  /// The id that stands in the entry; a fate has its message's name.
  private static func givenID(of entry: JSONReader) throws(FormatError) -> String? {
    guard entry.kind == .object else { throw entry.mismatch(expected: "an object") }
    for key in Schedule.keys where entry.member("id") == nil {
      guard let member = entry.member(key), member.kind == .string else { continue }
      let name = try member.string()
      return key == "message" ? name : "\(key) \(name)"
    }
    guard let reader = entry.member("id") else { return nil }
    let text = try reader.string()
    let isPlain = !text.unicodeScalars.contains {
      "/>~".unicodeScalars.contains($0) || $0.value <= 32
    }
    guard isPlain, !text.isEmpty, text.utf8.count <= 64 else {
      throw reader.mismatch(expected: "1 to 64 bytes without / > ~ and spaces")
    }
    guard text != StartState.intent.string, !text.hasPrefix("calm#") else {
      throw reader.error(
        "\"\(text)\" is a name that the run itself gives", allowed: "another id")
    }
    return text
  }

  /// Device, verb and instant: `phone.write@10s`.
  private static func baseID(of entry: JSONReader) throws(FormatError) -> String {
    let verb = entryKeys.first { key in !details.contains(key) && entry.member(key) != nil }
    let at =
      try entry.member("at").map { at throws(FormatError) in
        Instant(try at.delay().count).description
      } ?? "?"
    let base = "\(verb ?? "?")@\(at)"
    guard let device = entry.member("device"), device.kind == .string else { return base }
    return "\(try device.string()).\(base)"
  }

  /// Keys that say how, and not what.
  private static let details: Set<String> = [
    "id", "at", "device", "for", "traffic", "remove", "afterEffects", "bytes", "during",
  ]

  private static func withID(_ id: String, _ entry: JSONNode) -> JSONNode {
    guard !Schedule.holds(entry) else { return entry }
    var entry = entry
    entry.set("id", to: JSONNode(.string(id), offset: entry.offset))
    return entry
  }
}
