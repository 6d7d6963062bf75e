import ClusterCore

/// What an exploration leaves for its page: `explored/explore.json`.
package struct ExploreRecord {
  package static let file = "explore.json"
  private static let format = 1

  /// A state in which runs ended, or a run in which a check failed.
  struct End {
    /// By node, each field in words.
    let state: [EndWords.Node]
    /// By node, what there is beside records, in words.
    let app: [EndWords.Node]
    let asExpected: Bool
    let failed: [(check: String, explanation: String)]
    /// The lines of the schedule that leads there.
    let schedule: [String]
    /// The same in words, line by line; empty in explorations of earlier versions.
    let fates: [String]
    let story: [String]
    let file: String?
    let isConfirmed: Bool?
  }

  let scenario: String
  let variant: String
  /// What the file says of itself, and then what the variant says; empty in explorations of earlier
  /// versions.
  let about: [String]
  let claim: String
  /// How the user started the tool.
  let tool: String
  let isComplete: Bool
  let mode: ExploreSummary.Mode
  /// The class over all orders; nil where it was not asked for.
  let sensitivity: String?
  let stop: String?
  let counts: [(name: String, number: Int)]
  let ends: [End]
  let examples: [End]
}

extension ExploreRecord {
  package init(
    _ summary: ExploreSummary, scenario: String, variant: VariantName, about: [String] = [],
    tool: String = "cluster"
  ) {
    self.about = about
    self.tool = tool
    self.scenario = scenario
    self.variant = variant.string
    claim = summary.claim
    isComplete = summary.complete
    mode = summary.mode
    sensitivity = summary.sensitivity
    stop = summary.stop
    counts = [
      ("deviations", summary.deviations), ("runs", summary.runs), ("states", summary.states),
      ("transitions", summary.transitions), ("depth", summary.depth),
    ].compactMap { name, number in number.map { (name, $0) } }
    let all = summary.endStates.map(End.init)
    switch summary.mode {
    case .deviations:
      ends = []
      examples = all
    case .allOrders:
      ends = all
      examples = summary.counterexamples.map(End.init)
    }
  }
}

extension ExploreRecord.End {
  fileprivate init(_ end: ExploreSummary.EndState) {
    state = EndWords.records(end.state)
    app = EndWords.app(end.app)
    asExpected = end.asExpected
    failed = end.failed.map { ($0.name.rawValue, $0.explanation) }
    schedule = end.schedule.lines
    fates = ScheduleWords.sentences(end.schedule)
    story = end.story
    file = end.file
    isConfirmed = end.isConfirmed
  }
}

// MARK: - JSON

extension ExploreRecord: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("format", ExploreRecord.format)
      json.member("scenario", scenario)
      json.member("variant", variant)
      json.key("about")
      json.array(about) { $0.string($1) }
      json.member("claim", claim)
      json.member("tool", tool)
      json.member("complete", isComplete)
      json.member("mode", mode.rawValue)
      json.member("class", sensitivity)
      json.member("stop", stop)
      json.key("counts")
      json.object { json in
        for count in counts { json.member(count.name, count.number) }
      }
      json.member("ends", ends)
      json.member("counterexamples", examples)
    }
  }

  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.openObject()
    _ = try object.required("format").count(in: ExploreRecord.format...ExploreRecord.format)
    scenario = try object.required("scenario").string()
    variant = try object.required("variant").string()
    about =
      try object.optional("about")?.list { line throws(FormatError) in try line.string() } ?? []
    claim = try object.required("claim").string()
    tool = try object.optional("tool")?.string() ?? "cluster"
    isComplete = try object.required("complete").bool()
    mode = try object.required("mode").choice()
    sensitivity = try object.text("class")
    stop = try object.text("stop")
    var counts: [(name: String, number: Int)] = []
    for (name, number) in try object.required("counts").entries() {
      counts.append((name, try number.count()))
    }
    self.counts = counts
    ends = try object.required("ends").list(End.init)
    examples = try object.required("counterexamples").list(End.init)
  }
}

extension ExploreRecord.End: JSONWritable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      for (name, nodes) in [("state", state), ("app", app)] {
        json.key(name)
        json.object { json in
          for node in nodes { json.member(node.node, node.words) }
        }
      }
      json.member("asExpected", asExpected)
      json.key("failed")
      json.object { json in
        for check in failed { json.member(check.check, check.explanation) }
      }
      for (name, lines) in [("schedule", schedule), ("fates", fates), ("story", story)] {
        json.key(name)
        json.array(lines) { $0.string($1) }
      }
      json.member("file", file)
      json.key("confirmed")
      if let isConfirmed { json.bool(isConfirmed) } else { json.null() }
    }
  }

  fileprivate init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.openObject()
    state = try ExploreRecord.End.nodes(object.required("state"))
    // Explorations of earlier versions have none.
    app = try object.optional("app").map(ExploreRecord.End.nodes) ?? []
    asExpected = try object.required("asExpected").bool()
    var failed: [(check: String, explanation: String)] = []
    for (check, words) in try object.required("failed").entries() {
      failed.append((check, try words.string()))
    }
    self.failed = failed
    schedule = try object.required("schedule").list { line throws(FormatError) in
      try line.string()
    }
    fates =
      try object.optional("fates")?.list { line throws(FormatError) in try line.string() } ?? []
    story = try object.required("story").list { line throws(FormatError) in try line.string() }
    file = try object.text("file")
    let confirmed = try object.required("confirmed")
    if confirmed.kind == .null {
      isConfirmed = nil
    } else {
      isConfirmed = try confirmed.bool()
    }
  }
}

extension ExploreRecord.End {
  private static func nodes(_ reader: JSONReader) throws(FormatError) -> [EndWords.Node] {
    var nodes: [EndWords.Node] = []
    for (node, words) in try reader.entries() { nodes.append((node, try words.string())) }
    return nodes
  }
}

extension JSONObjectReader {
  /// Text, or null for none.
  fileprivate func text(_ name: String) throws(FormatError) -> String? {
    let member = try required(name)
    if member.kind == .null { return nil }
    return try member.string()
  }
}
