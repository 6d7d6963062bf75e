import ClusterCore

/// A schedule in sentences, one for each of its lines.
enum ScheduleWords {
  /// In the order of ``Schedule/lines``.
  static func sentences(_ schedule: Schedule) -> [String] {
    schedule.fates.map { Wording.sentence(sentence($0)) }
      + schedule.jitters.map { Wording.sentence(sentence($0)) }
      + schedule.resumes.map { Wording.sentence(sentence($0)) } + schedule.kills.map(sentence)
      + schedule.picks.map { Wording.sentence(sentence($0)) }
  }

  /// `the first try of save w1 by phone is lost`.
  private static func sentence(_ fate: NamedFate) -> String {
    var deeds: [String] = []
    switch fate.fate.travel {
    case .ordinary: break
    case .copies(let delays): deeds.append(copies(delays))
    case .held(let event): deeds.append("waits until \(happening(event))")
    }
    deeds += fate.fate.again.map { "arrives once more right after \(happening($0))" }
    if fate.fate.answersLast { deeds.append("has its last copy answered") }
    return name(fate.message) + " " + deeds.joined(separator: " and ")
  }

  private static func copies(_ delays: [Milliseconds]) -> String {
    switch delays.count {
    case 0: return "is lost"
    case 1: return "takes \(Wording.length(delays[0]))"
    default:
      let times = delays.count == 2 ? "twice" : "\(delays.count) times"
      return "arrives \(times), after " + delays.map(Wording.length).joined(separator: " and ")
    }
  }

  private static func sentence(_ jitter: DrawnJitter) -> String {
    "\(name(jitter.timer)) fires \(Wording.length(jitter.jitter)) later"
  }

  private static func sentence(_ resume: DrawnResume) -> String {
    "at \(resume.resume) overdue timers fire in this order: "
      + resume.order.map(name).joined(separator: ", ")
  }

  /// `phone is killed by the system after 1 effect of w1, for 5 s`.
  private static func sentence(_ kill: Kill) -> String {
    var text = "\(kill.device) is killed by the \(kill.manner.rawValue)"
    let cut = kill.cut.map { "after " + Wording.count($0.afterEffects, "effect", "effects") }
    switch (cut, kill.during) {
    case (let cut?, let event?): text += " \(cut) of what it does when \(happening(event))"
    case (let cut?, nil): text += " \(cut)"
    case (nil, let event?): text += " when \(happening(event))"
    case (nil, nil): break
    }
    return text + (kill.length.map { ", for \(Wording.length($0))" } ?? "")
  }

  private static func sentence(_ picks: DrawnPicks) -> String {
    "when \(happening(picks.event)), of the jobs that are ready run first those at the places "
      + picks.picks.map { "\($0)" }.joined(separator: ", ")
  }
}

// MARK: - Names

extension ScheduleWords {
  /// `the first try of save w1 by phone`, `the answer to the second pull for calm#1 by tablet`.
  private static func name(_ message: MessageName) -> String {
    let count = ordinal(message.count)
    let kind = message.kind.rawValue
    let what = message.kind.isTry ? "try of \(kind)" : "\(kind) for"
    let who = message.sender == .cloud ? "to \(message.receiver)" : "by \(message.sender)"
    let name = "the \(count) \(what) \(message.root) \(who)"
    return message.part == .answer ? "the answer to \(name)" : name
  }

  private static func name(_ timer: TimerName) -> String {
    "the \(ordinal(timer.count)) \(timer.kind) timer for \(timer.root) on \(timer.device)"
  }

  private static func happening(_ event: EventName) -> String {
    switch event {
    case .delivery(let message, let copy):
      name(message) + " arrives" + (copy > 1 ? " for the \(ordinal(copy)) time" : "")
    case .failure(let message): name(message) + " fails"
    case .timer(let timer): name(timer) + " fires"
    case .entry(let entry): "\(Wording.name(entry)) happens"
    }
  }

  private static func ordinal(_ number: Int) -> String {
    switch (number, number % 100, number % 10) {
    case (1, _, _): "first"
    case (2, _, _): "second"
    case (3, _, _): "third"
    case (_, 11...13, _): "\(number)th"
    case (_, _, 1): "\(number)st"
    case (_, _, 2): "\(number)nd"
    case (_, _, 3): "\(number)rd"
    default: "\(number)th"
    }
  }
}
