import ClusterCore

/// What a page takes from the results of a run; the rest it reads off the trace.
package struct RunFacts: Hashable, Sendable {
  package let hosts: HostKind
  package let verdict: Verdict
  package let asExpected: Bool
  /// What is not as expected, in words.
  package let surprises: [String]
  package let checks: [CheckResult]
  package let messages: MessageCounts
  package let happened: [Happening: Int]
  package let traceHash: String
  /// The command that runs the same again; empty where nobody knows it.
  package let rerun: String
  /// What the file says of all its variants; empty where this one says nothing of its own.
  package let fileAbout: String

  package init(_ summary: RunSummary) {
    hosts = summary.hosts
    verdict = summary.verdict
    asExpected = summary.asExpected
    surprises = summary.surprises
    checks = summary.checks.map(RunFacts.plain)
    messages = summary.messages
    happened = summary.happened.filter { $0.value != 0 }
    traceHash = summary.traceHash.description
    rerun = summary.rerun ?? ""
    fileAbout = summary.fileAbout
  }

  /// A check as `results.json` has it, without what only a search needs.
  private static func plain(_ check: CheckResult) -> CheckResult {
    CheckResult(
      name: check.name, verdict: check.verdict, witnesses: check.witnesses, step: check.step,
      explanation: check.explanation)
  }
}

extension RunFacts {
  /// Reads `results.json`; keys that a page has no use for are passed over.
  package init(_ results: JSONNode) throws(FormatError) {
    let object = try JSONReader(results).openObject()
    hosts = try object.required("hosts").choice()
    verdict = try object.required("verdict").choice()
    asExpected = try object.required("asExpected").bool()
    surprises =
      try object.optional("surprises")?.list { reader throws(FormatError) in
        try reader.string()
      } ?? []
    checks = try object.required("checks").list(RunFacts.check)
    messages = try RunFacts.counts(object.required("messages"))
    var happened: [Happening: Int] = [:]
    for (name, count) in try object.required("events").entries() {
      let number = try count.count()
      if let happening = Happening(rawValue: name), number > 0 { happened[happening] = number }
    }
    self.happened = happened
    traceHash = try object.required("traceHash").string()
    rerun = try object.optional("rerun")?.string() ?? ""
    fileAbout = try object.optional("fileAbout")?.string() ?? ""
  }

  private static func check(_ reader: JSONReader) throws(FormatError) -> CheckResult {
    let object = try reader.openObject()
    let step = try object.required("step")
    let isNull = step.kind == .null
    return CheckResult(
      name: try object.required("name").choice(), verdict: try object.required("verdict").choice(),
      witnesses: try object.required("witnesses").count(), step: isNull ? nil : try step.count(),
      explanation: try object.required("explanation").string())
  }

  private static func counts(_ reader: JSONReader) throws(FormatError) -> MessageCounts {
    let object = try reader.openObject()
    var counts = MessageCounts()
    counts.sent = try object.required("sent").count()
    counts.delivered = try object.required("delivered").count()
    counts.dropped = try object.required("dropped").count()
    counts.duplicated = try object.required("duplicated").count()
    return counts
  }
}
