/// A check measured: run on a correct version and on one with a known fault.
///
/// It holds for one fault and one input; a check that separates one fault may be blind to the
/// next.
package struct Separation: Sendable {
  package let correct: CheckRun
  package let faulty: CheckRun

  /// What stands for the class of a check that did not run on one of the versions.
  package static let outside = "kategori-disi"

  /// Takes runs that were made elsewhere.
  package init(correct: CheckRun, faulty: CheckRun) {
    self.correct = correct
    self.faulty = faulty
  }

  /// Runs the check on both versions. Throws what the check throws.
  package init<Version, Failure: Error>(
    correct: Version, faulty: Version, check: (Version) throws(Failure) -> CheckRun
  ) throws(Failure) {
    self.init(correct: try check(correct), faulty: try check(faulty))
  }

  /// The asynchronous form: the faulty version's run starts after the correct one's has ended.
  package init<Version, Failure: Error>(
    correct: Version, faulty: Version, check: (Version) async throws(Failure) -> CheckRun
  ) async throws(Failure) {
    self.init(correct: try await check(correct), faulty: try await check(faulty))
  }

  /// The class, or `nil` where the check did not run on one of the versions: such a row is
  /// counted apart.
  package var discrimination: Discrimination? {
    guard let passesCorrect = correct.passes, let passesFaulty = faulty.passes else { return nil }
    return Discrimination(passesCorrect: passesCorrect, passesFaulty: passesFaulty)
  }

  /// The report line, `LABEL | dogru=OUTPUT/gecti kusurlu=OUTPUT/kaldi -> CLASS`, without the
  /// verdicts where the check did not run.
  package func line(labelled label: String) -> String {
    guard let discrimination else {
      return "\(label) | dogru=\(correct.output) kusurlu=\(faulty.output) -> \(Self.outside)"
    }
    let onCorrect = "\(correct.output)/\(correct.verdict)"
    let onFaulty = "\(faulty.output)/\(faulty.verdict)"
    return "\(label) | dogru=\(onCorrect) kusurlu=\(onFaulty) -> \(discrimination)"
  }
}
