import ClusterCore

extension Shrinker {
  /// A scenario without weather, and all that is settled about its run.
  package struct Candidate: Sendable {
    package var scenario: Scenario
    package var schedule: Schedule

    /// - Parameters:
    ///   - scenario: what it aims at is taken to be in the schedule too. Its calm is pinned to
    ///     the instant at which it begins now, so that it stays when entries go.
    ///   - schedule: all that chance and the file decided in the run that failed.
    package init(scenario: Scenario, schedule: Schedule) {
      self.scenario = scenario
      self.scenario.aimed = Schedule()
      self.scenario.calm.at =
        scenario.calm.at ?? scenario.timeline.map(\.end).max() ?? .start
      self.schedule = schedule
    }

    /// What a reader has to read: entries and schedule lines.
    package var size: Int { scenario.timeline.count + schedule.lines.count }

    /// The run that this describes: nothing is drawn.
    package var setup: RunSetup { RunSetup(scenario, drawsWeather: false, added: schedule) }

    func floor(of message: MessageName) -> Milliseconds {
      scenario.links[LinkID(of: message)].floor
    }

    /// Without a device, what it does, and what is settled about its messages.
    package func without(device: NodeID) -> Candidate {
      var candidate = self
      candidate.scenario.devices.removeAll { $0.id == device }
      candidate.scenario.start.keepOnly(devices: candidate.scenario.devices)
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

    /// Without some neighbours of the timeline, first with the names that messages have, then,
    /// where it makes a difference, with those they then get.
    package func without(
      entries range: Range<Int>, _ departures: Departures
    ) -> [Candidate] {
      let renaming = Renaming(
        departures, without: Set(scenario.timeline[range].map(\.id)))
      var plain = self
      plain.scenario.timeline.removeSubrange(range)
      plain.schedule = renaming.pruned(schedule)
      var renamed = plain
      renamed.schedule = renaming.renamed(schedule)
      return renamed.schedule == plain.schedule ? [plain] : [plain, renamed]
    }

    /// The same without lines that decided nothing in its run.
    ///
    /// - Parameter used: the lines that came to bear.
    func keeping(used: Schedule) -> Candidate {
      var candidate = self
      let messages = Set(used.fates.map(\.message))
      let timers = Set(used.jitters.map(\.timer))
      let resumes = Set(used.resumes.map(\.resume))
      let picked = Set(used.picks.map(\.event))
      candidate.schedule.fates.removeAll { !messages.contains($0.message) }
      candidate.schedule.jitters.removeAll { !timers.contains($0.timer) }
      candidate.schedule.resumes.removeAll { !resumes.contains($0.resume) }
      candidate.schedule.picks.removeAll { !picked.contains($0.event) }
      return candidate
    }
  }

  /// One run of a candidate: what the checks say, which lines came to bear, and what left.
  package struct Trial: Sendable {
    package let results: [CheckResult]
    package let used: Schedule
    package let departures: Departures

    package init(results: [CheckResult], used: Schedule, departures: Departures) {
      self.results = results
      self.used = used
      self.departures = departures
    }

    /// Runs a candidate inside this process.
    package static func inMemory(_ candidate: Candidate) throws(HostFailure) -> Trial {
      var departures = Departures()
      let run = try JudgedRun.inMemory(candidate.setup) { departures.observe($0) }
      return Trial(
        results: run.checker.results(), used: run.outcome.schedule, departures: departures)
    }
  }
}
