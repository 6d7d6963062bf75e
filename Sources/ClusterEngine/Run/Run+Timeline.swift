import ClusterCore
import ClusterNodes

// What the timeline says is to happen.
extension Run {
  mutating func perform(_ entry: Entry) throws(HostFailure) {
    switch entry.action {
    case .kill(let kill): try perform(kill, root: entry.id)
    case .suspend(let device, let length): suspend(device, for: length, root: entry.id)
    case .reinstall(let device): try reinstall(device, root: entry.id)
    case .operation(.open(let push), let device) where state(of: device) != .running:
      naming.give(entry.id)
      try resume(device, life: nil)
      try restart(device, life: nil)
      // A kill may have cut its start short.
      guard life(of: device).state == .running else {
        note(.ignored(device: device, entry.id), root: entry.id, cause: nil)
        return
      }
      try step(
        device, .entry(entry.id), .operation(.open(push: push), intent: entry.id), root: entry.id,
        cause: nil)
    case .power(let device, let length):
      try losePower(device, for: length, root: entry.id)
    case .operation(_, let device) where state(of: device) != .running:
      note(.ignored(device: device, entry.id), root: entry.id, cause: nil)
    case .operation(let operation, let device):
      let intent = newIntent(of: operation, entry.id)
      try step(
        device, .entry(entry.id), .operation(operation, intent: intent), root: entry.id,
        cause: nil)
    case .partition(let partition): try begin(partition, id: entry.id)
    case .clock(let device, let jump):
      clocks[device]?.jump(by: jump)
      note(.clockJump(device: device, by: jump), root: entry.id, cause: nil)
    case .lock(let device, let length): lock(device, for: length, id: entry.id)
    case .cloud(let operation): actAtCloud(operation, id: entry.id)
    }
  }

  /// The intent an entry gives out: its own, or the first time the one that it names.
  mutating func newIntent(of operation: Operation, _ entry: EntryID) -> IntentID {
    var intent = entry
    if case .order(let wish) = operation, let named = wish.intent, !naming.knows(named) {
      intent = named
    }
    naming.give(intent)
    return intent
  }

  mutating func actAtCloud(_ operation: CloudOperation, id: EntryID) {
    naming.give(id)
    let number = eventCount + 1
    let event = NodeEvent.cloud(operation)
    let performed = cloudEffects(event).map { effect in
      PerformedEffect(effect, outcome(of: effect, root: id, cause: number))
    }
    let step = Step(
      node: .cloud, name: .entry(id), event: event, clock: nil, effects: performed, pending: 0)
    finish(step, root: id, cause: nil)
  }

  mutating func lock(_ device: NodeID, for length: Milliseconds?, id: EntryID) {
    locks[device] = id
    note(.locked(device: device, isOn: true), root: id, cause: nil)
    if let length { queue.push(.unlock(device, id), at: now + length, rank: Rank.entry) }
  }

  mutating func unlock(_ device: NodeID, _ lock: EntryID) {
    guard locks[device] == lock else { return }
    locks[device] = nil
    note(.locked(device: device, isOn: false), root: lock, cause: nil)
  }

  func vault(of device: NodeID) -> VaultReading {
    guard !vaults.isEmpty || !locks.isEmpty else { return .empty }
    let home = homes[device] ?? device
    if locks[home] != nil { return .locked }
    return vaults[home].map { .holds($0) } ?? .empty
  }

  mutating func begin(_ partition: Partition, id: EntryID) throws(HostFailure) {
    let calmBegin = setup.scenario.calm.at ?? now + partition.length
    let end = min(now + partition.length, calmBegin)
    let wereUp = partition.devices.filter { !network.isKnownDown($0) }
    network.begin(partition, id: id, end: end)
    queue.push(.partitionEnd(id), at: end, rank: Rank.entry)
    let cause = note(.partition(partition, isOn: true), root: id, cause: nil)
    guard partition.traffic == .refuse else { return }
    for device in wereUp { try tellLink(device, isUp: false, cause: cause) }
  }

  mutating func endPartition(_ id: EntryID) throws(HostFailure) {
    guard let partition = network.active.first(where: { $0.id == id })?.partition else { return }
    network.end(id)
    let cause = note(.partition(partition, isOn: false), root: id, cause: nil)
    for device in partition.devices where !network.isCut(device) {
      if let push = keptPushes.removeValue(forKey: device) {
        send(push, after: network.floor(of: push.message))
      }
      try tellLink(device, isUp: true, cause: cause)
    }
  }
}
