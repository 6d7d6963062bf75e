import ClusterCore

/// Makes a failing run small: the fewest devices, entries and fates that fail for the same
/// reason, and each fate as ordinary as it can be.
///
/// It takes away and tries again (Zeller and Hildebrandt's ddmin over devices, entries and
/// schedule lines in turn, until nothing more goes). Entries go before fates, since a run with
/// fewer is cheaper and takes fewer lines; lines that came to nothing go with them, untried.
/// Policies, limits, checks and the calm stay as they are; an interval goes whole. A run counts
/// as failing alike if a check fails with the same signature: check, field or credential, and
/// reason.
package struct Shrinker {
  package struct Outcome: Sendable {
    package let candidate: Candidate
    /// What left the nodes in its run.
    package let departures: Departures
    /// Runs that were made.
    package let runs: Int
    /// Failures of another kind that were met on the way and not followed, each once.
    package let others: [String]
    /// Whether nothing more can go; false where the budget was spent first.
    package let isMinimal: Bool
  }

  private let signature: String
  private let execute: (Candidate) throws(HostFailure) -> Trial
  private let isWithinBudget: (Int) -> Bool
  private var best: Candidate
  private var departures = Departures()
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
    execute: @escaping (Candidate) throws(HostFailure) -> Trial = Trial.inMemory
  ) {
    best = candidate
    self.signature = signature
    self.isWithinBudget = isWithinBudget
    self.execute = execute
  }

  package mutating func shrink() throws(HostFailure) -> Outcome {
    var before = Int.max
    if try !accept(best) { isSpent = true }
    while best.size + best.scenario.devices.count < before && !isSpent {
      before = best.size + best.scenario.devices.count
      try dropDevices()
      try dropEntries()
      try dropLines()
      try simplifyFates()
      try simplifyPicks()
      try settleOnOneFate()
    }
    return Outcome(
      candidate: best, departures: departures, runs: runs, others: others, isMinimal: !isSpent)
  }

  /// Whether a candidate still fails alike; then it is the best so far.
  private mutating func accept(_ candidate: Candidate) throws(HostFailure) -> Bool {
    guard isWithinBudget(runs) else {
      isSpent = true
      return false
    }
    runs += 1
    return take(candidate, try execute(candidate))
  }

  private mutating func take(_ candidate: Candidate, _ trial: Trial) -> Bool {
    let failed = trial.results.filter { $0.verdict == .fail }
    guard failed.contains(where: { $0.signature == signature }) else {
      for other in failed where !others.contains(other.signature) { others.append(other.signature) }
      return false
    }
    best = candidate.keeping(used: trial.used)
    departures = trial.departures
    return true
  }

  private mutating func dropDevices() throws(HostFailure) {
    for device in best.scenario.devices.map(\.id)
    where best.scenario.devices.count > 1 && !isSpent {
      _ = try accept(best.without(device: device))
    }
  }

  private mutating func dropEntries() throws(HostFailure) {
    try dropChunks(count: { $0.scenario.timeline.count }) { $0.without(entries: $1, $2) }
  }

  private mutating func dropLines() throws(HostFailure) {
    try dropChunks(of: \.fates)
    try dropChunks(of: \.jitters)
    try dropChunks(of: \.resumes)
    try dropChunks(of: \.kills)
    try dropChunks(of: \.picks)
  }

  private mutating func dropChunks<Line>(
    of lines: WritableKeyPath<Schedule, [Line]>
  ) throws(HostFailure) {
    try dropChunks(count: { $0.schedule[keyPath: lines].count }) { candidate, range, _ in
      var smaller = candidate
      smaller.schedule[keyPath: lines].removeSubrange(range)
      return [smaller]
    }
  }

  /// Takes away ever smaller runs of neighbours, from the end, until single ones stay.
  ///
  /// - Parameter without: the candidates that lack a range, in the order in which they are tried.
  private mutating func dropChunks(
    count: (Candidate) -> Int, without: (Candidate, Range<Int>, Departures) -> [Candidate]
  ) throws(HostFailure) {
    var length = count(best)
    while length >= 1 && !isSpent {
      var end = count(best)
      while end > 0 && !isSpent {
        let range = max(0, end - length)..<end
        for candidate in without(best, range, departures) {
          if try accept(candidate) { break }
        }
        end = min(range.lowerBound, count(best))
      }
      length = length == 1 ? 0 : (min(length, count(best)) + 1) / 2
    }
  }

  /// The plainest fates and jitters that do; one that could go has gone already.
  private mutating func simplifyFates() throws(HostFailure) {
    for fate in best.schedule.fates {
      for plainer in fate.plainer(floor: best.floor(of: fate.message)) where !isSpent {
        guard let place = best.schedule.fates.firstIndex(of: fate) else { break }
        var candidate = best
        candidate.schedule.fates[place] = plainer
        if try accept(candidate) { break }
      }
    }
    for jitter in best.schedule.jitters {
      for plainer in jitter.plainer where !isSpent {
        guard let place = best.schedule.jitters.firstIndex(of: jitter) else { break }
        var candidate = best
        candidate.schedule.jitters[place] = plainer
        if try accept(candidate) { break }
      }
    }
  }

  /// Turn by turn from the last, whether the job that had been ready longest does.
  private mutating func simplifyPicks() throws(HostFailure) {
    for line in best.schedule.picks {
      for turn in line.picks.indices.reversed() where line.picks[turn] > 0 && !isSpent {
        guard let place = best.schedule.picks.firstIndex(where: { $0.event == line.event }) else {
          break
        }
        var candidate = best
        candidate.schedule.picks[place] = best.schedule.picks[place].plainer(at: turn)
        _ = try accept(candidate)
      }
    }
  }

  /// How many entries may be left where each is tried with one fate less or another.
  private static let mostSettled = 12

  /// Puts one fate in the place of all, on the first message and of the plainest kind that does,
  /// if possible with an entry less. What a seed drew has no part in it: whichever way it made
  /// the entries that are left fail, they come to the same fate.
  private mutating func settleOnOneFate() throws(HostFailure) {
    guard !best.schedule.isEmpty, best.scenario.timeline.count <= Shrinker.mostSettled else {
      return
    }
    for place in best.scenario.timeline.indices.reversed() {
      var smaller = best
      smaller.scenario.timeline.remove(at: place)
      if try settle(smaller, PlainFate.plainest) { return try settleOnOneFate() }
    }
    _ = try settle(best, PlainFate.allCases)
  }

  /// Whether these entries fail alike with one fate, or none.
  private mutating func settle(
    _ candidate: Candidate, _ forms: [PlainFate]
  ) throws(HostFailure) -> Bool {
    guard !isSpent else { return false }
    var bare = candidate
    bare.schedule = Schedule()
    runs += 1
    let trial = try execute(bare)
    if take(bare, trial) { return true }
    for form in forms {
      for message in trial.departures.early where !isSpent {
        guard let fate = form.fate(of: message, floor: best.floor(of: message)) else { continue }
        var settled = bare
        settled.schedule.fates = [NamedFate(message: message, fate: fate)]
        if try accept(settled) { return true }
      }
    }
    return false
  }
}
