import ClusterCore

/// Makes a failing run small: the fewest devices, entries and fates that fail for the same
/// reason, and each fate as ordinary as it can be.
///
/// It takes away and tries again (Zeller and Hildebrandt's ddmin over entries, devices and
/// schedule lines in turn, until nothing more goes). Policies, limits, checks and the calm stay
/// as they are; an interval goes whole. A run counts as failing alike if the check that failed
/// first fails again with the same signature: check, field or credential, and reason.
package struct Shrinker {
  /// A scenario without weather, and all that is settled about its run.
  package struct Candidate: Sendable {
    package var scenario: Scenario
    package var schedule: Schedule

    package init(scenario: Scenario, schedule: Schedule) {
      self.scenario = scenario
      self.schedule = schedule
    }

    /// What a reader has to read: entries and schedule lines.
    package var size: Int { scenario.timeline.count + schedule.lines.count }
  }

  package struct Outcome: Sendable {
    package let candidate: Candidate
    /// Runs that were made.
    package let runs: Int
    /// Failures of another kind that were met on the way and not followed, each once.
    package let others: [String]
    /// Whether nothing more can go; false where the budget was spent first.
    package let isMinimal: Bool
  }

  private let signature: String
  private let execute: (Candidate) throws(HostFailure) -> [CheckResult]
  private let isWithinBudget: (Int) -> Bool
  private var best: Candidate
  private var runs = 0
  private var others: [String] = []
  private var isSpent = false

  /// - Parameters:
  ///   - signature: of the failure that is to stay.
  ///   - isWithinBudget: is asked before each run with the number of runs made; false keeps the
  ///     best so far.
  ///   - execute: makes one run without weather and judges it.
  package init(
    _ candidate: Candidate, signature: String, isWithinBudget: @escaping (Int) -> Bool,
    execute: @escaping (Candidate) throws(HostFailure) -> [CheckResult]
  ) {
    best = candidate
    self.signature = signature
    self.isWithinBudget = isWithinBudget
    self.execute = execute
  }

  package mutating func shrink() throws(HostFailure) -> Outcome {
    var before = Int.max
    while best.size + best.scenario.devices.count < before && !isSpent {
      before = best.size + best.scenario.devices.count
      try dropDevices()
      try dropEntries()
      try dropLines()
      try simplifyFates()
    }
    return Outcome(candidate: best, runs: runs, others: others, isMinimal: !isSpent)
  }

  /// Whether a candidate still fails alike; then it is the best so far.
  private mutating func accept(_ candidate: Candidate) throws(HostFailure) -> Bool {
    guard isWithinBudget(runs) else {
      isSpent = true
      return false
    }
    runs += 1
    let failed = try execute(candidate).filter { $0.verdict == .fail }
    guard failed.contains(where: { $0.signature == signature }) else {
      for other in failed where !others.contains(other.signature) { others.append(other.signature) }
      return false
    }
    best = candidate
    return true
  }

  private mutating func dropDevices() throws(HostFailure) {
    for device in best.scenario.devices.map(\.id) where best.scenario.devices.count > 1 {
      _ = try accept(best.without(device: device))
    }
  }

  private mutating func dropEntries() throws(HostFailure) {
    try dropChunks(count: { $0.scenario.timeline.count }) { candidate, range in
      candidate.scenario.timeline.removeSubrange(range)
    }
  }

  private mutating func dropLines() throws(HostFailure) {
    try dropChunks(count: { $0.schedule.fates.count }) { $0.schedule.fates.removeSubrange($1) }
    try dropChunks(count: { $0.schedule.jitters.count }) { $0.schedule.jitters.removeSubrange($1) }
    try dropChunks(count: { $0.schedule.resumes.count }) { $0.schedule.resumes.removeSubrange($1) }
    try dropChunks(count: { $0.schedule.kills.count }) { $0.schedule.kills.removeSubrange($1) }
  }

  /// Takes away ever smaller runs of neighbours, from the end, until single ones stay.
  private mutating func dropChunks(
    count: (Candidate) -> Int, remove: (inout Candidate, Range<Int>) -> Void
  ) throws(HostFailure) {
    var length = count(best)
    while length >= 1 && !isSpent {
      var end = count(best)
      while end > 0 && !isSpent {
        let range = max(0, end - length)..<end
        var candidate = best
        remove(&candidate, range)
        _ = try accept(candidate)
        end = min(range.lowerBound, count(best))
      }
      length = length == 1 ? 0 : (length + 1) / 2
    }
  }

  /// Fewer copies, then plain numbers; a fate that could go has gone already.
  private mutating func simplifyFates() throws(HostFailure) {
    for index in best.schedule.fates.indices where !isSpent {
      for simpler in best.schedule.fates[index].fate.simpler {
        guard index < best.schedule.fates.count else { return }
        var candidate = best
        let message = candidate.schedule.fates[index].message
        candidate.schedule.fates[index] = NamedFate(message: message, fate: simpler)
        if try accept(candidate) { break }
      }
    }
  }
}

extension Shrinker.Candidate {
  /// Without a device, what it does, and what is settled about its messages.
  fileprivate func without(device: NodeID) -> Shrinker.Candidate {
    var candidate = self
    candidate.scenario.devices.removeAll { $0.id == device }
    candidate.scenario.timeline = scenario.timeline.compactMap { $0.without(device: device) }
    candidate.scenario.expect.final[device] = nil
    candidate.scenario.expect.recordCounts[device] = nil
    candidate.scenario.expect.app = scenario.expect.app.filter { $0.key.node != device }
    candidate.schedule.fates.removeAll {
      $0.message.sender == device || $0.message.receiver == device
    }
    candidate.schedule.jitters.removeAll { $0.timer.device == device }
    candidate.schedule.kills.removeAll { $0.device == device }
    return candidate
  }
}

extension Fate {
  /// Fates that say less, the plainest first.
  fileprivate var simpler: [Fate] {
    var list: [Fate] = []
    if !again.isEmpty { list.append(Fate(travel)) }
    guard case .copies(let delays) = travel, let first = delays.first else { return list }
    if delays.count > 1 {
      list += delays.map { Fate(.copies([$0]), again: again) }
    }
    for unit: Int64 in [10_000, 1000, 100, 10] where first.count % unit != 0 {
      let rounded = delays.map { Milliseconds(max(unit, ($0.count + unit / 2) / unit * unit)) }
      list.append(Fate(.copies(rounded), again: again))
    }
    return list
  }
}
