import ClusterCore

/// What messages and timers are called once some entries are gone.
///
/// A message is named after the oldest intent it carries, and one that waits in a queue leaves
/// after another. Without that other, what it carried goes under the name of what comes next; a
/// fate that is to stay with the traffic has to take that name.
struct Renaming {
  private var messages: [MessageName: MessageName] = [:]
  private var timers: [TimerName: TimerName] = [:]
  private let gone: Set<EntryID>

  private struct MessageKey: Hashable {
    let sender: NodeID
    let receiver: NodeID
    let kind: MessageKind
    let root: RootID
  }

  private struct TimerKey: Hashable {
    let device: NodeID
    let kind: Text
    let root: RootID
  }

  /// - Parameter gone: the entries that are taken away from the run with these departures.
  init(_ departures: Departures, without gone: Set<EntryID>) {
    self.gone = gone
    let heirs = Renaming.heirs(departures, gone)
    var counts: [MessageKey: Int] = [:]
    for sent in departures.messages where sent.name.part == .message {
      let name = sent.name
      let own = sent.carried.first { !gone.contains($0) }
      guard let root = gone.contains(name.root) ? own ?? heirs[name.root] : name.root else {
        continue
      }
      let key = MessageKey(
        sender: name.sender, receiver: name.receiver, kind: name.kind, root: root)
      counts[key, default: 0] += 1
      messages[name] = MessageName(
        sender: name.sender, receiver: name.receiver, kind: name.kind, root: root,
        count: counts[key, default: 1])
    }
    var timerCounts: [TimerKey: Int] = [:]
    for timer in departures.timers {
      guard let root = gone.contains(timer.root) ? heirs[timer.root] : timer.root else { continue }
      let key = TimerKey(device: timer.device, kind: timer.kind, root: root)
      timerCounts[key, default: 0] += 1
      timers[timer] = TimerName(
        device: timer.device, kind: timer.kind, root: root, count: timerCounts[key, default: 1])
    }
  }

  /// For each root that goes, the one under which its traffic goes on: an intent that went with
  /// it, or else the root of what the same device sent next of that kind.
  private static func heirs(_ departures: Departures, _ gone: Set<EntryID>) -> [RootID: RootID] {
    var heirs: [RootID: RootID] = [:]
    for (place, sent) in departures.messages.enumerated() {
      let name = sent.name
      guard name.part == .message, name.sender != .cloud, gone.contains(name.root),
        heirs[name.root] == nil
      else { continue }
      heirs[name.root] =
        sent.carried.first { !gone.contains($0) }
        ?? departures.messages[(place + 1)...].first { next in
          next.name.part == .message && next.name.sender == name.sender
            && next.name.kind == name.kind && !gone.contains(next.name.root)
        }?.name.root
    }
    return heirs
  }

  /// The schedule with the new names; a line of what leaves no more is left out.
  func renamed(_ schedule: Schedule) -> Schedule {
    var new = Schedule(
      fates: schedule.fates.compactMap(renamed), kills: schedule.kills.compactMap(renamed))
    new.jitters = schedule.jitters.compactMap { drawn in
      renamed(drawn.timer).map { DrawnJitter(timer: $0, jitter: drawn.jitter) }
    }
    new.resumes = schedule.resumes.map { resume in
      DrawnResume(resume: resume.resume, order: resume.order.compactMap(renamed))
    }
    new.picks = schedule.picks.compactMap { drawn in
      renamed(drawn.event).map { DrawnPicks(event: $0, picks: drawn.picks) }
    }
    return new
  }

  /// The schedule with the old names, and no line of what leaves no more.
  func pruned(_ schedule: Schedule) -> Schedule {
    var new = schedule
    new.fates.removeAll { gone.contains($0.message.root) }
    new.jitters.removeAll { gone.contains($0.timer.root) }
    new.picks.removeAll { renamed($0.event) == nil }
    return new
  }

  private func renamed(_ fate: NamedFate) -> NamedFate? {
    guard let message = renamed(fate.message) else { return nil }
    var new = fate.fate
    if case .held(let event) = new.travel {
      guard let event = renamed(event) else { return nil }
      new.travel = .held(until: event)
    }
    new.again = new.again.compactMap(renamed)
    return NamedFate(message: message, fate: new)
  }

  private func renamed(_ kill: Kill) -> Kill? {
    guard let during = kill.during else { return kill }
    guard let event = renamed(during) else { return nil }
    return Kill(
      device: kill.device, manner: kill.manner, length: kill.length, during: event, cut: kill.cut)
  }

  private func renamed(_ event: EventName) -> EventName? {
    switch event {
    case .delivery(let name, let copy): renamed(name).map { .delivery($0, copy: copy) }
    case .failure(let name): renamed(name).map { .failure($0) }
    case .timer(let name): renamed(name).map { .timer($0) }
    case .entry(let id): gone.contains(id) ? nil : event
    }
  }

  private func renamed(_ name: MessageName) -> MessageName? {
    if name.part == .answer { return renamed(name.request)?.answer }
    return messages[name] ?? (gone.contains(name.root) ? nil : name)
  }

  private func renamed(_ name: TimerName) -> TimerName? {
    timers[name] ?? (gone.contains(name.root) ? nil : name)
  }
}
