/// One run of a check: what the version put out, and what the check said about it.
package struct CheckRun: Sendable {
  /// What a check said about one version.
  package enum Verdict: String, Sendable {
    case passed = "gecti"
    case failed = "kaldi"
    case didNotRun = "kosmadi"
  }

  package let output: String
  package let verdict: Verdict

  package init(output: some CustomStringConvertible, verdict: Verdict) {
    self.output = output.description
    self.verdict = verdict
  }

  /// A check that did not run, with the output that stands for that.
  package static let didNotRun = CheckRun(output: Verdict.didNotRun, verdict: .didNotRun)

  /// Whether the check passed; `nil` if it did not run, which the output alone may say.
  package var passes: Bool? {
    if output == Verdict.didNotRun.rawValue { return nil }
    return switch verdict {
    case .passed: true
    case .failed: false
    case .didNotRun: nil
    }
  }
}

/// Prints as published.
extension CheckRun.Verdict: CustomStringConvertible {
  package var description: String { rawValue }
}
