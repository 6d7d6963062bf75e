/// The states that a search has met, how they are connected, and where they end.
///
/// States are numbered in the order in which they were met, and expanded in that order too.
struct OrderGraph: Equatable {
  /// What tells an edge from the rest for the class.
  enum EdgeKind: UInt8 {
    case plain
    /// A copy comes up; without it there are none.
    case doubling
    /// A copy is delivered; the edge behind it is the same state without that copy.
    case copy
    case withoutCopy
  }

  private var targets: [Int32] = []
  private var kinds: [EdgeKind] = []
  /// Where the edges of each state that was expanded begin.
  private var starts: [Int] = []
  /// The end that a state comes to by itself, by its number.
  private var ends: [Int: Int] = [:]

  var transitions: Int { targets.count }

  /// Begins the next state; its edges follow.
  mutating func beginState() { starts.append(targets.count) }

  mutating func addEdge(to state: Int, _ kind: EdgeKind) {
    targets.append(Int32(state))
    kinds.append(kind)
  }

  /// The state begun last comes to this end.
  mutating func setEnd(_ end: Int) { ends[starts.count - 1] = end }

  private func edges(of state: Int) -> Range<Int> {
    starts[state]..<(state + 1 < starts.count ? starts[state + 1] : targets.count)
  }

  /// Whether runs without copies come to more than one end.
  var isOrderSensitive: Bool {
    var seen = Array(repeating: false, count: starts.count)
    var found: Set<Int> = []
    var open = [0]
    seen[0] = true
    while let state = open.popLast() {
      if let end = ends[state] { found.insert(end) }
      for edge in edges(of: state) where kinds[edge] != .doubling {
        let target = Int(targets[edge])
        guard !seen[target] else { continue }
        seen[target] = true
        open.append(target)
      }
    }
    return found.count > 1
  }

  /// Whether from some state the delivery of a copy leads to an end that cannot be reached from
  /// there without it.
  var isRepetitionSensitive: Bool {
    guard kinds.contains(.copy) else { return false }
    let reachable = reachableEnds
    let width = reachable.width
    return kinds.indices.contains { edge in
      guard kinds[edge] == .copy else { return false }
      let (with, without) = (Int(targets[edge]), Int(targets[edge + 1]))
      return (0..<width).contains { word in
        reachable.words[with * width + word] & ~reachable.words[without * width + word] != 0
      }
    }
  }

  /// For each state the ends that can be reached from it, one bit an end.
  private var reachableEnds: (words: [UInt64], width: Int) {
    let width = max(1, ((ends.values.max() ?? 0) + 64) / 64)
    var words = Array(repeating: UInt64(0), count: starts.count * width)
    for (state, end) in ends { words[state * width + end / 64] |= 1 << UInt64(end % 64) }
    var isChanging = true
    while isChanging {
      isChanging = false
      for state in starts.indices.reversed() {
        for edge in edges(of: state) {
          let target = Int(targets[edge])
          for word in 0..<width {
            let sum = words[state * width + word] | words[target * width + word]
            guard sum != words[state * width + word] else { continue }
            words[state * width + word] = sum
            isChanging = true
          }
        }
      }
    }
    return (words, width)
  }
}
