import ClusterCore

/// Gives messages, timers and starts their names.
///
/// A name counts how-manieth of its kind from its root it is, and nothing else, so it does not
/// move when something unrelated comes or goes.
struct Naming: Hashable {
  /// What one node sends another of one kind, and how many of that there were from each root.
  ///
  /// There are a few such lines, found by looking at each, so that a root is all that is hashed.
  private struct Line: Hashable {
    let sender: NodeID
    let receiver: NodeID
    let kind: MessageKind
    var counts: [RootID: Int] = [:]

    func precedes(_ other: Line) -> Bool {
      (sender, receiver, kind.rawValue) < (other.sender, other.receiver, other.kind.rawValue)
    }
  }

  private struct TimerKind: Hashable {
    let device: NodeID
    let kind: Text
    let root: RootID
  }

  private struct OwnRoot: Hashable {
    let device: NodeID
    let word: Text
  }

  /// In the order of their names and kinds, so that who came first makes no difference.
  private var lines: [Line] = []
  private var timers: [TimerKind: Int] = [:]
  private var ownRoots: [OwnRoot: Int] = [:]
  /// When each intent was given out.
  private var intents: [IntentID: Int] = [:]

  mutating func give(_ intent: IntentID) {
    if intents[intent] == nil { intents[intent] = intents.count }
  }

  func knows(_ intent: IntentID) -> Bool { intents[intent] != nil }

  /// The oldest of these intents; nil where there is none.
  func oldest(of carried: [IntentID]) -> IntentID? {
    if carried.count < 2 { return carried.first }
    return carried.min { (intents[$0] ?? Int.max, $0) < (intents[$1] ?? Int.max, $1) }
  }

  /// How many intents have been given out.
  var intentCount: Int { intents.count }

  /// Those given out after so many, in their order.
  func given(since count: Int) -> [IntentID] {
    guard intents.count > count else { return [] }
    return intents.filter { $0.value >= count }.sorted { $0.value < $1.value }.map(\.key)
  }

  func weighIntents(into state: inout StateDigest) { state.combine(intents) }

  /// The names of one device's messages, timers and starts, and all intents.
  func names(of device: NodeID) -> Naming {
    var own = self
    own.lines = lines.filter { $0.sender == device }
    own.timers = timers.filter { $0.key.device == device }
    own.ownRoots = ownRoots.filter { $0.key.device == device }
    return own
  }

  /// Takes in the names of another device.
  mutating func merge(_ other: Naming) {
    for line in other.lines {
      let place = place(of: line)
      lines[place].counts.merge(line.counts) { own, _ in own }
    }
    timers.merge(other.timers) { own, _ in own }
    ownRoots.merge(other.ownRoots) { own, _ in own }
  }

  mutating func message(
    from sender: NodeID, to receiver: NodeID, _ kind: MessageKind, root: RootID
  ) -> MessageName {
    let place = place(of: Line(sender: sender, receiver: receiver, kind: kind))
    let count = lines[place].counts[root, default: 0].increment()
    return MessageName(sender: sender, receiver: receiver, kind: kind, root: root, count: count)
  }

  /// Where the line is, which is put in where it is not there.
  private mutating func place(of line: Line) -> Int {
    for place in lines.indices
    where lines[place].sender == line.sender && lines[place].receiver == line.receiver
      && lines[place].kind == line.kind
    {
      return place
    }
    let place = lines.firstIndex { line.precedes($0) } ?? lines.count
    lines.insert(
      Line(sender: line.sender, receiver: line.receiver, kind: line.kind), at: place)
    return place
  }

  mutating func timer(_ device: NodeID, _ kind: Text, root: RootID) -> TimerName {
    let key = TimerKind(device: device, kind: kind, root: root)
    let count = timers[key, default: 0].increment()
    return TimerName(device: device, kind: kind, root: root, count: count)
  }

  /// Whether a timer of that name was set.
  func gave(_ timer: TimerName) -> Bool {
    let key = TimerKind(device: timer.device, kind: timer.kind, root: timer.root)
    return timer.count <= timers[key, default: 0]
  }

  /// A root of its own for what has no entry behind it: `phone.start#1`.
  mutating func ownRoot(_ device: NodeID, _ word: Text) -> RootID {
    let key = OwnRoot(device: device, word: word)
    let count = ownRoots[key, default: 0].increment()
    return RootID("\(device).\(word)#\(count)")
  }
}

extension Int {
  /// Counts one more, and says how many that makes.
  mutating func increment() -> Int {
    self += 1
    return self
  }
}
