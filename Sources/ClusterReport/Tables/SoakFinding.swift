import ClusterCore

/// One way in which runs of a variant failed that is to fail.
package struct SoakFinding: Sendable {
  package let file: String
  package let variant: VariantName
  /// What the failed checks say, alike for runs that fail alike.
  package let kind: String
  /// How many runs failed so.
  package private(set) var runs: Int
  /// The smallest seed of those runs, and what its run says.
  package private(set) var seed: Seed
  package private(set) var checks: [SoakExample]
  /// The command that runs that one again.
  package private(set) var rerun: String
  /// That run's own page, from the soak's store on; nil where it was not kept.
  package var page: String?

  /// One run's.
  package init(
    file: String, variant: VariantName, seed: Seed, failed: [CheckResult], rerun: String
  ) {
    self.file = file
    self.variant = variant
    self.seed = seed
    self.rerun = rerun
    kind = failed.kind
    runs = 1
    checks = failed.map { SoakExample(name: $0.name, explanation: $0.explanation) }
  }

  /// `60 runs`.
  var count: String { Wording.count(runs, "run", "runs") }

  func isSame(as other: SoakFinding) -> Bool {
    file == other.file && variant == other.variant && kind == other.kind
  }

  mutating func add(_ other: SoakFinding) {
    runs += other.runs
    guard other.seed.number < seed.number else { return }
    (seed, checks, rerun, page) = (other.seed, other.checks, other.rerun, other.page)
  }
}

/// What one check says of the run that stands for all of its kind.
package struct SoakExample: Sendable {
  package let name: CheckName
  package let explanation: String
}

extension SoakFinding: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("file", file)
      json.member("variant", variant)
      json.member("kind", kind)
      json.member("runs", runs)
      json.member("seed", seed)
      json.key("checks")
      json.object { json in
        for check in checks { json.member(check.name.rawValue, check.explanation) }
      }
      json.member("rerun", rerun)
      if let page { json.member("page", page) }
    }
  }

  init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: ["file", "variant", "kind", "runs", "seed", "checks", "rerun", "page"])
    file = try object.required("file").string()
    variant = try object.required("variant").identifier()
    kind = try object.required("kind").string()
    runs = try object.required("runs").count()
    seed = Seed(UInt64(try object.required("seed").integer(in: 0...Int64.max)))
    checks = []
    for (name, explanation) in try object.required("checks").entries() {
      guard let check = CheckName(rawValue: name) else {
        throw explanation.error("there is no check \"\(name)\"", allowed: "the name of a check")
      }
      checks.append(SoakExample(name: check, explanation: try explanation.string()))
    }
    rerun = try object.required("rerun").string()
    page = try object.optional("page")?.string()
  }
}
