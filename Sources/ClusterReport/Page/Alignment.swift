import ClusterCore

/// Two runs laid beside each other: what has one name in both stands at one place.
///
/// Names do not move when something else comes or goes, so a name that is in both runs means the
/// same thing in both. Of those as many as stand in one order are put side by side (the longest
/// increasing subsequence); all else stands alone.
struct Alignment {
  /// A place: the indices of the events that stand there.
  struct Slot: Hashable {
    let left: Int?
    let right: Int?
  }

  let slots: [Slot]
  /// The first place where the runs are not alike; nil where they are.
  let parting: Int?

  init(_ left: [TraceEvent], _ right: [TraceEvent]) {
    let matches = Alignment.matches(Alignment.keys(left), Alignment.keys(right))
    var slots: [Slot] = []
    var (nextLeft, nextRight) = (0, 0)
    func fill(_ leftEnd: Int, _ rightEnd: Int) {
      for index in nextLeft..<leftEnd { slots.append(Slot(left: index, right: nil)) }
      for index in nextRight..<rightEnd { slots.append(Slot(left: nil, right: index)) }
    }
    for match in matches {
      fill(match.left, match.right)
      slots.append(Slot(left: match.left, right: match.right))
      (nextLeft, nextRight) = (match.left + 1, match.right + 1)
    }
    fill(left.count, right.count)
    self.slots = slots
    parting = slots.firstIndex { slot in
      guard let one = slot.left, let other = slot.right else { return true }
      return !left[one].isLike(right[other])
    }
  }

  private static func keys(_ events: [TraceEvent]) -> [Text] {
    var seen: [Text: Int] = [:]
    return events.map { event in
      let key = Text(event.key)
      let count = seen[key, default: 0] + 1
      seen[key] = count
      return count == 1 ? key : Text("\(event.key) \(count)")
    }
  }

  private static func matches(_ left: [Text], _ right: [Text]) -> [(left: Int, right: Int)] {
    let places = Dictionary(uniqueKeysWithValues: zip(right, right.indices))
    let pairs = left.indices.compactMap { index in places[left[index]].map { (index, $0) } }
    // For each length the match that ends the sequence of that length lowest at the right.
    var ends: [Int] = []
    var before: [Int?] = []
    for (number, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    var matches: [(left: Int, right: Int)] = []
    var place = ends.last
    while let number = place {
      matches.append(pairs[number])
      place = before[number]
    }
    return matches.reversed()
  }
}

extension TraceEvent {
  /// What it is called in any run in which it happens.
  fileprivate var key: String {
    switch kind {
    case .step(let step): "\(step.node) \(step.name)"
    case .partition(_, let isOn): "partition \(root) \(isOn)"
    case .clockJump(let device, _): "clock \(device) \(root)"
    case .died(let device, _): "died \(device) \(root)"
    case .suspended(let device, let isOn): "suspended \(device) \(root) \(isOn)"
    case .ignored(let device, let entry): "ignored \(device) \(entry)"
    case .dropped(let message): "dropped \(message)"
    case .badged(let device, _, let message): "badged \(device) \(message)"
    case .calm: "calm"
    case .ended: "ended"
    case .locked(let device, let isOn): "locked \(device) \(root) \(isOn)"
    }
  }

  /// Whether the same happens at the same time. What a device writes into its own store is its
  /// own affair, and numbers move with what came before.
  fileprivate func isLike(_ other: TraceEvent) -> Bool {
    guard at == other.at else { return false }
    guard let mine = step, let theirs = other.step else { return kind == other.kind }
    return mine.node == theirs.node && mine.event == theirs.event && mine.clock == theirs.clock
      && mine.told == theirs.told
  }
}

extension Step {
  /// The effects that somebody else can notice.
  fileprivate var told: [PerformedEffect] {
    effects.filter { performed in
      switch performed.effect {
      case .store, .cancel: false
      case .send, .show, .setTimer, .cancelTimer, .answer, .push, .transfer, .moveFile, .notify,
        .setBadge, .vault:
        true
      }
    }
  }
}
