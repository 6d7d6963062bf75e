import ClusterCore

/// A run that did not end as its scenario expects.
package struct Surprise: Sendable {
  package let file: String
  package let variant: VariantName
  package let seed: Seed
  /// What was not as expected; empty where the run itself came to nothing.
  package let checks: [CheckResult]
  /// The command that runs the same again.
  package let rerun: String

  package init(
    file: String, variant: VariantName, seed: Seed, checks: [CheckResult], rerun: String
  ) {
    self.file = file
    self.variant = variant
    self.seed = seed
    self.checks = checks
    self.rerun = rerun
  }
}

/// What came of many seeds.
package struct SoakSummary: Sendable {
  package var runs = 0
  package var pass = 0
  package var fail = 0
  package var unknown = 0
  package var surprises: [Surprise] = []
  package var happened: [Happening: Int] = [:]
  package var runsPerSecond = 0
  /// One for each variant that was run, in the order of files and variants.
  package private(set) var wishes: [SoakWishes] = []
  /// The parts of one soak that this is made of.
  package var shards = SoakShards.whole

  package init() {}

  /// Whether it is one shard's, or made of all shards that there are.
  package var isComplete: Bool { shards.numbers.count == 1 || shards.isWhole }

  /// What a scenario wants and no run of it had, in words. One shard alone may just have missed it.
  package var unmet: [String] { shards.isWhole ? wishes.flatMap(\.unmet) : [] }

  /// Counts what runs of one variant had of what its scenario wants.
  package mutating func note(_ wishes: SoakWishes) {
    if let place = self.wishes.firstIndex(where: { $0.isSame(as: wishes) }) {
      self.wishes[place].add(wishes)
    } else {
      self.wishes.append(wishes)
    }
  }

  package func lines(_ style: TextStyle) -> [String] {
    let counts = [
      Wording.count(runs, "run", "runs"), "\(Wording.count(pass)) pass",
      "\(Wording.count(fail)) fail", "\(Wording.count(unknown)) unknown",
      "\(Wording.count(runsPerSecond)) runs a second",
    ]
    let head = SafeText.lines(
      of: counts.map { SafeText($0, style) }, separator: style.glyphs.separator,
      columns: style.width)
    let missing =
      isComplete
      ? [] : Canvas.lines("of \(shards.count) shards only \(shards) are here", .warning, style)
    return head.map { Canvas.line($0, .strong, style) } + missing + surpriseLines(style)
      + seenLines(style)
      + unmet.flatMap { Canvas.lines("not as expected: \($0)", .bad, style) }
      + [Canvas.line(SafeText(bound, style), surprises.isEmpty ? .good : .bad, style)]
  }

  /// The rule of three: of N independent runs without a failure, fewer than 3/N fail at 95 %.
  var bound: String {
    let total = Wording.count(runs)
    guard runs > 0 else { return "nothing was run" }
    guard surprises.isEmpty else {
      return "\(Wording.count(surprises.count)) of \(total) not as expected"
    }
    let share = PartsPerMillion((3_000_000 + Int64(runs) - 1) / Int64(runs))
    let percent = share < .always ? " (\(Wording.percent(share)))" : ""
    return "0 of \(total) not as expected: below 3/\(total)\(percent) at 95 %"
  }

  /// Surprises of one kind.
  struct Kind {
    let words: String
    var surprises: [Surprise]
  }

  /// Surprises by check and signature, the most frequent first.
  var kinds: [Kind] {
    var kinds: [Kind] = []
    for surprise in surprises {
      let words = SoakSummary.key(of: surprise)
      if let place = kinds.firstIndex(where: { $0.words == words }) {
        kinds[place].surprises.append(surprise)
      } else {
        kinds.append(Kind(words: words, surprises: [surprise]))
      }
    }
    return kinds.sorted { left, right in
      let counts = (left.surprises.count, right.surprises.count)
      return counts.0 != counts.1 ? counts.0 > counts.1 : Text(left.words) < Text(right.words)
    }
  }

  /// Each kind with its number and its first rerun line.
  private func surpriseLines(_ style: TextStyle) -> [String] {
    kinds.flatMap { kind in
      let count = Wording.count(kind.surprises.count, "run", "runs")
      let rerun = kind.surprises.first?.rerun ?? ""
      return Canvas.lines("\(style.glyphs.bad) \(kind.words): \(count)", .bad, style, indent: 2)
        + ["    again: " + SafeText(rerun, style).string]
    }
  }

  private static func key(of surprise: Surprise) -> String {
    guard !surprise.checks.isEmpty else { return "the run came to nothing" }
    return surprise.checks.map { check in
      let words =
        switch check.verdict {
        case .pass: "passes"
        case .fail: ""
        case .notJudged: "not judged"
        case .unknown: "unknown"
        }
      // A signature is `check|field|reason`; the check's name stands before it already.
      let parts = check.signature.split(separator: "|").map(String.init)
      let kind = parts.filter { $0 != check.name.rawValue }.joined(separator: ", ")
      return [check.name.rawValue, words, kind].filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: "; ")
  }

  private func seenLines(_ style: TextStyle) -> [String] {
    let seen = Happening.allCases.map { happening in
      SafeText("\(happening.rawValue) \(Wording.count(happened[happening, default: 0]))", style)
    }
    return SafeText.lines(of: seen, separator: style.glyphs.separator, columns: style.width - 2)
      .map { Canvas.line($0, .dim, style, indent: 2) }
  }
}

extension SoakSummary: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("runs", runs)
      json.member("pass", pass)
      json.member("fail", fail)
      json.member("unknown", unknown)
      json.member("surprises", surprises)
      json.member("events", happened)
      json.member("runsPerSecond", runsPerSecond)
      json.member("wishes", wishes)
      if !shards.isWhole { json.member("shards", shards) }
    }
  }
}

extension Surprise: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("file", file)
      json.member("variant", variant)
      json.member("seed", seed)
      json.key("checks")
      json.array(checks) { $0.string($1.name.rawValue) }
      json.key("kinds")
      json.array(checks) { $0.string($1.signature) }
      json.key("verdicts")
      json.array(checks) { $0.string($1.verdict.rawValue) }
      json.member("rerun", rerun)
    }
  }

  fileprivate init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: ["file", "variant", "seed", "checks", "kinds", "verdicts", "rerun"])
    let seed = try object.required("seed").integer(in: 0...Int64.max)
    let names: [CheckName] = try object.required("checks").list { reader throws(FormatError) in
      try reader.choice()
    }
    let kinds = try object.required("kinds").list { reader throws(FormatError) in
      try reader.string()
    }
    let verdicts: [Verdict] = try object.required("verdicts").list { reader throws(FormatError) in
      try reader.choice()
    }
    self.init(
      file: try object.required("file").string(),
      variant: try object.required("variant").identifier(), seed: Seed(UInt64(seed)),
      checks: zip(zip(names, kinds), verdicts).map { pair, verdict in
        CheckResult(name: pair.0, verdict: verdict, witnesses: 0, signature: pair.1)
      }, rerun: try object.required("rerun").string())
  }
}

extension SoakSummary {
  /// Reads what `soak --json` printed.
  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: [
        "runs", "pass", "fail", "unknown", "surprises", "events", "runsPerSecond", "wishes",
        "shards",
      ])
    runs = try object.required("runs").count()
    pass = try object.required("pass").count()
    fail = try object.required("fail").count()
    unknown = try object.required("unknown").count()
    surprises = try object.required("surprises").list(Surprise.init)
    for (name, count) in try object.required("events").entries() {
      if let happening = Happening(rawValue: name) { happened[happening] = try count.count() }
    }
    runsPerSecond = try object.required("runsPerSecond").count()
    wishes = try object.optional("wishes")?.list(SoakWishes.init) ?? []
    if let shards = object.optional("shards") { self.shards = try SoakShards(shards) }
  }

  /// Adds what another soak of other seeds came to; surprises are kept in the order of files,
  /// variants and seeds, so that shards merge to what one soak would have said.
  package mutating func merge(_ other: SoakSummary) {
    runs += other.runs
    pass += other.pass
    fail += other.fail
    unknown += other.unknown
    happened.merge(other.happened) { $0 + $1 }
    runsPerSecond += other.runsPerSecond
    for one in other.wishes { note(one) }
    wishes.sort { left, right in
      left.file != right.file ? Text(left.file) < Text(right.file) : left.variant < right.variant
    }
    surprises = (surprises + other.surprises).sorted { left, right in
      if left.file != right.file { return Text(left.file) < Text(right.file) }
      if left.variant != right.variant { return left.variant < right.variant }
      return left.seed.number < right.seed.number
    }
  }
}
