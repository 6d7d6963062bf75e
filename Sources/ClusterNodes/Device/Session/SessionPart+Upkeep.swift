import ClusterCore

// How a session is kept fresh without a call that needs it, and by one actor of a device at a time.
extension SessionPart {
  /// No two renewals by the timer follow each other faster, whatever a clock says.
  static let shortestUpkeep = Milliseconds.seconds(30)
  /// How long actors wait for the one that renews, which may have died: longer than a request
  /// is waited for, unless a scenario says so.
  static let longestRenewal = Milliseconds.seconds(90)
  /// How often an actor looks whether the one that renews has done so.
  static let barrierPause = Milliseconds(500)

  /// Sets the timer to the instant at which the session wants to be renewed.
  mutating func scheduleUpkeep(_ world: Surroundings, _ out: inout Outgoing) {
    guard keepsFresh, let held else { return }
    let after = max(untilRenewal(of: held, world), SessionPart.shortestUpkeep)
    out.emit(
      .setTimer(
        TimerSetting(key: SessionPart.upkeepLine, kind: TimerName.upkeep, after: after)))
  }

  /// The timer has fired: what is due is asked for when the event is done.
  mutating func keepFresh(_ world: Surroundings, _ out: inout Outgoing) {
    guard let held else { return }
    if needsRenewal(held, world) {
      isRenewalDue = true
    } else {
      scheduleUpkeep(world, &out)
    }
  }

  /// Another actor renews the session until then at most; nil: it does no longer.
  mutating func wait(for actor: NodeID?, until end: Int64?) {
    guard let actor else { return }
    barriers[actor] = end
  }

  /// Whether another actor renews; if so this one looks again a little later.
  mutating func isBarred(_ world: Surroundings, _ out: inout Outgoing) -> Bool {
    guard policy.refresh == .singleFlight,
      barriers.values.contains(where: { $0 > world.clock.continuous })
    else { return false }
    out.emit(
      .setTimer(
        TimerSetting(
          key: SessionPart.barrierLine, kind: "barrier", after: SessionPart.barrierPause)))
    return true
  }

  /// Tells the other actors in the store that this one renews, or does no longer.
  mutating func noteRenewing(until end: Int64?, _ out: inout Outgoing) {
    guard !actors.isEmpty, policy.refresh == .singleFlight, isRenewingNoted != (end != nil)
    else { return }
    isRenewingNoted = end != nil
    out.emit(.store(end.map { .renewing(until: $0) } ?? .renewed))
  }
}
