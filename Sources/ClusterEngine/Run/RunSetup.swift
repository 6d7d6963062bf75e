import ClusterCore

/// A scenario and what is settled about its chance: all that a run depends on.
package struct RunSetup: Sendable {
  ///
  /// Its timeline is whole: what the scenario leaves to chance has been drawn.
  package let scenario: Scenario
  package let seed: Seed
  /// What the random workload uses in this run; nil where there is none.
  package let drawn: WorkloadDrawing.Use?
  /// Whether links draw their weather; without it each takes its floor and loses nothing.
  package let drawsWeather: Bool
  /// What is settled beforehand: the file's, and what was added.
  package let schedule: Schedule
  /// How many events may be handed over before the run is given up.
  package let stepLimit: Int
  /// Whether a fate's `again` makes the engine itself hand over once more what no link could
  /// copy: an answer, or what a system tells its app. Only a trial of a row asks for that.
  package let handsOverAgain: Bool

  let fates: [MessageName: Fate]
  /// Whether some fate wants the last copy of a request answered instead of the first.
  let hasLastAnswers: Bool
  let jitters: [TimerName: Milliseconds]
  let resumes: [RootID: [TimerName]]
  /// The devices, or their actors, in the order of the file.
  let devices: [NodeID]

  /// - Parameters:
  ///   - seed: nil for the scenario's own.
  ///   - isAimed: whether the fates and kills written in the timeline are kept.
  ///   - added: laid over what the file settles.
  ///   - stepLimit: how many events the run may hand over.
  ///   - handsOverAgain: see the property; off in everything but a trial.
  package init(
    _ scenario: Scenario, seed: Seed? = nil, drawsWeather: Bool = true, isAimed: Bool = true,
    added: Schedule = Schedule(), stepLimit: Int = Limit.steps,
    handsOverAgain: Bool = false
  ) {
    let seed = seed ?? scenario.seed
    let whole = scenario.resolved(seed: seed)
    self.scenario = isAimed ? whole : whole.withoutAim
    self.seed = seed
    drawn = scenario.drawing(seed: seed)?.use
    self.drawsWeather = drawsWeather
    self.stepLimit = stepLimit
    self.handsOverAgain = handsOverAgain
    schedule = self.scenario.aimed.overlaid(with: added)
    fates = Dictionary(schedule.fates.map { ($0.message, $0.fate) }) { $1 }
    hasLastAnswers = schedule.fates.contains(where: \.fate.answersLast)
    jitters = Dictionary(schedule.jitters.map { ($0.timer, $0.jitter) }) { $1 }
    devices = self.scenario.devices.map(\.id)
    resumes = Dictionary(schedule.resumes.map { ($0.resume, $0.order) }) { $1 }
  }
}

extension Scenario {
  /// The scenario without the fates and kills that its timeline aims at named events.
  package var withoutAim: Scenario {
    var scenario = self
    scenario.aimed = Schedule()
    scenario.timeline.removeAll { entry in
      switch entry.action {
      case .kill, .power: true
      case .operation, .partition, .clock, .suspend, .reinstall, .lock, .cloud: false
      }
    }
    return scenario
  }
}

/// What is left of a run beside its trace.
package struct RunOutcome: Sendable {
  package let reason: Ending.Reason
  /// Events that were handed to a node.
  package let steps: Int
  package let end: Instant
  /// What was drawn and differs from the boring run, and what was settled beforehand.
  package let schedule: Schedule
  /// The lines settled beforehand that came to nothing: what they name never was.
  package let unused: Schedule
  /// Messages that were held for an event that never happened.
  package let neverReleased: [MessageName]
  /// Events that a further copy of a message was to follow, and that never happened.
  package let neverFollowed: [EventName]
  /// What devices said of their stores when they started, such as a torn entry that was cut.
  package let notes: [String]
}
