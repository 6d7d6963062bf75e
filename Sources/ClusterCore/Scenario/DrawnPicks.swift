/// Which of the jobs that were ready ran first while one event was handled, turn by turn.
///
/// Only a device that is hosted job by job, as a client test hosts an app's own client, has such
/// turns; for every other the line does nothing.
package struct DrawnPicks: Hashable, Sendable {
  /// The event, which one device alone handles.
  package let event: EventName
  /// For each turn in which several jobs were ready, the place of the one that ran; 0 is the one
  /// that had been ready longest. Turns behind the last take that one.
  package let picks: [Int]

  package init(event: EventName, picks: [Int]) {
    self.event = event
    self.picks = picks
  }

  /// The same with the first job taken at that turn; turns at the end that say no more are left
  /// out.
  package func plainer(at turn: Int) -> DrawnPicks {
    var picks = picks
    if turn < picks.count { picks[turn] = 0 }
    while picks.last == 0 { picks.removeLast() }
    return DrawnPicks(event: event, picks: picks)
  }

  /// How many turns a line may name, and how many jobs may be ready in one.
  package static let most = 10_000
}

extension DrawnPicks: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("jobs", event)
      json.key("picks")
      json.array(picks) { $0.integer($1) }
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: ["jobs", "picks"])
    event = try EventName(try object.required("jobs"))
    let list = try object.required("picks")
    let picks = try list.list { reader throws(FormatError) in
      try reader.count(in: 0...DrawnPicks.most)
    }
    guard picks.count <= DrawnPicks.most else {
      throw list.mismatch(expected: "at most \(DrawnPicks.most) turns")
    }
    self.picks = picks
  }
}
