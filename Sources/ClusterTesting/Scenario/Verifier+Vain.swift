import ClusterChecker
import ClusterCore

// What passes for no other reason than that it never came to it is no pass.
extension Verifier {
  /// What was verified, where each fate that is written met its message in some run, and each check
  /// that is to pass had something to judge in one.
  func concluded(_ tally: Tally) throws(TestFailure) -> Verification {
    let runs = tally.runs == 1 ? "the run" : "any of the \(tally.runs) runs"
    guard tally.unused.isEmpty else {
      throw TestFailure(
        what: "\(scenario.name): what these entries name was not met in \(runs): "
          + tally.unused.map(\.asciiJSON).joined(separator: " "),
        cause: "a name is misspelt, or what it names happens another time, or never",
        next: "correct the name (docs/scenario-format.md, \"Names\"), or take the entry out")
    }
    let vain = tally.neverJudged(of: scenario.expect.pass).filter { name in
      // What a single seed's weather brings about does not matter; `final` does not hang on it.
      tally.runs > 1 || extent == .own || name == CheckName.final.rawValue
    }
    guard vain.isEmpty else {
      let names = vain.joined(separator: ", ")
      throw TestFailure(
        what: "\(scenario.name): \(names) had nothing to judge in \(runs), expected to pass",
        cause: vain.contains(CheckName.final.rawValue)
          ? "final judges what expect.final says, and that says nothing"
          : "nothing that it is about happens before the calm",
        next: "say or let happen what it can judge, or take it out of expect.pass")
    }
    return tally.verification
  }
}
