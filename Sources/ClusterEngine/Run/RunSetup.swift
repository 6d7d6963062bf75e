import ClusterCore

/// A scenario and what is settled about its chance: all that a run depends on.
package struct RunSetup: Sendable {
  package let scenario: Scenario
  package let seed: Seed
  /// Whether links draw their weather; without it each takes its floor and loses nothing.
  package let drawsWeather: Bool
  /// The fates of named messages.
  package let fates: [MessageName: Fate]
  package let jitters: [TimerName: Milliseconds]
  /// How many events a run may hand over before it is given up.
  package let stepLimit: Int

  /// How many events a run may hand over when nothing else is said.
  package static let standardStepLimit = 100_000

  /// - Parameters:
  ///   - seed: nil for the scenario's own.
  ///   - isAimed: whether the fates written in the timeline are kept.
  ///   - added: fates laid over those of the file.
  ///   - jitters: jitter laid over that of the file.
  package init(
    _ scenario: Scenario, seed: Seed? = nil, drawsWeather: Bool = true, isAimed: Bool = true,
    added: [NamedFate] = [], jitters: [TimerName: Milliseconds] = [:],
    stepLimit: Int = RunSetup.standardStepLimit
  ) {
    self.scenario = scenario
    self.seed = seed ?? scenario.seed
    self.drawsWeather = drawsWeather
    var fates = isAimed ? scenario.fates : [:]
    for named in added { fates[named.message] = named.fate }
    self.fates = fates
    self.jitters = (isAimed ? scenario.jitters : [:]).merging(jitters) { $1 }
    self.stepLimit = stepLimit
  }
}

/// What is left of a run beside its trace.
package struct RunOutcome: Sendable {
  package let reason: Ending.Reason
  /// Events that were handed to a node.
  package let steps: Int
  package let end: Instant
  package let schedule: Schedule
  /// Messages named in a fate that were never sent, in the order of their names.
  package let unusedFates: [MessageName]
}
