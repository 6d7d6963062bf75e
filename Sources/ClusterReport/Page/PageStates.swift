import ClusterChecker
import ClusterCore

/// What each node shows or holds after each step, as changes from the step before.
///
/// Names and values are written once and meant by their places, which keeps long runs small.
struct PageStates {
  /// One thing of one node is another from this step on.
  struct Change: Hashable {
    let node: Int
    let key: Int
    /// The place of the value; nil where there is nothing any more.
    let value: Int?
  }

  private(set) var keys = Interned()
  private(set) var values = Interned()
  /// For each event of the run, in their order.
  private(set) var steps: [[Change]] = []
  /// The nodes by name, the cloud last.
  let nodes: [NodeID]
  /// What the pure model holds at the end.
  let model: NodeState
  /// What each node shows or holds of records at the end.
  let records: [NodeID: NodeState]
  /// What there is beside records at the end.
  let app: AppState

  init(_ scenario: Scenario, _ events: [TraceEvent]) {
    var fold = PageFold(scenario)
    nodes = fold.nodes
    var before: [[Int: Int]] = Array(repeating: [:], count: nodes.count)
    for event in events {
      fold.take(event)
      var changes: [Change] = []
      for node in fold.touched {
        var now: [Int: Int] = [:]
        for line in fold.lines(of: node) {
          now[keys.place(of: line.key)] = values.place(of: line.value)
        }
        let changed = now.keys.filter { before[node][$0] != now[$0] }
        let gone = before[node].keys.filter { now[$0] == nil }
        for key in (changed + gone).sorted() {
          changes.append(Change(node: node, key: key, value: now[key]))
        }
        before[node] = now
      }
      steps.append(changes)
    }
    model = fold.view.model
    app = fold.view.app
    var records: [NodeID: NodeState] = [.cloud: fold.cloud]
    for device in scenario.devices.map(\.id) { records[device] = fold.view.shown(on: device) }
    self.records = records
  }
}

/// Texts, each with a place.
struct Interned {
  private(set) var texts: [String] = []
  private var places: [Text: Int] = [:]

  mutating func place(of text: String) -> Int {
    let key = Text(text)
    if let place = places[key] { return place }
    places[key] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
