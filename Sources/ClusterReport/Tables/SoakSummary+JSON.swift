import ClusterCore

// The JSON form of a soak: `soak.json`, and what `soak --json` prints.
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
      if !findings.isEmpty { json.member("findings", sortedFindings) }
      if !shards.isWhole { json.member("shards", shards) }
      if let plan { json.member("plan", plan) }
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
      json.key("explanations")
      json.array(checks) { $0.string($1.explanation) }
      json.member("rerun", rerun)
      if let page { json.member("page", page) }
    }
  }

  fileprivate init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: [
        "file", "variant", "seed", "checks", "kinds", "verdicts", "explanations", "rerun", "page",
      ])
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
    // Soaks of earlier versions have none.
    let explanations =
      try object.optional("explanations")?.list { reader throws(FormatError) in
        try reader.string()
      } ?? []
    let checks = zip(zip(names, kinds), verdicts).enumerated().map { place, check in
      CheckResult(
        name: check.0.0, verdict: check.1, witnesses: 0,
        explanation: place < explanations.count ? explanations[place] : "",
        signature: check.0.1)
    }
    self.init(
      file: try object.required("file").string(),
      variant: try object.required("variant").identifier(), seed: Seed(UInt64(seed)),
      checks: checks, rerun: try object.required("rerun").string())
    page = try object.optional("page")?.string()
  }
}

extension SoakSummary {
  /// Reads what `soak --json` printed.
  package init(_ reader: JSONReader) throws(FormatError) {
    let object = try reader.object(
      allowing: [
        "runs", "pass", "fail", "unknown", "surprises", "events", "runsPerSecond", "wishes",
        "shards", "findings", "plan",
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
    findings = try object.optional("findings")?.list(SoakFinding.init) ?? []
    if let shards = object.optional("shards") { self.shards = try SoakShards(shards) }
    plan = try object.optional("plan").map(SoakPlan.init)
  }
}
