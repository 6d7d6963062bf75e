import ClusterCore

/// One check: a fold over a run's trace that counts what it has to judge and says where it broke.
protocol Check: Sendable {
  static var name: CheckName { get }

  init(_ scenario: Scenario)

  /// Takes the event in hand; `run` has taken it in already.
  mutating func step(_ event: TraceEvent, _ run: RunFold)

  /// What the check has found so far. Without a breach and a doubt it passes, if it has had a
  /// witness.
  func finding(_ run: RunFold) -> Finding

  /// Takes in all that the check keeps and that its verdict may yet depend on. What only words
  /// an explanation, such as a step's number, stays out.
  func weigh(into state: inout StateDigest)
}

/// What a check found, before it becomes a verdict.
struct Finding: Sendable {
  /// Distinct occurrences of what the check is about; tries and copies count once.
  var witnesses: Int
  var breach: Breach?
  /// Why it cannot tell.
  var doubt: String?

  init(witnesses: Int, breach: Breach? = nil, doubt: String? = nil) {
    self.witnesses = witnesses
    self.breach = breach
    self.doubt = doubt
  }

  /// The finding of a check that judges the end, in a trace that has none.
  static let withoutEnd = Finding(
    witnesses: 0, doubt: "the trace stops before the run has ended")
}

/// Where and how a check broke.
struct Breach: Sendable {
  let step: Int
  /// The field, or whatever else it broke at.
  let subject: String
  /// In a few words without names: what tells this failure from another of the same check.
  let reason: String
  let explanation: String
}

extension Check {
  /// Checks that judge the end alone need no step.
  mutating func step(_ event: TraceEvent, _ run: RunFold) {}

  func result(_ run: RunFold) -> CheckResult {
    let finding = finding(run)
    if let breach = finding.breach {
      return CheckResult(
        name: Self.name, verdict: .fail, witnesses: finding.witnesses, step: breach.step,
        explanation: breach.explanation,
        signature: "\(Self.name.rawValue)|\(breach.subject)|\(breach.reason)")
    }
    if let doubt = finding.doubt {
      return CheckResult(
        name: Self.name, verdict: .unknown, witnesses: finding.witnesses, explanation: doubt)
    }
    return CheckResult(
      name: Self.name, verdict: finding.witnesses > 0 ? .pass : .notJudged,
      witnesses: finding.witnesses)
  }
}

extension Breach {
  /// What tells a failure from another, for a state.
  func weigh(into state: inout StateDigest) {
    state.combine(subject)
    state.combine(reason)
  }
}

extension StateDigest {
  mutating func combine(_ breach: Breach?) {
    combine(breach == nil)
    breach?.weigh(into: &self)
  }
}

/// A field that holds an empty set, or a value that was emptied, and one that holds nothing look
/// the same to a user.
func looksSame(_ one: FieldValue?, _ other: FieldValue?) -> Bool {
  one == other || (isNothing(one) && isNothing(other))
}
