import ClusterCore

/// What two events of one name, at one time, have otherwise, where the rows that show them read
/// alike: a token, a stamp, a timer.
struct EventDifference {
  /// In words, of each side: `with token access#1`.
  let left: String
  let right: String

  /// So many values are named.
  private static let most = 4
  /// Numbers that only count what came before.
  private static let counters: Set<Text> = ["number", "request"]

  init?(_ left: TraceEvent, _ right: TraceEvent) {
    var told = [left, right].map(Told.init)
    let shared = Set(told[0].effects.keys).intersection(told[1].effects.keys)
    for side in told.indices { told[side].collect(shared) }
    var words: [[String]] = [[], []]
    for key in Set(told[0].values.keys).union(told[1].values.keys).sorted()
    where told[0].values[key] != told[1].values[key] && !EventDifference.isCounter(key) {
      for side in told.indices {
        let value = told[side].values[key]
        words[side].append(value.map { "with \(key.label) \($0)" } ?? "without \(key.label)")
      }
    }
    for key in Set(told[0].effects.keys).symmetricDifference(told[1].effects.keys).sorted() {
      for side in told.indices {
        words[side].append((told[side].effects[key] == nil ? "without " : "with ") + key.string)
      }
    }
    guard !words[0].isEmpty else { return nil }
    self.left = EventDifference.list(words[0])
    self.right = EventDifference.list(words[1])
  }

  private static func isCounter(_ path: Text) -> Bool { counters.contains(Text(path.label)) }

  private static func list(_ words: [String]) -> String {
    // A token stands in a request and in what is kept of it.
    var named: [String] = []
    for word in words where !named.contains(word) { named.append(word) }
    let more = named.count - most
    return named.prefix(most).joined(separator: ", ")
      + (more > 0 ? " and \(Wording.count(more)) more" : "")
  }
}

/// What an event tells others than the store of its device.
private struct Told {
  /// Of what happened, of the clock and of the effects, by path.
  private(set) var values: [Text: String] = [:]
  /// By what an effect is and is about: `the request phone>cloud/save/w1/1`.
  private(set) var effects: [Text: JSONNode] = [:]

  init(_ event: TraceEvent) {
    guard let node = try? JSONParser.parse(Array(event.json.utf8)) else { return }
    var leaves = JSONLeaves()
    for member in node.members ?? [] {
      switch member.name {
      case "event", "wall", "continuous": leaves.collect(member.value, at: member.name)
      case "effects":
        guard case .array(let effects) = member.value.content else { continue }
        for effect in effects { add(effect) }
      default: continue
      }
    }
    values = leaves.byPath
  }

  /// Adds the values of these effects, those that the other event has too.
  mutating func collect(_ names: Set<Text>) {
    var leaves = JSONLeaves()
    for name in names { if let effect = effects[name] { leaves.collect(effect, at: name.string) } }
    values.merge(leaves.byPath) { $1 }
  }

  private mutating func add(_ effect: JSONNode) {
    let kind = effect["kind"]?.text ?? ""
    // Its own affair, as in an alignment.
    guard kind != "store", kind != "cancel" else { return }
    let name =
      Told.words(kind) + ((effect["message"] ?? effect["name"])?.text.map { " \($0)" } ?? "")
    var count = 1
    while effects[Told.key(name, count)] != nil { count += 1 }
    effects[Told.key(name, count)] = effect
  }

  private static func words(_ kind: String) -> String {
    switch kind {
    case "send": "the request"
    case "answer": "the answer"
    case "push": "the push"
    case "show": "a change on the screen"
    case "vault": "a change of the vault"
    case "setTimer": "the timer"
    case "cancelTimer": "a timer's stop"
    default: kind
    }
  }

  private static func key(_ name: String, _ count: Int) -> Text {
    Text(count == 1 ? name : "\(name) \(count)")
  }
}

extension Text {
  /// The last name of a path: what its value is called.
  fileprivate var label: String {
    let name = string.split(separator: ".").last.map(String.init) ?? string
    return name == "wall" ? "clock" : name
  }
}

extension JSONNode {
  fileprivate var text: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }
}
