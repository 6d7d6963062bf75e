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
  /// Its own page, from the soak's store on; nil where the run was not kept.
  package var page: String?

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
  /// The ways in which runs failed that were to fail.
  package var findings: [SoakFinding] = []
  package var happened: [Happening: Int] = [:]
  package var runsPerSecond = 0
  /// One for each variant that was run, in the order of files and variants.
  package var wishes: [SoakWishes] = []
  /// How it was asked for; nil where nobody wrote it down.
  package var plan: SoakPlan?
  /// The parts of one soak that this is made of.
  package var shards = SoakShards.whole

  package init() {}

  /// Whether it is one shard's, or made of all shards that there are.
  package var isComplete: Bool { shards.numbers.count == 1 || shards.isWhole }

  /// What a scenario wants and no run of it had, in words. One shard alone may just have missed it.
  package var unmet: [String] { shards.isWhole ? wishes.flatMap(\.unmet) : [] }

  /// What files settle and no run met, in words: a name may be misspelt.
  package var idle: [String] { shards.isWhole ? SoakWishes.idle(wishes) : [] }

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
    return head.map { Canvas.line($0, .strong, style) } + missing + quietLines(style)
      + kindLines(style) + seenLines(style)
      + idle.flatMap { Canvas.lines($0, .warning, style) }
      + unmet.flatMap { Canvas.lines("not as expected: \($0)", .bad, style) }
      + [Canvas.line(SafeText(bound, style), boundInk, style)]
  }

  private var boundInk: Ink {
    if surprises.isEmpty { return .good }
    return isOnlyUnseen ? .warning : .bad
  }

  /// Says that nothing out of the ordinary happened in any run; nil where something did.
  var quiet: String? {
    guard runs > 0, happened.allSatisfy({ $0.value == 0 }) else { return nil }
    return "nothing was lost, doubled or late: only the quiet path was tried"
  }

  private func quietLines(_ style: TextStyle) -> [String] {
    quiet.map { Canvas.lines($0, .warning, style) } ?? []
  }

  /// The rule of three: of N independent runs without a failure, fewer than 3/N fail at 95 %.
  var bound: String {
    let total = Wording.count(runs)
    guard runs > 0 else { return "nothing was run" }
    guard surprises.isEmpty else {
      return "\(Wording.count(surprises.count)) of \(total) not as expected"
        + (isOnlyUnseen ? ": what is to fail was not seen there" : "")
    }
    let share = PartsPerMillion((3_000_000 + Int64(runs) - 1) / Int64(runs))
    let percent = share < .always ? " (\(Wording.percent(share)))" : ""
    return "0 of \(total) not as expected: failure rate below 3/\(total)\(percent) "
      + "at 95 % confidence"
  }

  private func seenLines(_ style: TextStyle) -> [String] {
    let seen = Happening.allCases.map { happening in
      SafeText("\(happening.words) \(Wording.count(happened[happening, default: 0]))", style)
    }
    return SafeText.lines(of: seen, separator: style.glyphs.separator, columns: style.width - 2)
      .map { Canvas.line($0, .dim, style, indent: 2) }
  }
}

extension SoakSummary {
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
    for finding in other.findings { note(finding) }
    findings = sortedFindings
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
