import ClusterCore

/// What was drawn for a run and differs from the boring one: with its scenario and without its
/// seed, the whole reproduction.
package struct Schedule: Hashable, Sendable {
  package var fates: [NamedFate] = []
  package var jitters: [DrawnJitter] = []

  package init() {}
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

extension Schedule {
  /// One timeline entry a line, as `schedule.jsonl` holds them.
  package var lines: [String] { fates.map(\.json) + jitters.map(\.json) }
}
