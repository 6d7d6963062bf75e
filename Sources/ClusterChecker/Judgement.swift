import ClusterCore

/// What a run says in the end, and whether that is what its scenario expects.
package struct Judgement: Hashable, Sendable {
  /// `fail` if a check failed; `unknown` if one is unknown, one that is to pass was not judged,
  /// or nothing was judged; else `pass`.
  package let verdict: Verdict
  /// Never so where the verdict is `unknown`.
  package let asExpected: Bool
  /// What is not as expected, in words, in the order of the checks; then the happenings. Empty
  /// only where all is.
  package let surprises: [String]
  /// The same, each failure with what its check says.
  package let explained: [String]

  /// - Parameter seedOverridden: whether the user named the seed. What the weather brings
  ///   about, happenings and checks that had nothing to judge, does not matter then.
  package init(
    results: [CheckResult], happenings: [Happening: Int], expect: Expectation,
    seedOverridden: Bool
  ) {
    verdict = Judgement.verdict(results, expect, seedOverridden: seedOverridden)
    var surprises: [String] = []
    var explanations: [Int: String] = [:]
    for name in CheckName.allCases {
      let result = results.first { $0.name == name }
      let words = Judgement.surprise(name, result, expect, seedOverridden: seedOverridden)
      guard let words else { continue }
      if let result, result.verdict == .fail { explanations[surprises.count] = result.explanation }
      surprises.append(words)
    }
    if !seedOverridden {
      for happening in Happening.allCases {
        let (wanted, count) = (expect.happened[happening.rawValue], happenings[happening] ?? 0)
        guard let wanted, count < wanted else { continue }
        surprises.append(
          "\(happening.rawValue) happened \(count) times, expected is at least \(wanted)")
      }
    }
    if surprises.isEmpty, verdict == .unknown {
      surprises.append("the run had nothing to judge")
    }
    self.surprises = surprises
    explained = surprises.enumerated().map { place, words in
      explanations[place].map { "\(words): \($0)" } ?? words
    }
    asExpected = surprises.isEmpty && verdict != .unknown
  }

  private static func verdict(
    _ results: [CheckResult], _ expect: Expectation, seedOverridden: Bool
  ) -> Verdict {
    if results.contains(where: { $0.verdict == .fail }) { return .fail }
    if results.contains(where: { $0.verdict == .unknown }) { return .unknown }
    guard results.contains(where: { $0.verdict == .pass }) else { return .unknown }
    let isMissed = expect.pass.contains { name in
      !results.contains { $0.name.rawValue == name && $0.verdict == .pass }
    }
    return isMissed && !seedOverridden ? .unknown : .pass
  }

  private static func surprise(
    _ name: CheckName, _ result: CheckResult?, _ expect: Expectation, seedOverridden: Bool
  ) -> String? {
    let mustFail = expect.fail.contains(name.rawValue)
    let mustPass = expect.pass.contains(name.rawValue)
    let mayFail = expect.sometimes.contains(name.rawValue)
    switch result?.verdict {
    case .fail where mustFail || mayFail: return nil
    case .fail: return "\(name.rawValue) failed\(mustPass ? ", expected to pass" : " unexpectedly")"
    case .pass: return mustFail ? "\(name.rawValue) passed, expected to fail" : nil
    case .unknown:
      return "\(name.rawValue) could not tell: \(result?.explanation ?? "")"
    case .notJudged, nil:
      if mustFail { return "\(name.rawValue) had nothing to judge, expected to fail" }
      guard mustPass, !seedOverridden else { return nil }
      return "\(name.rawValue) had nothing to judge, expected to pass"
    }
  }
}
