import ClusterCore
import ClusterNodes

// The end of the weather, the rounds of `sync`, and when a run is over.
extension Run {
  mutating func beginCalm() throws(HostFailure) {
    calm = CalmState(limit: now + setup.scenario.calm.limit)
    network.becomeCalm()
    note(.calm, root: "calm", cause: nil)
    for (id, _) in network.active { try endPartition(id) }
    for (device, lock) in locks.sorted(by: { $0.key < $1.key }) { unlock(device, lock) }
    for device in setup.scenario.devices.map(\.id) {
      armed[device] = nil
      try resume(device, life: nil)
      try restart(device, life: nil)
    }
    try beginRound()
  }

  mutating func beginRound() throws(HostFailure) {
    guard var state = calm else { return }
    state.round += 1
    state.beganQuiet = isQuiet
    state.changes = cloud.changeCount
    calm = state
    queue.push(.round, at: now + Calm.round, rank: Rank.calm)
    let root = RootID("calm#\(state.round)")
    for device in setup.scenario.devices where self.state(of: device.id) == .running {
      try step(
        device.id, .entry(root), .operation(.sync, intent: root), root: root, cause: nil)
    }
  }

  /// Nothing is on its way, waited for or owed.
  var isQuiet: Bool {
    flying == 0 && !lives.values.contains { $0.state == .dead } && openAttempts == 0
      && timers.values.allSatisfy { $0.kind == TimerName.upkeep } && immediate.isEmpty
      && keptPushes.isEmpty && services.areIdle && pending.values.allSatisfy { $0 == 0 }
  }

  /// What waited to be taken in owes nothing, and may still bring the others something in a round.
  var isOver: Bool {
    (calm?.beganQuiet == true && isQuiet && calm?.changes == cloud.changeCount)
      || (calm != nil && plant?.engine.endsWithCalm == true)
  }

  mutating func end(_ reason: Ending.Reason) -> RunOutcome {
    let ending = Ending(reason: reason, cloud: holdings, neverReleased: held.remaining)
    note(.ended(ending), root: "end", cause: nil)
    var schedule = network.schedule
    schedule.kills = setup.schedule.kills
    return RunOutcome(
      reason: reason, steps: steps, end: now, schedule: schedule,
      unused: unused, neverReleased: ending.neverReleased, neverFollowed: held.neverFollowed,
      notes: notes)
  }

  /// What was settled beforehand about messages, timers and events that never were.
  private var unused: Schedule {
    var unused = Schedule(
      fates: setup.schedule.fates.filter { !sent.contains($0.message) },
      kills: setup.schedule.kills.filter { !taken.contains($0) })
    unused.jitters = setup.schedule.jitters.filter { !naming.gave($0.timer) }
    unused.resumes = setup.schedule.resumes.filter { !network.resumed.contains($0.resume) }
    return unused
  }
}
