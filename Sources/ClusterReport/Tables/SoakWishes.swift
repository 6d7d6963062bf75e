import ClusterCore

/// In how many runs of one variant each thing came about that its scenario wants in a run: a check
/// of `expect.pass` had something to judge, one of `expect.sometimes` failed, an event of
/// `expect.happened` was frequent enough.
///
/// One run without is the weather's doing and does not matter. None with it means that the
/// scenario does not show what it is written for.
package struct SoakWishes: Hashable, Sendable {
  package let file: String
  package let variant: VariantName
  package private(set) var runs: Int
  /// By the check's name.
  package private(set) var judged: [String: Int]
  /// By the check's name.
  package private(set) var failed: [String: Int]
  /// By the event's name.
  package private(set) var happened: [String: Int]
  /// The file's fates, jitters and kills that came to nothing in any run.
  package private(set) var idle: IdleLines

  /// One run's.
  package init(
    file: String, variant: VariantName, expect: Expectation, results: [CheckResult],
    happenings: [Happening: Int], idle: IdleLines = IdleLines()
  ) {
    self.idle = idle
    self.file = file
    self.variant = variant
    runs = 1
    judged = [:]
    failed = [:]
    happened = [:]
    for name in expect.pass {
      let result = results.first { $0.name.rawValue == name }
      judged[name] = result == nil || result?.verdict == .notJudged ? 0 : 1
    }
    for name in expect.sometimes {
      let result = results.first { $0.name.rawValue == name }
      failed[name] = result?.verdict == .fail ? 1 : 0
    }
    for (name, wanted) in expect.happened {
      let count = Happening(rawValue: name).flatMap { happenings[$0] } ?? 0
      happened[name] = count >= wanted ? 1 : 0
    }
  }

  func isSame(as other: SoakWishes) -> Bool { file == other.file && variant == other.variant }

  mutating func add(_ other: SoakWishes) {
    runs += other.runs
    judged.merge(other.judged) { $0 + $1 }
    failed.merge(other.failed) { $0 + $1 }
    happened.merge(other.happened) { $0 + $1 }
    idle.formIntersection(other.idle)
  }

  /// What came about in no run, in words.
  var unmet: [String] {
    let place = "\(file), \(variant), in none of \(Wording.count(runs, "run", "runs"))"
    return SoakWishes.never(judged).map { "\(place): \($0) had something to judge" }
      + SoakWishes.never(failed).map { "\(place): \($0) failed" }
      + SoakWishes.never(happened).map { "\(place): \($0) happened often enough" }
  }

  /// What files settle and none of their runs met, whatever the variant, in words; a line may be meant
  /// for one variant alone.
  static func idle(_ wishes: [SoakWishes]) -> [String] {
    var files: [SoakWishes] = []
    for one in wishes {
      if let place = files.firstIndex(where: { $0.file == one.file }) {
        files[place].runs += one.runs
        files[place].idle.formIntersection(one.idle)
      } else {
        files.append(one)
      }
    }
    return files.flatMap { file in
      file.idle.lines.map {
        "\(file.file), in none of \(Wording.count(file.runs, "run", "runs")): \($0)"
      }
    }
  }

  private static func never(_ counts: [String: Int]) -> [String] {
    counts.filter { $0.value == 0 }.keys.sorted { Text($0) < Text($1) }
  }
}

extension SoakWishes: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("file", file)
      json.member("variant", variant)
      json.member("runs", runs)
      json.key("judged")
      SoakWishes.write(judged, to: &json)
      json.key("failed")
      SoakWishes.write(failed, to: &json)
      json.key("happened")
      SoakWishes.write(happened, to: &json)
      if !idle.isEmpty { json.member("idle", idle) }
    }
  }

  private static func write(_ counts: [String: Int], to json: inout JSONWriter) {
    json.object { json in
      for (name, count) in counts.sorted(by: { Text($0.key) < Text($1.key) }) {
        json.member(name, count)
      }
    }
  }

  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(allowing: [
      "file", "variant", "runs", "judged", "failed", "happened", "idle",
    ])
    file = try object.required("file").string()
    variant = try object.required("variant").identifier()
    runs = try object.required("runs").count()
    judged = try SoakWishes.counts(object.required("judged"))
    failed = try SoakWishes.counts(object.required("failed"))
    happened = try SoakWishes.counts(object.required("happened"))
    idle = try object.optional("idle").map(IdleLines.init) ?? IdleLines()
  }

  private static func counts(_ reader: JSONReader) throws(FormatError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (name, count) in try reader.entries() { counts[name] = try count.count() }
    return counts
  }
}
