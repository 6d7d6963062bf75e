import ClusterCore
import ClusterTransport

/// A machine with no rule but this: it counts. An operation stores two numbers, with a change
/// of what it shows between and a request behind; everything else asks and sets a timer.
struct ToyMachine: Machine {
  private var numbers: [Int] = []
  private var stored: [Int] = []
  private var wall: Int64 = 0

  init(_ setup: DeviceInit) {}

  mutating func restore(_ entry: JournalEntry) {
    guard case .cursor(.number(let number, _)) = entry.entry else { return }
    numbers.append(number)
    stored.append(number)
  }

  mutating func readOn(_ entry: JournalEntry) { restore(entry) }

  mutating func readAnew(_ entries: [JournalEntry]) {
    numbers = []
    stored = []
    for entry in entries { restore(entry) }
  }

  mutating func handle(_ event: NodeEvent, at surroundings: Surroundings) -> [Effect] {
    wall = surroundings.clock.wall
    switch event {
    case .operation:
      let next = (numbers.last ?? 0) + 1
      numbers += [next, next + 1]
      return [
        .store(.cursor(.number(next))),
        .show([.field(FieldPath("note", "count"), .scalar(.text("one")))]),
        .store(.cursor(.number(next + 1))), .send(.pull(cursor: .number(next)), number: next),
      ]
    case .link: return []
    default:
      return [
        .send(.pull(cursor: 7), number: 7),
        .setTimer(TimerSetting(key: "pull", kind: "retry", after: 1000)),
      ]
    }
  }

  /// What nobody would call compaction: the last two numbers, so that a test sees it.
  static func compacted(_ entries: [JournalEntry]) -> [JournalEntry] { entries.suffix(2) }

  var pending: Int { numbers.count - stored.count }

  /// What it found in its store when it started, and what it has now.
  var state: JSONNode {
    func list(_ numbers: [Int]) -> JSONNode {
      JSONNode(.array(numbers.map { JSONNode(.number("\($0)")) }))
    }
    return JSONNode(
      .object([
        .init(name: "restored", value: list(stored)), .init(name: "numbers", value: list(numbers)),
        .init(name: "wall", value: JSONNode(.number("\(wall)"))),
      ]))
  }
}

extension DeviceInit {
  static var toy: DeviceInit {
    DeviceInit(device: "toy", policy: .sound, rules: .standard, seed: 1, start: [])
  }
}
