/// What a check says of a run, and in the end what the run says.
package enum Verdict: String, CaseIterable, Sendable {
  case pass, fail
  /// It had nothing to judge: no witness.
  case notJudged
  /// It could not tell.
  case unknown
}

/// What one check found.
package struct CheckResult: Hashable, Sendable {
  package let name: CheckName
  package let verdict: Verdict
  /// How many occurrences of what it is about it has seen.
  package let witnesses: Int
  /// The number of the trace event at which it broke.
  package let step: Int?
  /// In words; empty where it passed.
  package let explanation: String
  /// What tells this failure from another of the same check: the field or credential, and
  /// the reason. Empty where it passed.
  package let signature: String

  package init(
    name: CheckName, verdict: Verdict, witnesses: Int, step: Int? = nil,
    explanation: String = "", signature: String = ""
  ) {
    self.name = name
    self.verdict = verdict
    self.witnesses = witnesses
    self.step = step
    self.explanation = explanation
    self.signature = signature
  }
}
