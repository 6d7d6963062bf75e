/// What is settled about a run's chance, in lines that can stand in a timeline: written by a
/// user, drawn from a seed, or chosen by a search.
///
/// What a run leaves as its schedule is, with its scenario and without its seed, the whole
/// reproduction.
package struct Schedule: Hashable, Sendable {
  package var fates: [NamedFate]
  package var jitters: [DrawnJitter] = []
  package var resumes: [DrawnResume] = []
  /// Kills that hang on an event.
  package var kills: [Kill] = []
  package var picks: [DrawnPicks] = []

  package init(fates: [NamedFate] = [], kills: [Kill] = []) {
    self.fates = fates
    self.kills = kills
  }

  package var isEmpty: Bool { self == Schedule() }

  /// Both, where `other` beats this one for what both name.
  package func overlaid(with other: Schedule) -> Schedule {
    var sum = other
    let messages = Set(other.fates.map(\.message))
    let timers = Set(other.jitters.map(\.timer))
    let named = Set(other.resumes.map(\.resume))
    let picked = Set(other.picks.map(\.event))
    sum.fates = fates.filter { !messages.contains($0.message) } + other.fates
    sum.jitters = jitters.filter { !timers.contains($0.timer) } + other.jitters
    sum.resumes = resumes.filter { !named.contains($0.resume) } + other.resumes
    sum.kills = kills.filter { !other.kills.contains($0) } + other.kills
    sum.picks = picks.filter { !picked.contains($0.event) } + other.picks
    return sum
  }
}

/// What was added to a timer's time.
package struct DrawnJitter: Hashable, Sendable {
  package let timer: TimerName
  package let jitter: Milliseconds

  package init(timer: TimerName, jitter: Milliseconds) {
    self.timer = timer
    self.jitter = jitter
  }
}

/// The order in which overdue timers fire when a device resumes.
package struct DrawnResume: Hashable, Sendable {
  /// The root of the resume: `phone.resume#1`.
  package let resume: RootID
  package let order: [TimerName]

  package init(resume: RootID, order: [TimerName]) {
    self.resume = resume
    self.order = order
  }
}

extension DrawnJitter: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("timer", timer)
      json.member("jitter", jitter.description)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["timer", "jitter"])
    timer = try TimerName(try object.required("timer"))
    jitter = try object.required("jitter").delay()
  }
}

extension DrawnResume: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("resume", resume)
      json.member("order", order)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["resume", "order"])
    resume = try object.required("resume").identifier()
    order = try object.required("order").list(TimerName.init)
  }
}

extension Schedule {
  /// One timeline entry a line, as `schedule.jsonl` holds them.
  package var lines: [String] {
    fates.map(\.json) + jitters.map(\.json) + resumes.map(\.json) + kills.map(\.json)
      + picks.map(\.json)
  }

  /// The keys by one of which a line of a schedule is known, and named.
  package static let keys = ["message", "timer", "resume", "during", "jobs"]

  /// Whether this entry of a timeline is a line of a schedule.
  package static func holds(_ entry: JSONNode) -> Bool {
    keys.contains { entry[$0] != nil }
  }

  /// Takes in one line; false where it is none.
  package mutating func take(_ line: JSONReader) throws(FormatError) -> Bool {
    if line.member("message") != nil {
      fates.append(try NamedFate(line))
    } else if line.member("timer") != nil {
      jitters.append(try DrawnJitter(line))
    } else if line.member("resume") != nil {
      resumes.append(try DrawnResume(line))
    } else if line.member("during") != nil {
      kills.append(try Kill(during: line))
    } else if line.member("jobs") != nil {
      picks.append(try DrawnPicks(line))
    } else {
      return false
    }
    return true
  }
}
