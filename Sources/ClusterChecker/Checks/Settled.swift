import ClusterCore

/// The run became quiet within the calm's limit, by the trace's own record and not by the engine's
/// word alone: see ``LinkRecord``.
///
/// The witness is a message that something in the timeline led to: what devices ask when they
/// start, and what the calm makes them ask, would come to rest in a run where nothing happens.
struct Settled: Check {
  static let name = CheckName.settled

  /// Nil where links are not held to their times.
  private var record: LinkRecord?

  init(_ scenario: Scenario) { self.init(scenario.aimed) }

  /// - Parameter schedule: what is settled about the run, further deliveries among it; nil where
  ///   nothing takes its time.
  init(_ schedule: Schedule?) { record = schedule.map { LinkRecord($0) } }

  mutating func step(_ event: TraceEvent, _ run: RunFold) { record?.take(event) }

  /// The end is judged alone: where states are told apart there is no record of links.
  func weigh(into state: inout StateDigest) {}

  func finding(_ run: RunFold) -> Finding {
    let witnesses = run.traffic.sentForTimeline > 0 ? 1 : 0
    if let breach = record?.breach { return Finding(witnesses: witnesses, breach: breach) }
    guard let end = run.end else { return .withoutEnd }
    guard end.reason != .quiet else { return Finding(witnesses: witnesses) }
    return Finding(witnesses: witnesses, breach: breach(run, end))
  }

  private func breach(_ run: RunFold, _ end: RunEnd) -> Breach {
    let why =
      end.reason == .limit
      ? "the calm's limit of \(run.scenario.calm.limit) was over first"
      : "the most steps a run may have were reached first"
    let waiting = run.ledger.edits.indices.filter { !run.ledger[$0].isAnswered }
    let owed = waiting.prefix(3).map { run.name(of: $0) }.joined(separator: ", ")
    let more = waiting.count > 3 ? " and \(waiting.count - 3) more" : ""
    let edits =
      waiting.isEmpty ? "" : " Edits without an answer: \(owed)\(more)."
    return Breach(
      step: end.step, subject: "run", reason: end.reason.rawValue,
      explanation: "The run did not become quiet: \(why).\(edits)")
  }
}
